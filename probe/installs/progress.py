"""Who is told what happens while a version is fetched, and the lines for a log. Writes to the stream that it is given.

On a terminal `bar` draws it; that module waits until something is fetched, because Rich takes long to import.
"""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from threading import Lock
from typing import Protocol, TextIO


class Reporter(Protocol):
    """Whoever wants to know. `name` is a client with its exact version, `claude@2.1.268`.

    No method may raise. Two versions may be fetched at once, each on a thread of its own.
    """

    @property
    def is_measured(self) -> bool:
        """Whether totals and `advanced` are worth the time that they take: two questions to the registry."""
        ...

    def waited(self, name: str) -> None:
        """Another process works on this version, and we wait for it."""
        ...

    def started(self, name: str, total_bytes: int | None) -> None:
        """Say that npm is about to fetch what will be so much on disk; None where the registry does not say."""
        ...

    def advanced(self, name: str, staged_bytes: int) -> None:
        """So much is on disk."""
        ...

    def finished(self, name: str, installed_bytes: int) -> None:
        """The version is in the cache."""
        ...


class Lines:
    """One line at the start and one at the end."""

    is_measured = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._alone = Lock()

    def waited(self, name: str) -> None:
        """Write the line."""
        self._write(waited_line(name))

    def started(self, name: str, total_bytes: int | None) -> None:
        """Write the line, with the size where it is known."""
        size = "" if total_bytes is None else f", {megabytes(total_bytes)}"
        self._write(f"{name}: fetching with npm{size}")

    def advanced(self, name: str, staged_bytes: int) -> None:
        """Say nothing: a log is no place for this."""

    def finished(self, name: str, installed_bytes: int) -> None:
        """Write the line."""
        self._write(finished_line(name, installed_bytes))

    def _write(self, line: str) -> None:
        """Write a whole line. Whether somebody still reads it changes nothing."""
        with self._alone, suppress(OSError):
            self._stream.write(f"{line}\n")
            self._stream.flush()


def waited_line(name: str) -> str:
    """Say that another process works on it."""
    return f"{name}: waiting for another process that works on it"


def finished_line(name: str, installed_bytes: int) -> str:
    """Say that it is there."""
    return f"{name}: installed, {megabytes(installed_bytes)}"


def megabytes(count: int) -> str:
    """Bytes for people: `218.6 MB`, where 1 MB is 10**6 bytes."""
    return f"{count / 1e6:.1f} MB"


@contextmanager
def reporter(stream: TextIO) -> Generator[Reporter]:
    """A bar where `stream` is a terminal, else lines. The bar is taken away at the end."""
    if not stream.isatty():
        yield Lines(stream)
        return
    with ExitStack() as stack:
        yield _LateBar(stream, stack)


class _LateBar:
    """A bar that is made when something is really fetched; until then nothing is imported."""

    is_measured = True

    def __init__(self, stream: TextIO, stack: ExitStack) -> None:
        self._stream = stream
        self._stack = stack
        self._made: Reporter | None = None
        self._alone = Lock()

    def waited(self, name: str) -> None:
        self._bar().waited(name)

    def started(self, name: str, total_bytes: int | None) -> None:
        self._bar().started(name, total_bytes)

    def advanced(self, name: str, staged_bytes: int) -> None:
        self._bar().advanced(name, staged_bytes)

    def finished(self, name: str, installed_bytes: int) -> None:
        self._bar().finished(name, installed_bytes)

    def _bar(self) -> Reporter:
        with self._alone:
            if self._made is None:
                from probe.installs.bar import bar  # noqa: PLC0415 - Rich, which takes 50 ms to import

                self._made = self._stack.enter_context(bar(self._stream))
            return self._made
