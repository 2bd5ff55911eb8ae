"""A progress bar on a terminal, with Rich. Imported only when something is fetched."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from probe.installs.progress import Reporter, finished_line, waited_line


@contextmanager
def bar(stream: TextIO) -> Generator[Reporter]:
    """Draw on `stream` until the context ends; the lines of what is finished stay."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(file=stream), transient=True, redirect_stdout=False) as display:
        yield _Bar(display)


class _Bar:
    is_measured = True

    def __init__(self, display: Progress) -> None:
        self._display = display
        self._tasks: dict[str, TaskID] = {}

    def waited(self, name: str) -> None:
        self._say(waited_line(name))

    def started(self, name: str, total_bytes: int | None) -> None:
        self._tasks[name] = self._display.add_task(name, total=total_bytes)

    def advanced(self, name: str, staged_bytes: int) -> None:
        self._display.update(self._tasks[name], completed=staged_bytes)

    def finished(self, name: str, installed_bytes: int) -> None:
        self._display.remove_task(self._tasks.pop(name))
        self._say(finished_line(name, installed_bytes))

    def _say(self, text: str) -> None:
        self._display.console.print(text, markup=False, highlight=False, soft_wrap=True)
