"""Performs cells on this machine, so many at a time, in one process. The downloads of later versions go on meanwhile.

One process is enough: a run takes 35 to 50 ms of our own processor time and 300 to 650 ms of the client's (measured
with four releases, Python 3.11). And when it is killed, the kernel tells the warden of each client; no worker is left.
"""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Final, TypeVar

from probe.campaigns.cells import Cell
from probe.campaigns.fetched import Fetched
from probe.campaigns.outcomes import Failed, Told, failure_of
from probe.campaigns.performing import cached_program, file_of, program_of
from probe.errors import ProbeError
from probe.installs.progress import Reporter
from probe.installs.store import Stored, remove
from probe.start import Program

_T = TypeVar("_T")

_FETCHES: Final = 2
"""Downloads at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """How cells are performed here. With `is_discarding` a version that this fetches is removed after its last cell."""

    cache: Path
    jobs: int
    deadline_seconds: float | None
    repeat: int
    is_discarding: bool
    report: Reporter
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    async def perform(self, cells: Sequence[Cell], told: Told) -> None:
        """Perform all of them; each is told as it ends. When this is cancelled, the clients are ended first."""
        await _Performance(self, told).all_of(cells)


class _Performance:
    """One call of `perform`."""

    def __init__(self, lanes: Lanes, told: Told) -> None:
        self._lanes = lanes
        self._told = told
        self._fetches = Fetched(lanes.report)
        self._running = asyncio.Semaphore(lanes.jobs)
        self._fetching = asyncio.Semaphore(_FETCHES)
        # A version that was fetched takes room on the disk until its cells are done.
        self._ahead = asyncio.Semaphore(lanes.jobs + _FETCHES)
        self._last_refusal: str | None = None
        self._is_hopeless = False

    async def all_of(self, cells: Sequence[Cell]) -> None:
        releases: dict[str, list[Cell]] = {}
        for cell in cells:
            releases.setdefault(cell.release, []).append(cell)
        missing: list[list[Cell]] = []
        async with asyncio.TaskGroup() as tasks:
            # Semaphores are fair: what is here already runs first, in order, while the first downloads go on.
            for mine in releases.values():
                try:
                    program = cached_program(mine[0], cache=self._lanes.cache, environ=self._lanes.environ)
                except ProbeError as error:
                    self._refuse(mine, error)
                    continue
                if program is None:
                    missing.append(mine)
                else:
                    tasks.create_task(self._run(mine, program), name=mine[0].release)
            for mine in missing:
                tasks.create_task(self._fetched(mine), name=mine[0].release)

    async def _fetched(self, cells: Sequence[Cell]) -> None:
        async with self._ahead:
            program = await self._fetch(cells)
            if program is None:
                return
            await self._run(cells, program)
            if self._lanes.is_discarding and cells[0].release in self._fetches.releases:
                await asyncio.to_thread(self._discard, cells[0])

    async def _fetch(self, cells: Sequence[Cell]) -> Program | None:
        async with self._fetching:
            if self._is_hopeless:
                for cell in cells:
                    self._told.performed(cell, Failed(cell=cell, says=str(self._last_refusal), exit_code=2))
                return None
            try:
                program = await _unattended(lambda: self._brought(cells[0]))
            except Exception as error:  # noqa: BLE001 - becomes a value, which is what this room promises
                # The same sentence about two versions in a row is about npm, the network or the disk.
                says = self._refuse(cells, error)
                self._is_hopeless = says == self._last_refusal
                self._last_refusal = says
                return None
            self._last_refusal = None
            return program

    def _brought(self, cell: Cell) -> Program:
        lanes = self._lanes
        return program_of(cell, cache=lanes.cache, report=self._fetches, environ=lanes.environ)

    def _refuse(self, cells: Sequence[Cell], error: Exception) -> str:
        """Fail all cells of a version; gives the sentence."""
        for cell in cells:
            self._told.performed(cell, failure_of(cell, error))
        return failure_of(cells[0], error).says

    async def _run(self, cells: Sequence[Cell], program: Program) -> None:
        async with asyncio.TaskGroup() as tasks:
            for cell in cells:
                tasks.create_task(self._lane(cell, program), name=cell.command)

    async def _lane(self, cell: Cell, program: Program) -> None:
        lanes = self._lanes
        async with self._running:
            self._told.begun(cell)
            try:
                file = await file_of(cell, program, deadline_seconds=lanes.deadline_seconds, repeat=lanes.repeat)
            except Exception as error:  # noqa: BLE001 - becomes a value, which is what this room promises
                self._told.performed(cell, failure_of(cell, error))
            else:
                self._told.performed(cell, file)

    def _discard(self, cell: Cell) -> None:
        stored = Stored(client=cell.client, version=cell.version, size_bytes=0, path="")
        with suppress(ProbeError):  # it stays then, which harms nobody
            remove(stored, cache=self._lanes.cache)


async def _unattended(function: Callable[[], _T]) -> _T:
    """Call a function on a thread that nobody waits for: npm ends with this process, and not before."""
    done: Future[_T] = Future()
    done.set_running_or_notify_cancel()  # from here on the thread alone says how it ends

    def call() -> None:
        try:
            done.set_result(function())
        except Exception as error:  # noqa: BLE001 - raised again where it is awaited
            done.set_exception(error)

    Thread(target=call, daemon=True, name="fetch").start()
    return await asyncio.wrap_future(done)
