"""Asks clients side by side. One that cannot be started is a result, and the others are asked all the same.

Imports asyncio and aiohttp. What the observations say is a matter of others.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from probe.cli.observing import observations_of
from probe.observe import Observation
from probe.sandbox.sandbox import LaunchRefusedError, WardenLostError
from probe.start import NotThatClientError, Order, Running, started


@dataclass(frozen=True, slots=True, kw_only=True)
class Unstarted:
    """A client that could not be started, so that none of its questions has an answer. `problem` is one sentence."""

    client: str
    version: str | None
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How questions are asked: how often each, how many at a time, and what a client gets."""

    repeat: int
    jobs: int
    deadline_seconds: float
    is_verbose: bool


def asked(orders: Sequence[Order], way: Way) -> tuple[list[Observation], list[Unstarted]]:
    """Ask all orders side by side, at least one.

    Gives what was observed, and the clients of which nothing could be. Where one cannot be started, the others are
    ended, and all are asked again, client by client: one that fails then says nothing about another.

    Raises:
        ProbeError: This machine has no place for a run.
        KeyboardInterrupt: A signal has ended it.
    """
    observations: list[Observation] = []
    problem = None
    try:
        observations = _observations([order for order in orders for _ in range(way.repeat)], way)
    except* (LaunchRefusedError, NotThatClientError, WardenLostError) as errors:
        problem = str(_first(errors))
    if problem is None:
        return observations, []
    program = orders[0].program
    its = [order for order in orders if order.program == program]
    others = [order for order in orders if order.program != program]
    if not others:
        return [], [Unstarted(client=program.client.name, version=program.version, problem=problem)]
    first, second = asked(its, way), asked(others, way)
    return [*first[0], *second[0]], [*first[1], *second[1]]


def _observations(queue: Sequence[Order], way: Way) -> list[Observation]:
    with ExitStack() as open_runs:
        first: list[Running] = []
        for order in queue[: way.jobs]:
            running = started(order)
            open_runs.callback(running.sandbox.close)
            first.append(running)
        return observations_of(
            first,
            queue[way.jobs :],
            deadline_seconds=way.deadline_seconds,
            is_verbose=way.is_verbose,
            next_module="probe.shapes",
        )


def _first(errors: BaseExceptionGroup[Exception]) -> BaseException:
    found: BaseException = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
