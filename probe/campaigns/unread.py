"""A stream for progress that nobody has to read: what the system refuses to take of it is lost, and nothing else is.

A terminal that has gone answers EIO, also to whatever draws on it in a thread of its own.
"""

import io
from contextlib import suppress
from typing import TextIO, cast


class _Unread(io.TextIOBase):
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]  # an attribute there
        return self._stream.encoding or "utf-8"

    def isatty(self) -> bool:
        return self._stream.isatty()

    def write(self, text: str, /) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def unread(stream: TextIO) -> TextIO:
    """The same stream for text; writing to it never raises OSError."""
    return cast("TextIO", _Unread(stream))
