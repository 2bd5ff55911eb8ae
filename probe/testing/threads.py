"""Runs coroutines in threads with event loops of their own, for callers that have none, or have one of their own."""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from typing import Any, TypeVar

_Value = TypeVar("_Value")


@contextmanager
def running(coroutine: Coroutine[Any, Any, _Value]) -> Iterator["Future[_Value]"]:
    """Run a coroutine in a thread for the length of the block; gives its outcome.

    At the end of the block it is cancelled where it is not over, and waited for. What it raised is raised then, unless
    the block raised something itself.
    """
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = Future()

    async def supervised() -> _Value:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - for the type checker: a coroutine that runs is in a task
        begun.set_result((asyncio.get_running_loop(), task))
        return await coroutine

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="shape-probe") as threads:
        done = threads.submit(lambda: asyncio.run(supervised()))
        try:
            _first_of(begun, done)
            yield done
        finally:
            if begun.done():
                loop, task = begun.result()
                with suppress(RuntimeError):  # the loop is closed: it is over
                    loop.call_soon_threadsafe(task.cancel)
            wait((done,))
    error = done.exception()
    if error is not None and not isinstance(error, asyncio.CancelledError):
        raise error


@contextmanager
def held(context: AbstractAsyncContextManager[_Value]) -> Iterator[_Value]:
    """Hold an asynchronous context in a thread for the length of the block.

    Raises what entering it raises; what it raises later comes at the end of the block.
    """
    entered: Future[_Value] = Future()

    async def hold() -> None:
        async with context as value:
            entered.set_result(value)
            await asyncio.Event().wait()

    with running(hold()) as done:
        _first_of(entered, done)
        if not entered.done():
            done.result()
        yield entered.result()


def _first_of(*futures: "Future[Any]") -> None:
    wait(futures, return_when=FIRST_COMPLETED)
