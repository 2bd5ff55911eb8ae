"""Looks for canaries: text that was put near the client on purpose and may never be written, in any spelling.

It will not find a canary that is split in two, encrypted or compressed, and knows nothing about where text may stand.
"""

import base64
import re
from collections.abc import Collection, Iterator
from typing import Final
from urllib.parse import unquote, unquote_plus

MIN_LENGTH: Final = 8
"""Of a canary, in code points. Shorter ones occur by chance."""

_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_PLAIN: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_ESCAPE_LEVELS: Final = 4
"""JSON in a string in JSON in a string, and the file itself."""

_PERCENT_LEVELS: Final = 2


def has_canary(text: str, canaries: Collection[str]) -> bool:
    """Say whether one of `canaries` stands in `text`, in any case and in any of these spellings.

    Plain, with JSON escapes (up to four levels, short and numeric ones mixed), percent-encoded (twice), base64 in both
    alphabets at each of the three alignments, hexadecimal, and backwards.

    Raises:
        ValueError: a canary is shorter than `MIN_LENGTH`.
    """
    if any(len(canary) < MIN_LENGTH for canary in canaries):
        msg = f"a canary has at least {MIN_LENGTH} characters"
        raise ValueError(msg)
    needles = {needle.casefold() for canary in canaries for needle in _spellings(canary)}
    return bool(needles) and any(needle in hay for hay in _readings(text) for needle in needles)


def _readings(text: str) -> Iterator[str]:
    """The text, and what it reads as when its escapes are undone, case-folded."""
    seen = {text: None}
    for _ in range(_ESCAPE_LEVELS):
        text = _unescaped(text)
        seen[text] = None
    for decode in (unquote, unquote_plus):
        for reading in tuple(seen):
            for _ in range(_PERCENT_LEVELS):
                reading = decode(reading)  # noqa: PLW2901 - each round reads the one before
                seen[reading] = None
    return (reading.casefold() for reading in seen)


def _unescaped(text: str) -> str:
    return _joined(_ESCAPE.sub(_character, text))


def _character(escape: re.Match[str]) -> str:
    if escape[1] is not None:
        return chr(int(escape[1], 16))
    return _PLAIN.get(escape[2], escape[2])


def _joined(text: str) -> str:
    """The text with each pair of surrogates as the character that it stands for."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _spellings(canary: str) -> Iterator[str]:
    raw = canary.encode("utf-8", "surrogatepass")
    yield canary
    yield canary[::-1]
    yield raw.hex()
    for shift in range(3):
        standard = _base64_core(raw, shift)
        yield standard
        yield standard.translate(str.maketrans("+/", "-_"))


def _base64_core(raw: bytes, shift: int) -> str:
    """The characters that depend on `raw` alone when it begins `shift` bytes after a group of three."""
    encoded = base64.b64encode(bytes(shift) + raw).decode("ascii")
    first = -(-shift * 8 // 6)
    last = (shift + len(raw)) * 8 // 6
    return encoded[first:last]
