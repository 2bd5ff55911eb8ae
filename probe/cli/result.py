"""The second half of `shape-probe run`: observe what has been started, then write and show what came of it.

Imported once the clients boot, as it brings asyncio, aiohttp and pydantic along.
"""

import asyncio
import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from probe.cli.ending import cancel_on_signals
from probe.observe import Observation
from probe.side_by_side import all_observed
from probe.start import Order, Running

_REFRESH_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How the user wants it: where the file goes (None: stdout), and what is shown meanwhile."""

    target: Path | None
    as_json: bool
    deadline_seconds: float
    is_verbose: bool


def finished(first: Sequence[Running], rest: Sequence[Order], wishes: Wishes) -> int:
    """Observe the runs, write the shapes file, print the result; gives the exit code.

    Raises:
        ProbeError: A run could not be made, the leak guard refused, the file could not be written.
    """
    try:
        observations = asyncio.run(_observed(first, rest, wishes))
    except asyncio.CancelledError:  # by a signal: nobody else cancels all of it
        raise KeyboardInterrupt from None
    from probe.cli.publish import published

    return published(observations, target=wishes.target, as_json=wishes.as_json)


async def _observed(first: Sequence[Running], rest: Sequence[Order], wishes: Wishes) -> list[Observation]:
    cancel_on_signals()
    observations: list[Observation] = []
    is_serving = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        runs = tasks.create_task(
            all_observed(
                first,
                rest,
                deadline_seconds=wishes.deadline_seconds,
                is_verbose=wishes.is_verbose,
                on_serving=is_serving.set,
                on_end=observations.append,
            )
        )
        tasks.create_task(_prepared(is_serving))
        if sys.stderr.isatty() and not wishes.is_verbose:
            total = len(first) + len(rest)
            await _shown(runs, lambda: f"{len(observations)} of {total} runs done")
    return observations


async def _prepared(is_serving: asyncio.Event) -> None:
    """While the clients are busy with our answers, import on a thread what is needed when they are done."""
    await is_serving.wait()
    await asyncio.to_thread(import_module, "probe.cli.publish")
    gc.enable()  # `main` has put it off until everything is imported


async def _shown(runs: asyncio.Task[None], text: Callable[[], str]) -> None:
    """Show on a terminal how far the runs are, until they are over."""
    rich_console = await asyncio.to_thread(import_module, "rich.console")
    with rich_console.Console(stderr=True).status(text()) as status:
        while not runs.done():
            await asyncio.wait([runs], timeout=_REFRESH_SECONDS)
            status.update(text())
