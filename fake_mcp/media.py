"""A picture and a sound made in code, as small as they get, the same bytes each time. Reads no file."""

import struct
import zlib
from typing import Final

_SIDE: Final = 4
_PIXELS: Final = tuple(bytes((64 * row, 64 * column, 128)) for row in range(_SIDE) for column in range(_SIDE))
_SAMPLES: Final = bytes((128, 218, 255, 218, 128, 37, 0, 37))  # one period of a tone, unsigned, at rest at 128
_SAMPLES_PER_SECOND: Final = 8000


def png() -> bytes:
    """A PNG file: 4 by 4 pixels, 8 bits each of red, green and blue (PNG specification, third edition)."""
    header = struct.pack(">IIBBBBB", _SIDE, _SIDE, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + b"".join(_PIXELS[start : start + _SIDE]) for start in range(0, len(_PIXELS), _SIDE))
    data = zlib.compress(rows, 0)  # stored as it is: how well a library packs must not change the bytes
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def wav() -> bytes:
    """A WAV file: 8 samples of 8 bits, one channel, 8000 a second (RIFF, uncompressed PCM)."""
    about = struct.pack("<HHIIHH", 1, 1, _SAMPLES_PER_SECOND, _SAMPLES_PER_SECOND, 1, 8)
    body = b"WAVE" + _part(b"fmt ", about) + _part(b"data", _SAMPLES)
    return _part(b"RIFF", body)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _part(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data
