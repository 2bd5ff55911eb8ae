"""The messages between the probe and its warden: JSON objects, each after its length, over a socket pair.

Imported on both sides, so standard library only.

    probe                                    warden
      |  (argv: isolation, user, keep, hide)   |
      |                  <-- opened + sockets  |   or  refused
      |  launch -->                            |
      |                  <-- started           |   or  refused
      |                  <-- ended             |   when the client exits, or after `end`; or  lost
      |  end -->                               |   the client is killed with all that it started
      |  (close) -->                           |   the same, and the warden cleans up and exits
"""

import json
import socket
import struct
from array import array
from typing import Any, Final

_MAX_SOCKETS: Final = 4
_LENGTH: Final = struct.Struct("!I")


def send(channel: socket.socket, message: dict[str, Any], sockets: tuple[socket.socket, ...] = ()) -> None:
    """Send one message, with open sockets beside it.

    Raises:
        OSError: The other side is gone.
    """
    text = json.dumps(message).encode()
    data = _LENGTH.pack(len(text)) + text
    if sockets:
        handles = array("i", [each.fileno() for each in sockets])
        sent = channel.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handles)])
        data = data[sent:]
    channel.sendall(data)


class Receiver:
    """Reads messages off a channel, and never a byte beyond the one asked for.

    What has come already keeps the channel readable, so that nobody who waits for that misses it.
    """

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self.sockets: list[socket.socket] = []
        """What has been handed over so far, in the order of sending."""

    def receive(self) -> dict[str, Any] | None:
        """Wait for one message; None when the other side is gone."""
        length = self._exactly(_LENGTH.size)
        text = None if length is None else self._exactly(_LENGTH.unpack(length)[0])
        if text is None:
            return None
        message: dict[str, Any] = json.loads(text)
        return message

    def _exactly(self, count: int) -> bytes | None:
        data = bytearray()
        while len(data) < count:
            chunk = self._chunk(count - len(data))
            if not chunk:
                return None
            data += chunk
        return bytes(data)

    def _chunk(self, most: int) -> bytes:
        space = socket.CMSG_SPACE(_MAX_SOCKETS * array("i").itemsize)
        try:
            data, extras, _flags, _address = self._channel.recvmsg(most, space)
        except ConnectionResetError:
            return b""
        for level, kind, payload in extras:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                handles = array("i")
                handles.frombytes(payload[: len(payload) - len(payload) % handles.itemsize])
                self.sockets += [socket.socket(fileno=handle) for handle in handles]
        return data
