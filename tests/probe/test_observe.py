"""A client that has been started is served until it ends, and everything that it does is an event."""

import asyncio
from collections.abc import Iterator

import pytest

from captures.words import Isolation
from probe.observe import Observation, observed
from probe.sandbox.sandbox import WardenLostError
from probe.start import Running, started
from sanitize.events import ClientEnded, Event, FrameReceived, FrameSent, ReplySent, RequestSeen
from tests.support.isolations import ISOLATIONS
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import GREET, LIST, STAY, TELL, ask, ask_codex


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


async def observation_of(running: Running, *, seconds: float = WAIT_SECONDS, cap: int = 1 << 20) -> Observation:
    async with asyncio.timeout(WAIT_SECONDS):
        return await observed(running, deadline_seconds=seconds, body_cap=cap)


def kinds(observation: Observation) -> list[type[Event]]:
    return [type(event) for event in observation.recording.events]


def end_of(observation: Observation) -> ClientEnded:
    [end] = (event for event in observation.recording.events if isinstance(event, ClientEnded))
    return end


def requests_of(observation: Observation) -> list[RequestSeen]:
    return [event for event in observation.recording.events if isinstance(event, RequestSeen)]


async def test_everything_that_a_client_does_is_an_event_in_its_order(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    observation = await observation_of(started(client.order()))

    assert kinds(observation) == [
        FrameReceived,
        FrameSent,
        FrameReceived,
        FrameReceived,
        FrameSent,
        RequestSeen,
        ReplySent,
        ClientEnded,
    ]
    times = [event.at_ns for event in observation.recording.events]
    assert times == sorted(times)
    assert (end_of(observation).exit_code, end_of(observation).said_completed) == (0, True)
    assert observation.running.sandbox.stdout == -1


@pytest.mark.parametrize("isolation", ISOLATIONS)
async def test_a_request_of_a_client_that_waits_for_no_answer_comes_before_its_end(
    stage: Stage, isolation: Isolation
) -> None:
    """A shell is gone long before our server is up: what it sent lies in the kernel's buffers."""
    client = stage.released("claude")
    client.program.write_text(
        "#!/bin/bash\n"
        'exec 3<>"/dev/tcp/127.0.0.1/${ANTHROPIC_BASE_URL##*:}"\n'
        r"printf 'POST /v1/messages HTTP/1.1\r\nHost: provider\r\nContent-Length: 2\r\n\r\n{}' >&3",
        encoding="utf-8",
    )

    observation = await observation_of(started(client.order(isolation=isolation)))

    assert [kind for kind in kinds(observation) if kind is not ReplySent] == [RequestSeen, ClientEnded]


async def test_the_deadline_ends_the_client_and_is_no_exit_code(stage: Stage) -> None:
    client = stage.released("claude", GREET, STAY)

    observation = await observation_of(started(client.order()), seconds=1)

    assert (end_of(observation).exit_code, requests_of(observation)) == (None, [])


async def test_a_body_over_the_cap_is_a_fault(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask(size=2000))

    observation = await observation_of(started(client.order()), cap=1000)

    assert [(request.body, request.fault) for request in requests_of(observation)] == [(None, "body-over-cap")]


async def test_an_upgrade_is_refused_where_http_is_asked_for(stage: Stage) -> None:
    client = stage.released("codex", LIST, ask_codex())

    observation = await observation_of(started(client.order(transport="http")))

    assert [request.role for request in requests_of(observation)] == ["upgrade"]
    assert end_of(observation).exit_code == 1


async def test_connections_to_the_proxies_are_counted(stage: Stage) -> None:
    client = stage.released("claude", {"do": "use_proxy"}, {"do": "use_proxy"})

    observation = await observation_of(started(client.order(isolation="environment")))

    assert (end_of(observation).refused_lookups, end_of(observation).refused_connections) == (0, 2)


async def test_much_output_is_taken_in_and_not_kept_whole(stage: Stage) -> None:
    """A client must not hang because nobody reads, and its report counts where it is at the beginning."""
    client = stage.released("claude")
    client.program.write_text(
        "#!/bin/sh\nhead -c 20000000 /dev/zero\nhead -c 1000000 /dev/zero >&2\n", encoding="utf-8"
    )

    observation = await observation_of(started(client.order()))

    assert (end_of(observation).exit_code, end_of(observation).said_completed) == (0, False)


async def test_when_the_guard_of_a_client_is_killed_the_run_has_no_result(stage: Stage) -> None:
    client = stage.released("claude", TELL, STAY)
    running = started(client.order())

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        observing = tasks.create_task(refused_observation(running))
        await asyncio.to_thread(client.ear.hear)
        running.sandbox._warden.kill()
        assert await observing == ["the process that guards the client was killed from outside; run again"]
    client.ear.wait_for_all()


async def refused_observation(running: Running) -> list[str]:
    lost: list[str] = []
    try:
        await observed(running, deadline_seconds=WAIT_SECONDS)
    except* WardenLostError as errors:
        lost += map(str, leaves(errors))
    return lost


def leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]


async def test_an_observation_that_is_broken_off_ends_the_client(stage: Stage) -> None:
    client = stage.released("claude", TELL, STAY)
    running = started(client.order())

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        observing = tasks.create_task(observed(running, deadline_seconds=WAIT_SECONDS))
        await asyncio.to_thread(client.ear.hear)
        observing.cancel()
    client.ear.wait_for_all()

    assert running.sandbox.stdout == -1


async def test_it_is_told_when_nothing_more_has_to_be_imported(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    told: list[None] = []

    async with asyncio.timeout(WAIT_SECONDS):
        await observed(started(client.order()), deadline_seconds=WAIT_SECONDS, on_serving=lambda: told.append(None))

    assert told == [None]


async def test_each_event_is_logged_where_that_is_wanted(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    client = stage.released("claude", LIST, ask())

    async with asyncio.timeout(WAIT_SECONDS):
        observation = await observed(started(client.order()), deadline_seconds=WAIT_SECONDS, is_verbose=True)

    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", len(observation.recording.events))
    assert "run='claude 2.1.268'" in err
