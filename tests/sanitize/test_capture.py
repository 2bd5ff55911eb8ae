"""Whole recordings, as the two clients make them, with bodies of made-up text."""

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
)
from sanitize.capture import capture_of
from sanitize.events import Event
from tests.sanitize.bodies import (
    NAME,
    additional_tools,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    function,
    functions,
    program,
    text_item,
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
