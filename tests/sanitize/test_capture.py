"""Whole recordings, as the two clients make them, with bodies of made-up text."""

import json
from dataclasses import replace

import pytest
from pydantic import JsonValue

from captures import leaks
from captures.model import (
    Capture,
    ClientId,
    Conditions,
    DeferredTool,
    Dropped,
    Envelope,
    Fixture,
    Inconclusive,
    InlineTool,
    McpSession,
    Observed,
    ObservedConditions,
    Outcome,
    Renamed,
    RequestGroup,
    ShapesFile,
    Sighting,
    Survival,
)
from sanitize.capture import capture_of
from sanitize.events import Event
from sanitize.planted import PlantedResult
from sanitize.question import CallAsked
from tests.sanitize.bodies import (
    NAME,
    additional_tools,
    answered,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    function,
    functions,
    input_text,
    output,
    program,
    text_item,
    tool_result,
    tool_use,
    warm_up_body,
)
from tests.sanitize.test_traits import ALL
from tests.support.builders import (
    HANDSHAKE,
    LOOKUP,
    client_ended,
    frame_received,
    message_seen,
    planted,
    question,
    recording,
    reply_sent,
    request_seen,
)

MCP = McpSession(
    methods=("initialize", "notifications/initialized", "tools/list"),
    protocol_version="2025-11-25",
    listed_before_model_request=True,
)

CLAUDE = recording(
    request_seen(role="side", method="HEAD", path="/api/hello", header_names=("Host",)),
    request_seen(body=claude_body(claude_tool())),
    reply_sent(is_completion=False),
    request_seen(body={**claude_body(claude_tool()), "stream": False}),
    reply_sent(),
)

CODEX = recording(
    request_seen(role="upgrade", method="GET", path="/v1/responses"),
    message_seen(
        role="warm-up", body=warm_up_body(additional_tools(functions(program(), function("wait"), function("ask"))))
    ),
    reply_sent(role="warm-up"),
    message_seen(body=codex_body(previous_response_id="r1")),
    reply_sent(is_completion=False),
)


def _capture(*events: Event) -> Capture:
    return capture_of(events, question(reply="refuse"), planted())


def test_a_run_of_claude_with_a_definition_inline() -> None:
    assert _capture(*CLAUDE) == Capture(
        client=ClientId(name="claude", version="2.1.268"),
        scenario="first-request",
        conditions=Conditions(
            requested={"reply": "refuse"}, observed=ObservedConditions(isolation="namespace", transport="http")
        ),
        verdict=Observed(kind="observed"),
        mcp=MCP,
        requests=(
            RequestGroup(
                role="model",
                method="POST",
                path="/v1/messages",
                transport="http",
                count=2,
                header_names=("authorization", "content-type"),
            ),
            RequestGroup(
                role="side", method="HEAD", path="/api/hello", transport="http", count=1, header_names=("host",)
            ),
        ),
        tools=(
            InlineTool(
                alias="shape_probe",
                name="lookup",
                presentation="inline",
                shown_as=NAME,
                role="model",
                pointer="$.tools[1]",
                definition=claude_tool(),
                changes=(
                    Dropped(path="$.annotations", change="dropped"),
                    Renamed(path="$.inputSchema", change="renamed", to="input_schema"),
                    Renamed(path="$.name", change="renamed", to=NAME),
                    Dropped(path="$.title", change="dropped"),
                ),
            ),
        ),
        envelopes=(),
        traits={},
        sightings=(
            Sighting(token="alias", role="model", pointer="$.tools[1].name", place="tool-name"),
            Sighting(token="tool.name", role="model", pointer="$.tools[1].name", place="tool-name"),
            Sighting(
                token="tool.description", role="model", pointer="$.tools[1].description", place="tool-description"
            ),
            Sighting(
                token="property.query.description",
                role="model",
                pointer="$.tools[1].input_schema.properties.query.description",
                place="tool-schema",
            ),
        ),
        later_shapes=(),
        outcome=Outcome(exit_code=0, attempts=2, turn_completed=True, refused_lookups=0, refused_connections=0),
    )


def test_a_run_of_codex_with_the_tool_behind_programs_and_the_tools_in_the_warm_up() -> None:
    capture = _capture(*CODEX)
    assert capture.conditions.observed.transport == "websocket"
    assert capture.tools == (
        DeferredTool(
            alias="shape_probe",
            name="lookup",
            presentation="deferred",
            via="functions.exec",
            announced=False,
            shown_as=None,
            role=None,
            pointer=None,
        ),
    )
    assert capture.envelopes == (
        Envelope(
            role="warm-up",
            pointer="$.input[0].tools[0]",
            type="namespace",
            name="functions",
            tools=(
                {"type": "custom", "name": "exec", "format": "<custom grammar>"},
                {"type": "function", "name": "wait", "parameters": {}, "strict": "<boolean>"},
                {"type": "function", "name": "ask", "parameters": {}, "strict": "<boolean>"},
            ),
        ),
    )
    assert (capture.traits, capture.sightings) == (ALL, ())
    assert [(group.role, group.transport, group.count) for group in capture.requests] == [
        ("model", "websocket", 1),
        ("warm-up", "websocket", 1),
        ("upgrade", "http", 1),
    ]
    assert capture.outcome.turn_completed is False


def test_a_run_of_codex_that_announces_the_server() -> None:
    note = text_item("developer", "Made-up text.", "<tools>\nMade-up list:\n- mcp__shape_probe\n</tools>")
    body = codex_body(additional_tools(functions(program())), note, previous_response_id="r1")
    capture = _capture(*recording(message_seen(role="warm-up", body=warm_up_body()), message_seen(body=body)))
    (tool,) = capture.tools
    assert tool == DeferredTool(
        alias="shape_probe",
        name="lookup",
        presentation="deferred",
        via="functions.exec",
        announced=True,
        shown_as="mcp__shape_probe",
        role="model",
        pointer="$.input[1].content[1].text",
    )


def test_the_first_request_is_the_shape_and_what_an_error_leads_to_is_kept() -> None:
    deferred = request_seen(body=claude_body(builtin("ToolSearch"), note=f"Made-up list:\n{NAME}"))
    inline = request_seen(body=claude_body(claude_tool(), note=f"Made-up list:\n{NAME}"))
    capture = _capture(*recording(deferred, deferred, inline, inline))
    assert [tool.presentation for tool in capture.tools] == ["deferred"]
    assert [(later.attempt, later.tools[0].presentation) for later in capture.later_shapes] == [(3, "inline")]


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        (recording(), "no-model-request"),
        ((*HANDSHAKE, client_ended(exit_code=None)), "deadline-before-model-request"),
        ((request_seen(body=claude_body(claude_tool())), client_ended()), "server-never-listed"),
        ((request_seen(body=claude_body(claude_tool())), *recording()), "listed-after-model-request"),
        (recording(request_seen(role="side", fault="body-not-json")), "body-not-json"),
        (recording(request_seen(fault="undecodable-body")), "undecodable-body"),
    ],
)
def test_an_inconclusive_run_says_nothing_of_tools(events: tuple[Event, ...], reason: str) -> None:
    capture = _capture(*events)
    assert isinstance(capture.verdict, Inconclusive)
    assert capture.verdict.reason == reason
    assert (capture.tools, capture.envelopes, capture.traits, capture.sightings, capture.later_shapes) == (
        (),
        (),
        {},
        (),
        (),
    )


def test_a_run_that_the_deadline_cut_has_no_counts() -> None:
    capture = _capture(*CLAUDE[:-1], client_ended(exit_code=None, refused_lookups=2, refused_connections=3))
    assert capture.outcome == Outcome(
        exit_code=None, attempts=None, turn_completed=True, refused_lookups=2, refused_connections=3
    )
    assert [group.count for group in capture.requests] == [None, None]
    assert isinstance(capture.verdict, Observed)


def test_a_turn_is_complete_when_both_sides_say_so() -> None:
    request = request_seen(body=claude_body())
    silent = _capture(*HANDSHAKE, request, reply_sent(), client_ended(said_completed=False))
    warmed = _capture(*HANDSHAKE, request, reply_sent(role="warm-up"), client_ended())
    assert (silent.outcome.turn_completed, warmed.outcome.turn_completed) == (False, False)


def test_a_recording_that_stops_early_is_as_cut_by_the_deadline() -> None:
    capture = _capture(*CLAUDE[:-1])
    assert capture.outcome == Outcome(
        exit_code=None, attempts=None, turn_completed=False, refused_lookups=0, refused_connections=0
    )


def test_a_call_after_the_model_request_is_no_part_of_the_session() -> None:
    assert _capture(*CLAUDE[:-1], frame_received(method="tools/call"), client_ended()).mcp == MCP


@pytest.mark.parametrize("events", [CLAUDE, CODEX, recording(), ()])
def test_the_leak_guard_passes_what_comes_out(events: tuple[Event, ...]) -> None:
    fixture = Fixture(alias="shape_probe", tool=dict[str, JsonValue](LOOKUP))
    file = ShapesFile(schema_version=1, fixture=fixture, captures=(_capture(*events),))
    leaks.check(file.model_dump())


CALL = CallAsked(route="shown-name", kind="tool_use", call_id="call-2", shown_as=NAME, query="query-1")

LOAD = CallAsked(route="exec", kind="custom_tool_call", call_id="call-1", shown_as="ALL_TOOLS", expects="loaded")


def _scripted(*events: Event, calls: tuple[CallAsked, ...] = (), has_subagent: bool = False) -> Capture:
    result = PlantedResult(query="query-1", texts=(("result.text", "A made-up result of some length."),))
    asked = replace(question(), calls=calls, has_subagent=has_subagent)
    capture = capture_of(recording(*events), asked, replace(planted(), results=(result,)))
    fixture = Fixture(alias="shape_probe", tool=dict[str, JsonValue](LOOKUP))
    leaks.check(ShapesFile(schema_version=1, fixture=fixture, captures=(capture,)).model_dump())
    return capture


def test_a_run_of_claude_that_loads_a_tool_and_calls_it() -> None:
    search = CallAsked(
        route="search", kind="tool_use", call_id="call-1", shown_as="ToolSearch", expects="loaded", query=None
    )
    note = f"Made-up list:\n{NAME}"
    first = claude_body(builtin("ToolSearch"), note=note)
    found = tool_result("call-1", [{"type": "tool_reference", "tool_name": NAME}])
    loaded = answered(
        claude_body(builtin("ToolSearch"), claude_tool(defer_loading=True), note=note), tool_use("call-1"), found
    )
    called = answered(loaded, tool_use("call-2"), tool_result("call-2", "A made-up result of …"))
    frame = replace(frame_received(method="tools/call"), params={"name": "lookup", "arguments": {"query": "query-1"}})
    capture = _scripted(
        request_seen(body=first),
        request_seen(body=loaded),
        frame,
        request_seen(body=called),
        calls=(search, CALL),
    )
    (tool,) = capture.tools
    assert isinstance(tool, DeferredTool)
    assert tool.loaded is not None
    assert (tool.loaded.attempt, tool.loaded.pointer) == (2, "$.tools[2]")
    assert capture.later_shapes == ()
    assert [
        (call.route, call.reached_server, call.answer.attempt, [block.type for block in call.answer.blocks])
        for call in capture.calls
        if call.answer is not None
    ] == [("search", False, 2, ["tool_reference"]), ("shown-name", True, 3, ["string"])]
    assert capture.outcome.attempts == 3
    assert capture.subagent is None


def test_a_run_of_codex_that_lists_the_tools_in_a_program() -> None:
    listed = json.dumps([{"name": NAME, "description": "Looks up one synthetic record.\n\nMade-up declaration."}])
    capture = _scripted(
        message_seen(body=codex_body(additional_tools(functions(program())))),
        message_seen(body={"input": [output("call-1", input_text("Made up.", listed))], "previous_response_id": "r1"}),
        calls=(LOAD,),
    )
    (tool,) = capture.tools
    assert isinstance(tool, DeferredTool)
    assert tool.loaded is not None
    assert tool.loaded.definition == {"name": NAME, "description": "<string>"}
    assert tool.loaded.pointer == "$.input[0].output[1].text"
    (call,) = capture.calls
    assert call.answer is not None
    assert [[text.planted for text in block.texts] for block in call.answer.blocks] == [
        [()],
        [(Survival(token="tool.description", head=30, tail=0, of=30),)],
    ]
    assert capture.later_shapes == ()


def test_the_requests_of_a_sub_agent_are_counted_and_disturb_nothing() -> None:
    parent = request_seen(body=claude_body(claude_tool()))
    child = replace(
        request_seen(body=claude_body(builtin("ToolSearch"))), header_names=("Accept", "X-Claude-Code-Agent-Id")
    )
    told = _scripted(parent, child, parent, child, has_subagent=True)
    assert [tool.presentation for tool in told.tools] == ["inline"]
    assert told.later_shapes == ()
    assert told.outcome.attempts == 4
    assert told.subagent is not None
    assert told.subagent.header_names_of_child == ("accept", "x-claude-code-agent-id")
    assert [tool.presentation for tool in told.subagent.tools] == ["deferred"]
    untold = _scripted(parent, child, parent, child)
    assert untold.subagent is None
    assert [later.attempt for later in untold.later_shapes] == [2]


def test_a_call_of_a_sub_agent_is_answered_in_its_own_requests() -> None:
    parent = request_seen(body=claude_body(claude_tool()))
    body = answered(claude_body(claude_tool()), tool_use("call-2"), tool_result("call-2", "made up"))
    child = replace(request_seen(body=body), header_names=("X-Claude-Code-Agent-Id",))
    (call,) = _scripted(parent, child, calls=(CALL,), has_subagent=True).calls
    assert call.answer is not None
    assert call.answer.attempt == 2


def test_a_run_with_a_child_alone_says_nothing() -> None:
    child = replace(request_seen(body=claude_body(claude_tool())), header_names=("X-Claude-Code-Agent-Id",))
    capture = _scripted(child, calls=(CALL,), has_subagent=True)
    assert isinstance(capture.verdict, Inconclusive)
    assert (capture.verdict.reason, capture.calls, capture.subagent) == ("no-model-request", (), None)
