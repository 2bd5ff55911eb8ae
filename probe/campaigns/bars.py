"""The display of a matrix on a terminal, with Rich: a bar for each client, a line for each download."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TextIO

from rich import progress
from rich.console import Console

from probe.campaigns.cells import Cell
from probe.campaigns.display import Progress, Show
from probe.campaigns.outcomes import Failed, Outcome
from probe.campaigns.unread import unread
from probe.installs.progress import finished_line, waited_line


@contextmanager
def bars(stream: TextIO, totals: Mapping[str, int]) -> Generator[Show]:
    """Draw on `stream` until the context ends; whether somebody reads it changes nothing.

    `totals` are numbers of cells by client.
    """
    columns = (
        progress.SpinnerColumn(),
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TextColumn("{task.fields[says]}", markup=False),
        progress.TimeElapsedColumn(),
    )
    console = Console(file=unread(stream))
    with progress.Progress(*columns, console=console, transient=True, redirect_stdout=False) as drawn:
        yield _Bars(drawn, totals)


class _Bars:
    is_measured = False

    def __init__(self, drawn: progress.Progress, totals: Mapping[str, int]) -> None:
        self._drawn = drawn
        self._counts = {client: Progress(total) for client, total in totals.items()}
        self._rows = {
            client: drawn.add_task(client, total=count.total, says=str(count)) for client, count in self._counts.items()
        }
        self._fetches: dict[str, progress.TaskID] = {}
        self._begun: set[Cell] = set()

    def begun(self, cell: Cell) -> None:
        self._begun.add(cell)
        self._counts[cell.client].begun()
        self._draw(cell.client)

    def ended(self, outcome: Outcome) -> None:
        cell = outcome.cell
        self._counts[cell.client].ended(is_failed=isinstance(outcome, Failed), has_begun=cell in self._begun)
        if cell.release in self._fetches and cell not in self._begun:  # its download came to nothing
            self._drawn.remove_task(self._fetches.pop(cell.release))
        self._draw(cell.client)

    def waited(self, name: str) -> None:
        self._say(waited_line(name))

    def started(self, name: str, total_bytes: int | None) -> None:
        self._fetches[name] = self._drawn.add_task(name, total=total_bytes, says="fetching with npm")

    def advanced(self, name: str, staged_bytes: int) -> None:
        """Not measured: the totals would cost two more questions to the registry for each version."""

    def finished(self, name: str, installed_bytes: int) -> None:
        self._drawn.remove_task(self._fetches.pop(name))
        self._say(finished_line(name, installed_bytes))

    def _draw(self, client: str) -> None:
        count = self._counts[client]
        self._drawn.update(self._rows[client], completed=count.done, says=str(count))

    def _say(self, text: str) -> None:
        self._drawn.console.print(text, markup=False, highlight=False, soft_wrap=True)
