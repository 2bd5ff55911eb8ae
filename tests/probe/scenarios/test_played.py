"""`shape-probe run` with a scenario that has a script, from the command line to the file. Its client has one too."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.stage import Scripted, Stage, Step, opened_stage
from tests.support.steps import INLINE, LIST, ask, messages

RUN = ("--scenario", "tool-call")


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def answering(*ids: str) -> Step:
    """A model request that has the answers to these calls."""
    results = [{"type": "tool_result", "tool_use_id": each, "content": "Made up.", "is_error": True} for each in ids]
    prompt = {"type": "text", "text": "{prompt}"}
    return ask(messages(INLINE, messages=[{"role": "user", "content": [prompt, *results]}]))


WHOLE = (
    LIST,
    ask(),
    answering("call_shown_name"),
    answering("call_shown_name", "call_raw_name"),
    answering("call_shown_name", "call_raw_name", "call_other_case"),
)
"""What a client sends that plays the script to its end."""


def one(stage: Stage) -> Any:  # noqa: ANN401 - JSON
    [capture] = stage.shapes()["captures"]
    return capture


def played(stage: Stage, *steps: Step) -> Scripted:
    return stage.released("claude", *steps)


def test_a_script_that_is_played_to_its_end_gives_a_line_for_each_call(stage: Stage) -> None:
    done = stage.run("run", played(stage, *WHOLE).spec, *RUN)

    assert (done.exit_code, done.stderr) == (0, "written: native-tool-shapes.json\n")
    calls = one(stage)["calls"]
    assert [(call["route"], call["reached_server"], call["answer"]["is_error"]) for call in calls] == [
        ("shown-name", False, True),
        ("raw-name", False, True),
        ("other-case", False, True),
    ]
    assert [line.split()[:2] for line in done.stdout.splitlines() if line.endswith("error: string")] == (
        [["claude", "2.1.268"]] * 3
    )


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ((*WHOLE, ask()), "unscripted-request"),
        (WHOLE[:3], "unused-turn"),
    ],
)
def test_a_run_that_goes_otherwise_than_scripted_shows_nothing(
    stage: Stage, steps: tuple[Step, ...], reason: str
) -> None:
    done = stage.run("run", played(stage, *steps).spec, *RUN)

    assert (done.exit_code, f"claude 2.1.268: inconclusive ({reason}): " in done.stderr) == (3, True)
    assert (one(stage)["verdict"], one(stage)["calls"]) == ({"kind": "inconclusive", "reason": reason}, [])


def test_the_log_names_the_turns_that_were_not_used(stage: Stage) -> None:
    done = stage.run("run", played(stage, *WHOLE[:4]).spec, *RUN, "--verbose")

    assert "unused_turns=('done',)" in done.stderr


def test_a_turn_that_is_optional_may_stay_unused(stage: Stage) -> None:
    client = played(stage, LIST, ask())

    done = stage.run("run", client.spec, "--scenario", "stream-fault", "--set", "fault=crlf")

    assert (done.exit_code, one(stage)["verdict"]) == (0, {"kind": "observed"})
    assert one(stage)["conditions"]["requested"] == {"fault": "crlf", "reply": "accept"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            (*RUN, "--reply", "refuse"),
            "the scenario tool-call says itself what model requests get; leave --reply out",
        ),
        (
            ("--scenario", "stream-fault"),
            "give --set fault=truncated|stalled|wrong-order|split-character|crlf; there is no default",
        ),
        (
            (*RUN, "--set", "fault=crlf"),
            "claude takes no --set fault; it takes auth, isolation, model, retries, tool-search, transport",
        ),
    ],
)
def test_what_a_script_leaves_no_room_for_is_refused_before_anything_is_started(
    stage: Stage, arguments: tuple[str, ...], sentence: str
) -> None:
    client = played(stage, {"do": "tell"})

    done = stage.run("run", client.spec, *arguments)

    assert (done.exit_code, done.stderr) == (2, f"shape-probe: {sentence}\n")
    assert client.ear.has_heard_nothing()


def test_every_tool_that_is_offered_at_any_time_is_in_the_fixture(stage: Stage) -> None:
    done = stage.run("run", played(stage, LIST, ask()).spec, "--scenario", "tool-change")

    assert done.exit_code == 3
    fixture = stage.shapes()["fixture"]
    assert (fixture["tool"]["name"], [tool["name"] for tool in fixture["more_tools"]]) == (
        "lookup",
        ["kept", "removed_later", "changed_later", "changed_later", "added_later"],
    )
