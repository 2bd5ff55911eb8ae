"""A client that hangs: checks in at ADDRESS as NAME and stays, whatever signal it gets that can be ignored."""

import signal
import socket
import sys

address, name = sys.argv[1:]
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
held = socket.socket(socket.AF_UNIX)
held.connect(address)
held.sendall(f"{name}\n".encode())
while True:
    signal.pause()
