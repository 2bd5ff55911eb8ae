"""Makes several runs, so many at a time, in one process."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from threading import Event

from probe.observe import Observation, observed
from probe.start import Order, Running, started


async def all_observed(
    first: Sequence[Running],
    rest: Iterable[Order],
    *,
    deadline_seconds: float,
    is_verbose: bool,
    on_serving: Callable[[], None],
    on_end: Callable[[Observation], None],
) -> None:
    """Observe the runs that have been started already; as each ends, start one of the rest.

    Args:
        first: As many as are to run at a time.
        rest: What is still to be started, in order.
        deadline_seconds: For each run, from its start.
        is_verbose: Whether to log each event to stderr.
        on_serving: Told each time that a run's fakes answer, and nothing has to be imported for them any more.
        on_end: Told of each run as it ends, in the order of ending.

    Raises:
        ExceptionGroup: One could not be started or observed. The others are ended first.
    """
    waiting = deque(rest)
    is_over = Event()

    def begun(order: Order) -> Running:
        running = started(order)
        if is_over.is_set():  # nobody waits for this thread any more
            running.sandbox.close()
        return running

    async def lane(running: Running) -> None:
        while True:
            on_end(
                await observed(running, deadline_seconds=deadline_seconds, is_verbose=is_verbose, on_serving=on_serving)
            )
            if not waiting:
                return
            running = await asyncio.to_thread(begun, waiting.popleft())

    try:
        async with asyncio.TaskGroup() as lanes:
            for running in first:
                lanes.create_task(lane(running), name="lane")
    finally:
        is_over.set()
