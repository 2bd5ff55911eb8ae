"""What holds for any body: order never shows, nothing of anybody's text comes out, nothing raises."""

import json
import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from captures import leaks
from captures.model import Capture, Fixture, ShapesFile
from sanitize.capture import capture_of
from sanitize.events import Event
from sanitize.planted import PlantedResult
from sanitize.pointers import nodes, strings
from sanitize.question import CallAsked
from sanitize.roles import anthropic_messages_role, openai_responses_role
from tests.sanitize.bodies import (
    NAME,
    additional_tools,
    answered,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    found_tools,
    function,
    functions,
    input_text,
    namespace,
    nested,
    output,
    program,
    text_item,
    tool_result,
    warm_up_body,
)
from tests.support.builders import (
    LOOKUP,
    PROMPT_MARKER,
    frame_received,
    message_seen,
    planted,
    question,
    recording,
    request_seen,
)

UNHURRIED = settings(deadline=None)  # a slow machine is no failure

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()

TELLING_KEYS = st.sampled_from(
    ["tools", "name", "type", "description", "input_schema", "messages", "input", "content", "format"]
)

TELLING_TEXTS = st.sampled_from(
    [
        *("shape_probe", "lookup", NAME, "mcp__shape_probe", "Synthetic query.", "Looks up one synthetic record."),
        *("Looks up", "Looks up\ud83d…", "namespace", "custom", "exec", "tool_search", "ToolSearch", "ALL_TOOLS"),
    ]
)


def _containers(children: st.SearchStrategy[JsonValue]) -> st.SearchStrategy[JsonValue]:
    return st.lists(children, max_size=4) | st.dictionaries(TELLING_KEYS | st.text(), children, max_size=6)


JSON: st.SearchStrategy[JsonValue] = st.recursive(SCALARS | TELLING_TEXTS, _containers, max_leaves=24)

OBJECTS = st.dictionaries(TELLING_KEYS | st.text(), JSON, max_size=6)

ALIEN = st.recursive(
    st.text().map(lambda text: f"any body's {text}") | st.integers(10**6, 10**9),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(TELLING_KEYS | st.text().map(lambda text: f"any body's {text}"), children, max_size=4)
    ),
    max_leaves=12,
)
"""JSON whose every text, except some keys, begins alike, and whose every number is large."""

BODIES: tuple[JsonValue, ...] = (
    claude_body(claude_tool(defer_loading=True)),
    claude_body(builtin("ToolSearch"), note=f"Made-up list:\n{NAME}"),
    codex_body(additional_tools(functions(program(), function("wait"))), text_item("developer", "- mcp__shape_probe")),
    codex_body(tools=[namespace(), function("wait")]),
    codex_body(tools=[functions(program(f"declare {NAME}(args)"))]),
)


TEXTS = st.sampled_from(
    [
        "A made-up result of some length.",
        "[{",
        json.dumps([LOOKUP, {"name": NAME, "description": "Looks up one synthetic record. And more."}]),
    ]
)

QUERIES = st.fixed_dictionaries({"query": st.just("query-1")}, optional={"limit": SCALARS, "more": JSON})


def _shuffled(value: JsonValue, source: random.Random) -> JsonValue:
    match value:
        case dict():
            keys = list(value)
            source.shuffle(keys)
            return {key: _shuffled(value[key], source) for key in keys}
        case list():
            return [_shuffled(item, source) for item in value]
        case _:
            return value


def _events(body: JsonValue, warm_up: JsonValue = None) -> tuple[Event, ...]:
    """A recording with a warm-up, the body twice, and the tools of the body loaded by a chained message."""
    return recording(
        message_seen(role="warm-up", body=warm_up_body() if warm_up is None else warm_up),
        request_seen(body=body),
        message_seen(body=codex_body(additional_tools(body), previous_response_id="r1")),
        request_seen(body=body),
    )


def _capture(body: JsonValue, warm_up: JsonValue = None, tool: dict[str, JsonValue] = LOOKUP) -> Capture:
    return capture_of(_events(body, warm_up), question(), planted(tool))


CALLS = (
    CallAsked(route="loading", kind="tool_use", call_id="call-1", shown_as="ToolSearch", expects="loaded"),
    CallAsked(route="calling", kind="custom_tool_call", call_id="call-2", shown_as=NAME, query="query-1"),
)

RESULT = PlantedResult(query="query-1", texts=(("result.text", "A made-up result of some length."),))


def _scripted(body: JsonValue, arguments: JsonValue = None, names: tuple[str, ...] = ()) -> Capture:
    """A run with calls and a sub-agent, in whose every place for an answer `body` stands, and as JSON in a text."""
    told = json.dumps([body, {"name": NAME, "description": body}])
    results = (tool_result("call-1", body), tool_result("call-2", [body, {"type": "text", "text": told}]))
    outputs = (output("call-1", [body, *input_text(told)]), output("call-2", body), found_tools("call-3", body, body))
    child = ("X-Claude-Code-Agent-Id", *names)
    events = recording(
        request_seen(body=claude_body(builtin("ToolSearch"))),
        request_seen(body=answered(claude_body(builtin("ToolSearch"), body), *results)),
        message_seen(body=codex_body(*outputs, client_metadata=body)),
        request_seen(header_names=child, body=codex_body(*outputs, metadata=body)),
        replace(frame_received(method="tools/call"), params={"name": "lookup", "arguments": arguments}),
    )
    asked = replace(question(), calls=CALLS, has_subagent=True)
    return capture_of(events, asked, replace(planted(), results=(RESULT,)))


def _guard(capture: Capture, tool: dict[str, JsonValue] = LOOKUP) -> None:
    fixture = Fixture(alias="shape_probe", tool=tool)
    leaks.check(ShapesFile(schema_version=1, fixture=fixture, captures=(capture,)).model_dump())


@UNHURRIED
@given(body=st.sampled_from(BODIES), source=st.randoms())
def test_the_order_of_keys_never_shows_in_a_capture_of_a_client(body: JsonValue, source: random.Random) -> None:
    assert _capture(_shuffled(body, source)) == _capture(body)


@UNHURRIED
@given(body=JSON, warm_up=JSON, source=st.randoms())
def test_the_order_of_keys_never_shows_in_a_capture_of_anything(
    body: JsonValue, warm_up: JsonValue, source: random.Random
) -> None:
    assert _capture(_shuffled(body, source), _shuffled(warm_up, source)) == _capture(body, warm_up)


@UNHURRIED
@given(body=JSON, warm_up=JSON)
def test_any_body_gives_a_capture_that_the_leak_guard_passes(body: JsonValue, warm_up: JsonValue) -> None:
    _guard(_capture(body, warm_up))


@UNHURRIED
@given(tool=OBJECTS, fields=OBJECTS)
def test_any_planted_tool_gives_a_capture(tool: dict[str, JsonValue], fields: dict[str, JsonValue]) -> None:
    capture = _capture({"tools": [tool, {**tool, **fields}, functions(tool)]}, tool=tool)
    assert len(capture.tools) == 1


@UNHURRIED
@given(fields=st.dictionaries(TELLING_KEYS | st.just("any body's key"), ALIEN, max_size=5), number=st.integers(0, 3))
def test_nothing_that_a_client_adds_is_written(fields: dict[str, JsonValue], number: int) -> None:
    ours, group = claude_tool(), functions({**function("wait"), **fields}, {**program(), **fields})
    bodies = (claude_body({**fields, **ours}), claude_body({**ours, **fields}), claude_body(group, fields), fields)
    warm_up: JsonValue = {**codex_body(group), **fields, "tools": [namespace({**ours, **fields})]}
    capture = _capture(bodies[number], warm_up=warm_up)
    told = capture.model_dump(mode="json", include={"tools", "envelopes", "sightings", "later_shapes"})
    assert not any("any body's" in found.text for found in strings(told))
    assert not any(type(node.value) is int and node.value >= 10**6 for node in nodes(told))


@UNHURRIED
@given(secret=st.text(min_size=1).map(lambda text: f"any body's {text}"), body=st.sampled_from(BODIES))
def test_no_text_around_planted_text_is_written(secret: str, body: JsonValue) -> None:
    spoilt = json.loads(json.dumps(body).replace("Made-up", json.dumps(secret)[1:-1]))
    capture = _capture(spoilt).model_dump(mode="json")
    assert not any(secret in found.text for found in strings(capture))


@UNHURRIED
@given(body=JSON | TEXTS, arguments=JSON | QUERIES)
def test_any_answer_gives_a_capture_that_the_leak_guard_passes(body: JsonValue, arguments: JsonValue) -> None:
    _guard(_scripted(body, arguments))


@UNHURRIED
@given(body=JSON, arguments=JSON | QUERIES, source=st.randoms())
def test_the_order_of_keys_never_shows_in_what_is_said_of_calls(
    body: JsonValue, arguments: JsonValue, source: random.Random
) -> None:
    shuffled, plain = _scripted(_shuffled(body, source), _shuffled(arguments, source)), _scripted(body, arguments)
    assert (shuffled.calls, shuffled.subagent) == (plain.calls, plain.subagent)


@UNHURRIED
@given(body=ALIEN, arguments=st.dictionaries(st.just("query") | st.text(), ALIEN), name=st.text())
def test_nothing_that_comes_back_for_a_call_is_written(
    body: JsonValue, arguments: dict[str, JsonValue], name: str
) -> None:
    query: dict[str, JsonValue] = {**arguments, "query": "query-1"}
    capture = _scripted(body, query, names=(f"any body's {name}",))
    told = capture.model_dump(mode="json", include={"tools", "calls", "subagent", "later_shapes"})
    assert not any("any body's" in found.text for found in strings(told))
    (loading, calling) = capture.calls
    assert (loading.reached_server, calling.reached_server) == (False, True)
    kept = [node.value for node in nodes(dict(calling.arguments or {})) if type(node.value) is int]
    assert all(value <= 10**6 for value in kept)


@UNHURRIED
@given(body=JSON)
def test_a_capture_depends_on_nothing_but_its_arguments(body: JsonValue) -> None:
    assert _capture(body).model_dump_json() == _capture(body).model_dump_json()


@UNHURRIED
@given(body=JSON, text=st.text())
def test_any_body_has_a_role(body: JsonValue, text: str) -> None:
    assert anthropic_messages_role("POST", "/v1/messages", body=body, prompt_marker=PROMPT_MARKER) in {"model", "side"}
    role = openai_responses_role("websocket", text, path="/responses", body=body, prompt_marker=PROMPT_MARKER)
    assert role in {"model", "warm-up", "side"}


def test_a_body_of_any_depth_gives_a_capture_that_the_leak_guard_passes() -> None:
    deep = nested(10_000, "shape_probe")
    body = claude_body(claude_tool(input_schema=deep), functions({"extra": deep}))
    _guard(_capture({**body, "metadata": deep}))
