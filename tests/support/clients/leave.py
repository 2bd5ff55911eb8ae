"""A client that leaves processes behind: three that left its group, each in another way, all of them deaf to SIGTERM.

Run as `leave.py ADDRESS THEN`. Each checks in at ADDRESS. THEN is `exit` (with 0) or `stay`.
"""

import os
import signal
import socket
import sys
from typing import NoReturn

ADDRESS, THEN = sys.argv[1:]


def stay(name: str, ready: int) -> NoReturn:
    """Check in, say that this was done, and remain."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    held = socket.socket(socket.AF_UNIX)
    held.connect(ADDRESS)
    held.sendall(f"{name}\n".encode())
    os.write(ready, b".")
    while True:
        signal.pause()


def main() -> None:
    """Start them, and wait until each has checked in."""
    told, ready = os.pipe()
    if not os.fork():
        os.setpgid(0, 0)
        stay("own group", ready)
    if not os.fork():
        os.setsid()
        stay("own session", ready)
    middle = os.fork()
    if not middle:
        os.setsid()
        if not os.fork():
            stay("orphan", ready)
        os._exit(0)
    os.waitpid(middle, 0)
    for _ in range(3):
        os.read(told, 1)
    if THEN == "stay":
        stay("client", ready)


main()
