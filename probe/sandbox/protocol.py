"""The messages between the probe and its warden: JSON objects, one a line, over a socket pair.

Imported on both sides, so standard library only.

    probe                                    warden
      |  (argv: isolation, user, keep, hide)   |
      |                  <-- opened + sockets  |   or  refused
      |  launch -->                            |
      |                  <-- started           |   or  refused
      |                  <-- ended             |   when the client exits, or after `end`
      |  end -->                               |   the client is killed with all that it started
      |  (close) -->                           |   the same, and the warden cleans up and exits
"""

import json
import socket
from array import array
from typing import Any, Final

_MAX_SOCKETS: Final = 4


def send(channel: socket.socket, message: dict[str, Any], sockets: tuple[socket.socket, ...] = ()) -> None:
    """Send one message, with open sockets beside it.

    Raises:
        OSError: The other side is gone.
    """
    line = json.dumps(message).encode() + b"\n"
    if sockets:
        handles = array("i", [each.fileno() for each in sockets])
        sent = channel.sendmsg([line], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handles)])
        line = line[sent:]
    channel.sendall(line)


class Receiver:
    """Reads messages off a channel; keeps what came early."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._buffer = b""
        self.sockets: list[socket.socket] = []
        """What has been handed over so far, in the order of sending."""

    def receive(self) -> dict[str, Any] | None:
        """Wait for one message; None when the other side is gone."""
        while b"\n" not in self._buffer:
            data = self._chunk()
            if not data:
                return None
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def _chunk(self) -> bytes:
        space = socket.CMSG_SPACE(_MAX_SOCKETS * array("i").itemsize)
        try:
            data, extras, _flags, _address = self._channel.recvmsg(65536, space)
        except ConnectionResetError:
            return b""
        for level, kind, payload in extras:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                handles = array("i")
                handles.frombytes(payload[: len(payload) - len(payload) % handles.itemsize])
                self.sockets += [socket.socket(fileno=handle) for handle in handles]
        return data
