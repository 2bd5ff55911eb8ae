"""A bisect on this machine, as one performance: a signal ends it at any moment in one way, whatever it was at.

It writes what is being fetched to the stream that it is given, and says nothing else.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from captures.compare.findings import Finding
from captures.model import Capture, ShapesFile
from probe.campaigns.bisect_answer import Answer, Step
from probe.campaigns.bisect_course import bisected
from probe.campaigns.bisect_wanted import Wanted
from probe.campaigns.cells import Cell
from probe.campaigns.fetched import Fetched
from probe.campaigns.lanes import Lanes
from probe.campaigns.outcomes import Failed, Told
from probe.campaigns.releases import is_cached
from probe.campaigns.unread import unread
from probe.clients.table import client_named
from probe.errors import ProbeError
from probe.installs.progress import reporter
from probe.installs.store import Stored, remove


class Bisection:
    """Satisfies `probe.campaigns.carrying.Performer`, and the `Told` that goes with it.

    `answer` is None until it is over, `last` until something is known; `fetched` are the releases that it has
    brought into the cache. With `is_discarding` they are taken out again, also when a signal ends it.
    """

    def __init__(  # noqa: PLR0913 - a question, what is known, and how it is asked
        self,
        answers: Mapping[Cell, Capture],
        sought: Wanted | None,
        *,
        checks: int,
        jobs: int,
        is_discarding: bool,
        cache: Path,
        environ: Mapping[str, str],
        stream: TextIO,
        begun: Callable[[Wanted, tuple[Finding, ...]], None],
        told: Callable[[Step], None],
    ) -> None:
        self.answer: Answer | None = None
        self.last: Step | None = None
        self.fetched: list[str] = []
        self._answers = answers
        self._sought = sought
        self._checks = checks
        self._jobs = jobs
        self._is_discarding = is_discarding
        self._cache = cache
        self._environ = environ
        self._stream = stream
        self._tell_begun = begun
        self._tell = told
        self._results: dict[Cell, Capture | Failed] = {}

    async def perform(self, cells: Sequence[Cell], told: Told) -> None:
        """Perform those of `cells` that the search asks for. When this is cancelled, the clients are ended first."""

        async def ask(asked: Sequence[Cell]) -> Mapping[Cell, Capture | Failed]:
            await self._ask(asked, told)
            return {cell: self._results[cell] for cell in asked}

        self.answer = await bisected(
            cells,
            self._answers,
            self._sought,
            checks=self._checks,
            ask=ask,
            begun=self._tell_begun,
            told=self._heed,
        )

    def begun(self, cell: Cell) -> None:
        """Say nothing."""

    def performed(self, cell: Cell, result: ShapesFile | Failed) -> None:
        """Keep it."""
        self._results[cell] = result if isinstance(result, Failed) else result.captures[0]

    async def _ask(self, cells: Sequence[Cell], told: Told) -> None:
        with reporter(unread(self._stream)) as report:
            fetches = Fetched(report)
            lanes = Lanes(
                cache=self._cache,
                jobs=self._jobs,
                deadline_seconds=None,
                repeat=1,
                is_discarding=self._is_discarding,
                report=fetches,
                environ=self._environ,
            )
            try:
                await lanes.perform(cells, told)
            except asyncio.CancelledError:
                if self._is_discarding:
                    self._discard([cell for cell in cells if cell.release in fetches.releases])
                raise
            finally:
                self.fetched += fetches.releases

    def _discard(self, cells: Sequence[Cell]) -> None:
        for cell in cells:
            package = client_named(cell.client).package
            if is_cached(package, cell.version, cache=self._cache, environ=self._environ):
                with suppress(ProbeError):  # it stays then, which harms nobody
                    remove(Stored(client=cell.client, version=cell.version, size_bytes=0, path=""), cache=self._cache)

    def _heed(self, step: Step) -> None:
        self.last = step
        self._tell(step)
