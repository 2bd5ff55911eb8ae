"""Performs a cell: finds or fetches its version, runs the client, draws the capture, looks for leaks. Writes nothing.

`performed` is the whole of it, and may be called from any thread: nothing here needs signals or the main thread.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from captures.model import ShapesFile
from probe.campaigns.cells import Cell
from probe.clients.client import Client
from probe.clients.table import client_named
from probe.installs.locate import Located, cached, located
from probe.installs.progress import Reporter
from probe.installs.spec import Spec
from probe.observe import Observation, observed
from probe.scenarios.table import scenario_named
from probe.shapes import canaries_of, shapes_file_of
from probe.start import Order, Program, Running, started
from probe.writer import text_of


class Silent:
    """A `Reporter` that tells nobody."""

    is_measured = False

    def waited(self, name: str) -> None:
        """Say nothing."""

    def started(self, name: str, total_bytes: int | None) -> None:
        """Say nothing."""

    def advanced(self, name: str, staged_bytes: int) -> None:
        """Say nothing."""

    def finished(self, name: str, installed_bytes: int) -> None:
        """Say nothing."""


def performed(cell: Cell, *, cache: Path, deadline_seconds: float | None, repeat: int) -> ShapesFile:
    """Put the question of a cell `repeat` times, one after the other; the file has the one capture that answers it.

    Args:
        cell: The question.
        cache: Where versions are kept; what is not there is fetched.
        deadline_seconds: What each run gets; None: what the scenario needs.
        repeat: How often; where the runs differ, the capture is unstable.

    Raises:
        ProbeError: The version could not be had or started, or the leak guard refused what came of it.
        ExceptionGroup: Of a ProbeError, or of a failure of our own, while the client ran.
        OSError: The system refused something.
    """
    program = program_of(cell, cache=cache, report=Silent())
    return asyncio.run(file_of(cell, program, deadline_seconds=deadline_seconds, repeat=repeat))


def program_of(cell: Cell, *, cache: Path, report: Reporter, environ: Mapping[str, str] = os.environ) -> Program:
    """The program of a cell's version, from the cache or fetched into it.

    Raises:
        SetupError: It could not be had.
    """
    client = client_named(cell.client)
    spec = Spec(client.package, "version", cell.version)
    return _program(client, located(spec, cache=cache, report=report, environ=environ))


def cached_program(cell: Cell, *, cache: Path, environ: Mapping[str, str]) -> Program | None:
    """The program of a cell's version, or None where it would have to be fetched.

    Raises:
        SetupError: It is there and cannot be started.
    """
    client = client_named(cell.client)
    where = cached(client.package, cell.version, cache=cache, environ=environ)
    return None if where is None else _program(client, where)


async def file_of(cell: Cell, program: Program, *, deadline_seconds: float | None, repeat: int) -> ShapesFile:
    """The same with a program that has been found. When this is cancelled, the client is ended first.

    Raises:
        ProbeError: The client could not be started, or the leak guard refused what came of it.
        ExceptionGroup: Of a ProbeError, or of a failure of our own, while the client ran.
        OSError: The system refused something.
    """
    scenario = scenario_named(cell.scenario)
    order = Order(program=program, scenario=scenario, reply=cell.reply, settings=dict(cell.settings))
    observations = []
    for _ in range(repeat):
        running = await _begun(order)
        observations.append(
            await observed(running, deadline_seconds=deadline_seconds or scenario.default_deadline_seconds)
        )
    return await asyncio.to_thread(_sanitized, observations)


def _sanitized(observations: Sequence[Observation]) -> ShapesFile:
    """Draw the capture, and have the leak guard look at the text with the canaries of the runs."""
    file = shapes_file_of(observations)
    text_of(file, canaries=canaries_of(observations))
    return file


def _program(client: Client, where: Located) -> Program:
    return Program(client=client, argv=where.argv, version=where.version, keep=where.keep)


async def _begun(order: Order) -> Running:
    """Start a run on a thread, as that waits for the warden. Cancelled meanwhile, it ends what the thread starts."""
    starting = asyncio.get_running_loop().run_in_executor(None, started, order)
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        running = await starting
        await asyncio.to_thread(running.sandbox.close)
        raise
