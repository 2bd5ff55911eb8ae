import asyncio
import signal
from collections.abc import Iterator, Sequence

import pytest

from captures.model import ShapesFile
from probe.campaigns.carrying import carried_out
from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Told
from probe.errors import SetupError
from tests.probe.campaigns.made_up import Heard, cell, file_for

ASKED = cell()


class Prompt:
    """Performs each cell at once."""

    async def perform(self, cells: Sequence[Cell], told: Told) -> None:
        for each in cells:
            told.performed(each, file_for(each))


class Interrupted:
    """Gets signals while it works, and cleans up."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers
        self.is_clean = False

    async def perform(self, _cells: Sequence[Cell], _told: Told) -> None:
        for number in self._numbers:
            signal.raise_signal(number)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            self.is_clean = True


class Broken:
    """Cannot begin."""

    async def perform(self, _cells: Sequence[Cell], _told: Told) -> None:
        raise SetupError("there is no cluster")


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """What an event loop does to signals, undone."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [(number, signal.getsignal(number)) for number in numbers]
    yield
    for number, handler in before:
        signal.signal(number, handler)


def test_what_nobody_ends_goes_to_its_end() -> None:
    heard = Heard()

    assert carried_out(Prompt(), [ASKED], heard) is None
    assert {each: type(result) for each, result in heard.results.items()} == {ASKED: ShapesFile}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_first_signal_ends_it_and_others_wait_for_the_cleaning_up(number: int) -> None:
    performer = Interrupted(number, signal.SIGTERM)

    assert (carried_out(performer, [ASKED], Heard()), performer.is_clean) == (number, True)


def test_what_the_parent_ignores_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

    assert carried_out(Interrupted(signal.SIGHUP, signal.SIGTERM), [ASKED], Heard()) == signal.SIGTERM


def test_what_cannot_begin_is_an_error() -> None:
    with pytest.raises(SetupError):
        carried_out(Broken(), [ASKED], Heard())
