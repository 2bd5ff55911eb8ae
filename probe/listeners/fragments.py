"""One WebSocket message in several frames (RFC 6455, 5.4), for which aiohttp has no way.

Frames of a server only: they are not masked. It opens nothing, and writes to the transport that it is given.
"""

import asyncio
from typing import Final

from probe.providers.replies import Fragments

_TEXT: Final = 0x1
_CONTINUATION: Final = 0x0
_LAST: Final = 0x80


def write_fragments(transport: asyncio.WriteTransport | None, message: Fragments) -> None:
    """Write each frame by itself: asyncio hands it to the kernel at once, unless the client reads too slowly.

    The frames are not compressed, which every WebSocket may have, whatever extensions were agreed on (RFC 7692, 6).

    Raises:
        ConnectionError: the client is gone.
    """
    if transport is None or transport.is_closing():
        raise ConnectionResetError
    for frame in frames_of(message):
        transport.write(frame)


def frames_of(message: Fragments) -> tuple[bytes, ...]:
    """The frames, as bytes."""
    last = len(message.parts) - 1
    return tuple(
        bytes(((_TEXT if number == 0 else _CONTINUATION) | (_LAST if number == last else 0),)) + _sized(part)
        for number, part in enumerate(message.parts)
    )


def _sized(payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        head = bytes((size,))
    elif size < 1 << 16:
        head = bytes((126,)) + size.to_bytes(2)
    else:
        head = bytes((127,)) + size.to_bytes(8)
    return head + payload
