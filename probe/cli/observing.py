"""Makes runs to their end, with their progress on a terminal: the part that every command with runs has.

It concludes nothing from them. Imported once the first clients boot, as it brings asyncio, aiohttp and pydantic along.
"""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from probe.cli.ending import cancel_on_signals
from probe.observe import Observation
from probe.side_by_side import all_observed
from probe.start import Order, Running

_REFRESH_SECONDS: Final = 0.2


def observations_of(
    first: Sequence[Running], rest: Sequence[Order], *, deadline_seconds: float, is_verbose: bool, next_module: str
) -> list[Observation]:
    """Observe the runs that have been started, and start the rest as they end; gives them in the order of ending.

    `next_module` is what the caller needs afterwards: it is imported meanwhile.

    Raises:
        ExceptionGroup: A run could not be made.
        KeyboardInterrupt: A signal has ended it.
    """
    try:
        with _signals_put_back():
            return asyncio.run(_observed(first, rest, deadline_seconds, is_verbose=is_verbose, next_module=next_module))
    except asyncio.CancelledError:  # by a signal: nobody else cancels all of it
        raise KeyboardInterrupt from None


@contextmanager
def _signals_put_back() -> Iterator[None]:
    """Have signals do afterwards what they did before: an event loop leaves them with what the system does."""
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


async def _observed(
    first: Sequence[Running], rest: Sequence[Order], deadline_seconds: float, *, is_verbose: bool, next_module: str
) -> list[Observation]:
    cancel_on_signals()
    observations: list[Observation] = []
    is_serving = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        runs = tasks.create_task(
            all_observed(
                first,
                rest,
                deadline_seconds=deadline_seconds,
                is_verbose=is_verbose,
                on_serving=is_serving.set,
                on_end=observations.append,
            )
        )
        tasks.create_task(_prepared(is_serving, next_module))
        if sys.stderr.isatty() and not is_verbose:
            total = len(first) + len(rest)
            await _shown(runs, lambda: f"{len(observations)} of {total} runs done")
    return observations


async def _prepared(is_serving: asyncio.Event, next_module: str) -> None:
    """While the clients are busy with our answers, import on a thread what is needed when they are done."""
    await is_serving.wait()
    await asyncio.to_thread(import_module, next_module)
    gc.enable()  # `main` has put it off until everything is imported


async def _shown(runs: asyncio.Task[None], text: Callable[[], str]) -> None:
    """Show on a terminal how far the runs are, until they are over."""
    rich_console = await asyncio.to_thread(import_module, "rich.console")
    with rich_console.Console(stderr=True).status(text()) as status:
        while not runs.done():
            await asyncio.wait([runs], timeout=_REFRESH_SECONDS)
            status.update(text())
