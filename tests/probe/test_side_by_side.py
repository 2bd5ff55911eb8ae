"""So many runs at a time: as each ends the next is started, and where one cannot be, all are ended."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from probe.observe import Observation
from probe.sandbox.sandbox import LaunchRefusedError
from probe.side_by_side import all_observed
from probe.start import Order, Running, started
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import LIST, STAY, TELL, ask


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


async def observe(first: Sequence[Running], rest: Sequence[Order]) -> list[Observation]:
    observations: list[Observation] = []
    async with asyncio.timeout(WAIT_SECONDS):
        await all_observed(
            first,
            rest,
            deadline_seconds=WAIT_SECONDS,
            is_verbose=False,
            on_serving=lambda: None,
            on_end=observations.append,
        )
    return observations


def versions(observations: Sequence[Observation]) -> list[str]:
    return [observation.running.version for observation in observations]


async def test_one_after_the_other_where_one_at_a_time_is_meant(stage: Stage) -> None:
    orders = [stage.released("claude", LIST, ask(), version=f"2.1.{number}").order() for number in (3, 1, 2)]

    observations = await observe([started(orders[0])], orders[1:])

    assert versions(observations) == ["2.1.3", "2.1.1", "2.1.2"]


async def test_a_quick_run_makes_room_for_the_next_while_a_slow_one_goes_on(stage: Stage) -> None:
    """The slow one is answered only when the last one is there."""
    slow = stage.released("claude", TELL, version="2.1.1")
    quick = stage.released("claude", version="2.1.2")
    last = stage.released("claude", TELL, version="2.1.3")

    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(observe([started(slow.order()), started(quick.order())], [last.order()]))
        _, held = await asyncio.to_thread(slow.ear.listen)
        await asyncio.to_thread(last.ear.hear)
        held.sendall(b"null\n")

    assert versions(running.result())[0] == "2.1.2"
    assert sorted(versions(running.result())) == ["2.1.1", "2.1.2", "2.1.3"]


async def test_where_the_next_cannot_be_started_all_others_are_ended_first(stage: Stage) -> None:
    slow = stage.released("claude", TELL, STAY, version="2.1.1")
    quick = stage.released("claude", TELL, version="2.1.2")
    broken = stage.released("claude", version="2.1.3")
    broken.program.write_bytes(b"no program")

    async with asyncio.TaskGroup() as tasks:
        refused = tasks.create_task(refusals_of([started(slow.order()), started(quick.order())], [broken.order()]))
        await asyncio.to_thread(slow.ear.hear)
        await asyncio.to_thread(quick.ear.hear)

    assert refused.result() == [
        (
            f"{broken.program} could not be started (ENOEXEC): it is built for another architecture or system; "
            "install the client's package for this one"
        )
    ]
    slow.ear.wait_for_all()
    quick.ear.wait_for_all()


async def refusals_of(first: Sequence[Running], rest: Sequence[Order]) -> list[str]:
    with pytest.RaisesGroup(LaunchRefusedError) as refused:
        await observe(first, rest)
    return [str(error) for error in refused.value.exceptions]
