"""A client that tries to get out: for each KIND HOST PORT it prints what became of it, as a list of JSON."""

import errno
import json
import socket
import sys
from typing import Final

SECONDS: Final = 5


def outcome(kind: str, host: str, port: int) -> str:
    """Connect or send one datagram: `done`, or the name of the errno."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM) as sock:
        sock.settimeout(SECONDS)
        try:
            if kind == "tcp":
                sock.connect((host, port))
            else:
                sock.sendto(b"?", (host, port))
        except OSError as error:
            return errno.errorcode.get(error.errno or 0, "timeout")
    return "done"


tries = sys.argv[1:]
found = [outcome(kind, host, int(port)) for kind, host, port in zip(tries[::3], tries[1::3], tries[2::3], strict=True)]
sys.stdout.write(json.dumps(found))
