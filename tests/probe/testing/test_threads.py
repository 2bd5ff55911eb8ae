import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from threading import get_ident
from typing import NoReturn

import pytest

from probe.testing.threads import held, running


class MadeUpError(Exception):
    """Raised by the tests."""


async def ident() -> int:
    return get_ident()


async def failing() -> NoReturn:
    raise MadeUpError


async def endless(notes: list[str]) -> NoReturn:
    try:
        await asyncio.Event().wait()
    finally:
        notes.append("cancelled")
    raise AssertionError


@asynccontextmanager
async def room(notes: list[str], *, fails: str = "") -> AsyncGenerator[int]:
    if fails == "on entering":
        raise MadeUpError
    notes.append("entered")
    try:
        yield get_ident()
    finally:
        notes.append("left")
        if fails == "on leaving":
            raise MadeUpError


def test_a_coroutine_runs_in_another_thread() -> None:
    with running(ident()) as done:
        assert done.result(timeout=5) != get_ident()


async def test_it_runs_where_a_loop_runs_already() -> None:
    with running(ident()) as done:
        assert done.result(timeout=5) != get_ident()


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(MadeUpError), running(failing()) as done:
        done.exception(timeout=5)


def test_an_interrupt_of_the_block_cancels_it() -> None:
    notes: list[str] = []

    with pytest.raises(KeyboardInterrupt), running(endless(notes)):
        raise KeyboardInterrupt

    assert notes == ["cancelled"]


def test_a_context_is_held_in_another_thread_for_the_length_of_the_block() -> None:
    notes: list[str] = []

    with held(room(notes)) as thread:
        notes.append("inside")

    assert notes == ["entered", "inside", "left"]
    assert thread != get_ident()


@pytest.mark.parametrize(("moment", "noted"), [("on entering", []), ("on leaving", ["entered", "inside", "left"])])
def test_what_a_context_raises_is_raised(moment: str, noted: list[str]) -> None:
    notes: list[str] = []

    with pytest.raises(MadeUpError), held(room(notes, fails=moment)):
        notes.append("inside")

    assert notes == noted


def test_what_the_block_raises_goes_before_what_the_context_raises() -> None:
    with pytest.raises(KeyboardInterrupt), held(room([], fails="on leaving")):
        raise KeyboardInterrupt
