import asyncio
from collections.abc import Iterator

import pytest

from captures.model import Observed, ShapesFile, Unstable
from captures.words import SCHEMA_VERSION
from probe.campaigns.performing import Silent, file_of, performed, program_of
from probe.errors import SetupError
from probe.writer import LeakFoundError
from tests.probe.campaigns.made_up import cell
from tests.support.stage import WAIT_SECONDS, Scripted, Stage, opened_stage
from tests.support.steps import INLINE, LIST, STAY, TELL, ask, messages

ASKED = cell("claude", "2.1.268", settings=(("auth", "token"),))


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


async def on_a_thread(stage: Stage, *, repeat: int, client: Scripted, answers: list[object]) -> ShapesFile:
    """Perform on a thread that is not the main one, and answer what the client tells."""
    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        task = tasks.create_task(
            asyncio.to_thread(performed, ASKED, cache=stage.cache, deadline_seconds=None, repeat=repeat)
        )
        for answer in answers:
            await asyncio.to_thread(client.ear.hear, answer)
    return task.result()


def test_a_cell_is_performed_on_any_thread_into_a_file_with_its_one_capture(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())
    file = asyncio.run(on_a_thread(stage, repeat=1, client=client, answers=[None]))
    stage.replaced(client, LIST, ask())

    assert performed(ASKED, cache=stage.cache, deadline_seconds=WAIT_SECONDS, repeat=1) == file

    [capture] = file.captures
    assert (file.schema_version, capture.client.version, capture.scenario) == (
        SCHEMA_VERSION,
        "2.1.268",
        ASKED.scenario,
    )
    assert (capture.verdict, capture.conditions.requested) == (
        Observed(kind="observed"),
        {"auth": "token", "reply": "accept"},
    )


async def test_runs_that_differ_are_one_capture_that_is_unstable(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask(messages("{heard}", INLINE)))

    file = await on_a_thread(stage, repeat=2, client=client, answers=[{"name": "Read"}, INLINE])

    [capture] = file.captures
    assert isinstance(capture.verdict, Unstable)


def test_a_version_that_cannot_be_had_is_an_error(stage: Stage) -> None:
    environ = {"PATH": str(stage.work)}

    with pytest.raises(SetupError) as caught:
        program_of(cell(version="0.1.0"), cache=stage.cache, report=Silent(), environ=environ)
    assert str(caught.value).startswith("npm is not on PATH")


def test_a_leak_is_found_before_anything_is_given_back(stage: Stage) -> None:
    stage.released("claude", LIST, ask(messages({**INLINE, "name": "mcp__{alias}__{tool.name}_{word}"})))

    with pytest.raises(LeakFoundError):
        performed(ASKED, cache=stage.cache, deadline_seconds=WAIT_SECONDS, repeat=1)


async def test_a_client_that_runs_is_ended_when_the_cell_is_cancelled(stage: Stage) -> None:
    client = stage.released("claude", TELL, STAY)
    program = program_of(ASKED, cache=stage.cache, report=Silent())

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        task = tasks.create_task(file_of(ASKED, program, deadline_seconds=None, repeat=1))
        await asyncio.to_thread(client.ear.hear)
        task.cancel()

    client.ear.wait_for_all()


async def test_a_client_that_is_just_being_started_is_ended_when_the_cell_is_cancelled(stage: Stage) -> None:
    client = stage.released("claude", TELL, STAY)
    program = program_of(ASKED, cache=stage.cache, report=Silent())

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        task = tasks.create_task(file_of(ASKED, program, deadline_seconds=None, repeat=1))
        await asyncio.sleep(0)  # the thread has been asked, and takes longer than a turn of the loop
        task.cancel()

    client.ear.wait_for_latecomers()


def test_nobody_is_told_by_silence() -> None:
    silent = Silent()

    silent.waited("codex@0.1.0")
    silent.started("codex@0.1.0", 1)
    silent.advanced("codex@0.1.0", 1)
    silent.finished("codex@0.1.0", 1)

    assert not silent.is_measured
