"""Shows a person how far a matrix is: a bar for each client on a terminal, else a line now and then.

Each display is also the `Reporter` of the downloads. Writes to the stream that it is given, and nothing else.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final, Protocol, TextIO

from probe.campaigns.cells import Cell
from probe.campaigns.ledger import Display
from probe.campaigns.outcomes import Failed, Outcome
from probe.installs.progress import Reporter, finished_line, waited_line

LINE_SECONDS: Final = 10.0
"""A log gets a line at most so often, beside those of the downloads."""


class Show(Display, Reporter, Protocol):
    """Both in one."""


class Progress:
    """How far the cells of one client, or all of them, are."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.failed = 0
        self.running = 0

    def begun(self) -> None:
        """Count a cell that runs."""
        self.running += 1

    def ended(self, *, is_failed: bool, has_begun: bool) -> None:
        """Count a cell that is over."""
        self.done += 1
        self.failed += is_failed
        self.running -= has_begun

    def __str__(self) -> str:
        """Say it: `12 of 24 cells done, 1 failed, 2 running`."""
        failed = f", {self.failed} failed" if self.failed else ""
        running = f", {self.running} running" if self.running else ""
        return f"{self.done} of {self.total} cells done{failed}{running}"


class LineDisplay:
    """For a log. `clock` gives seconds. Whether somebody reads it changes nothing."""

    is_measured = False

    def __init__(self, stream: TextIO, cells: Iterable[Cell], *, clock: Callable[[], float] = monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._progress = Progress(len(tuple(cells)))
        self._begun: set[Cell] = set()
        self._last = clock()

    def begun(self, cell: Cell) -> None:
        """Count it."""
        self._begun.add(cell)
        self._progress.begun()

    def ended(self, outcome: Outcome) -> None:
        """Write a line, if it is time for one or this is the last."""
        self._progress.ended(is_failed=isinstance(outcome, Failed), has_begun=outcome.cell in self._begun)
        is_last = self._progress.done == self._progress.total
        if is_last or self._clock() - self._last >= LINE_SECONDS:
            self._last = self._clock()
            self._say(str(self._progress))

    def waited(self, name: str) -> None:
        """Write the line."""
        self._say(waited_line(name))

    def started(self, name: str, total_bytes: int | None) -> None:
        """Write the line. The size is not known, as it is not measured."""
        self._say(f"{name}: fetching with npm")

    def advanced(self, name: str, staged_bytes: int) -> None:
        """Say nothing: a log is no place for this."""

    def finished(self, name: str, installed_bytes: int) -> None:
        """Write the line."""
        self._say(finished_line(name, installed_bytes))

    def _say(self, text: str) -> None:
        with suppress(OSError):
            print(text, file=self._stream, flush=True)


@contextmanager
def display(stream: TextIO, cells: Iterable[Cell]) -> Generator[Show]:
    """Bars where `stream` is a terminal, else lines. Bars are taken away at the end."""
    cells = tuple(cells)
    if not stream.isatty():
        yield LineDisplay(stream, cells)
        return
    from probe.campaigns.bars import bars  # noqa: PLC0415 - Rich, which takes 50 ms to import

    with bars(stream, Counter(cell.client for cell in cells)) as show:
        yield show
