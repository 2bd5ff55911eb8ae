"""Carries a matrix out in an event loop, until it is done or a signal ends it. It says nothing; the command does."""

import asyncio
import gc
import signal
from collections.abc import Sequence
from typing import Final, Protocol

from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Told

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Performer(Protocol):
    """Where cells are performed: on this machine, or on a cluster."""

    async def perform(self, cells: Sequence[Cell], told: Told) -> None:
        """Perform all of them, and tell of each. When this is cancelled, what runs is ended first."""
        ...


def carried_out(performer: Performer, cells: Sequence[Cell], told: Told) -> int | None:
    """Perform the cells; gives the number of the signal that has ended it, or None.

    The first signal ends what runs; others wait for that. What the parent had us ignore stays ignored (`nohup`).

    Raises:
        ExceptionGroup: Of a ProbeError: nothing could be performed at all.
    """
    gc.enable()  # `probe.cli.main` has put it off, and this goes on for long
    received: list[int] = []
    try:
        asyncio.run(_performed(performer, cells, told, received))
    except asyncio.CancelledError:  # by a signal: nobody else cancels all of it
        return received[0]
    return None


async def _performed(performer: Performer, cells: Sequence[Cell], told: Told, received: list[int]) -> None:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def end(number: int) -> None:
        received.append(number)
        if task is not None and not task.cancelling():
            task.cancel()

    for number in _SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, end, number)
    await performer.perform(cells, told)
