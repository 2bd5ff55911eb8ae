"""An observation becomes a capture, and captures of one question become one."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from captures.model import Capture, Observed, Unstable
from captures.words import JsonValue
from fake_mcp.catalog import Catalog, ToolChange
from probe.capture import captured, one_each, tools_of
from probe.observe import Observation
from probe.recording import Recording
from probe.scenarios.tool_call import TOOL_CALL
from probe.start import Running, started
from tests.captures.samples import a_capture, client
from tests.support.builders import HANDSHAKE, client_ended, request_seen
from tests.support.stage import Stage, opened_stage
from tests.support.steps import STAY


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


@pytest.fixture
def running(stage: Stage) -> Iterator[Running]:
    """A client that was started, and does nothing."""
    found = started(stage.released("claude", STAY).order(model="some-model", isolation="environment"))
    yield found
    found.sandbox.close()


def test_a_capture_says_what_was_asked_and_what_was_planted_is_found(running: Running) -> None:
    recording = Recording()
    body: JsonValue = {
        "messages": [{"role": "user", "content": running.marker}],
        "tools": [{"name": "mcp__shape_probe__lookup", "description": "Looks up one synthetic record."}],
    }
    for event in (*HANDSHAKE, request_seen(body=body), client_ended()):
        recording.append(event)

    capture = captured(Observation(running=running, recording=recording))

    assert (capture.client.name, capture.client.version, capture.scenario) == ("claude", "2.1.268", "first-request")
    assert capture.conditions.requested == {"reply": "accept", "isolation": "environment", "model": "some-model"}
    assert capture.conditions.observed.isolation == "environment"
    assert (capture.verdict, [tool.presentation for tool in capture.tools]) == (Observed(kind="observed"), ["inline"])


def test_captures_of_one_question_are_one_and_others_are_left_alone() -> None:
    one, other = a_capture(), a_capture(client=client("claude", "2.1.268"))

    assert one_each([one, other, one]) == (one, other)


def test_another_version_scenario_or_condition_is_another_question() -> None:
    captures = (
        a_capture(),
        a_capture(client=client("codex", "0.154.0")),
        a_capture(scenario="other"),
        a_capture(conditions=conditions({"reply": "accept"}, "namespace")),
    )

    assert one_each(captures) == captures


def test_the_isolation_that_a_run_had_is_a_part_of_the_answer() -> None:
    captures = [a_capture(conditions=conditions({}, isolation)) for isolation in ("namespace", "environment")]

    [capture] = one_each(captures)

    assert capture.verdict == Unstable(kind="unstable", pointers=("$.conditions.observed.isolation",))


def conditions(requested: dict[str, str], isolation: str) -> dict[str, object]:
    return {"requested": requested, "observed": {"isolation": isolation, "transport": "http"}}


def test_of_no_capture_there_is_none() -> None:
    nothing: list[Capture] = []

    assert one_each(nothing) == ()


def test_the_tools_of_a_catalog_are_all_that_it_offers_at_any_time() -> None:
    one, two, changed = ({"name": name, "description": text} for name, text in (("a", "x"), ("b", "x"), ("b", "y")))
    catalog = Catalog(
        alias="some",
        tools=(one, two),
        changes=(ToolChange(after_query="q", tools=(two,)), ToolChange(after_query="r", tools=(one, changed))),
    )

    assert tools_of(catalog) == (one, two, changed)


def test_what_a_script_asks_and_plants_is_looked_for(running: Running) -> None:
    answer: JsonValue = {
        "type": "tool_result",
        "tool_use_id": "call_shown_name",
        "content": "Here: One synthetic record.",
    }
    body: JsonValue = {"messages": [{"role": "user", "content": [running.marker, answer]}], "tools": [{"name": "x"}]}
    recording = Recording()
    for event in (*HANDSHAKE, request_seen(body=body), client_ended()):
        recording.append(event)

    order = replace(running.order, scenario=TOOL_CALL)
    call, *others = captured(Observation(running=replace(running, order=order), recording=recording)).calls

    assert [other.answer for other in others] == [None, None]
    assert (call.route, call.reached_server) == ("shown-name", False)
    assert call.answer is not None
    assert [survival.token for text in call.answer.blocks[0].texts for survival in text.planted] == ["result.text"]
