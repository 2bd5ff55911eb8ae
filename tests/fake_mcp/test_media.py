import struct
import wave
import zlib
from hashlib import sha256
from io import BytesIO

from fake_mcp.media import png, wav


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Kind and data of each chunk of a PNG file, whose sums have been checked."""
    found = []
    rest = data.removeprefix(b"\x89PNG\r\n\x1a\n")
    while rest:
        (size,) = struct.unpack_from(">I", rest)
        kind, inside = rest[4:8], rest[8 : 8 + size]
        assert struct.unpack_from(">I", rest, 8 + size) == (zlib.crc32(kind + inside),)
        found.append((kind, inside))
        rest = rest[12 + size :]
    return found


def test_the_picture_is_a_png_of_four_by_four_pixels_of_different_colours() -> None:
    (first, header), (second, data), last = chunks(png())
    rows = zlib.decompress(data)

    assert (first, second, last) == (b"IHDR", b"IDAT", (b"IEND", b""))
    assert header == bytes((0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 0, 0, 0))
    assert len(rows) == 4 * (1 + 4 * 3)
    assert rows[::13] == bytes(4)  # each row begins with its filter: none
    assert len({rows[row * 13 + 1 + column * 3 :][:3] for row in range(4) for column in range(4)}) == 16


def test_the_sound_is_a_wav_of_eight_samples() -> None:
    with wave.open(BytesIO(wav())) as sound:
        assert sound.getparams() == (1, 1, 8000, 8, "NONE", "not compressed")
        assert sound.readframes(9) == bytes((128, 218, 255, 218, 128, 37, 0, 37))
    assert struct.unpack_from("<I", wav(), 4) == (len(wav()) - 8,)


def test_both_are_the_same_bytes_everywhere() -> None:
    assert [sha256(data).hexdigest()[:16] for data in (png(), wav())] == ["1e80507e34a139df", "84a35ef47fd34333"]
