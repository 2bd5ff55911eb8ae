"""A client that never answers, whatever it is asked."""

import signal

while True:
    signal.pause()
