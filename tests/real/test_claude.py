"""Two releases of Claude Code, whole captures. What is expected was measured with the releases that are named."""

import asyncio
from typing import Final

import pytest

from captures.model import (
    Capture,
    Change,
    ClientId,
    Conditions,
    DeferredTool,
    Dropped,
    InlineTool,
    LaterShape,
    McpSession,
    Observed,
    ObservedConditions,
    Renamed,
    RequestGroup,
    Sighting,
)
from captures.words import JsonValue
from probe.clients.table import client_named
from probe.observe import observed
from probe.scenarios.first_request import FIRST_REQUEST
from probe.start import Order, Program, started
from sanitize.events import RequestSeen
from tests.real.command import SECONDS
from tests.real.conftest import Ask, Installed
from tests.real.expected import asked, changed, outcome, without_a_jail
from tests.support.isolations import ISOLATIONS

pytestmark = pytest.mark.real

OLDER: Final = "claude@2.1.268"
NEWER: Final = "claude@2.1.332"

NAME: Final = "mcp__shape_probe__lookup"

REPORTED_HEADERS: Final = (
    "accept",
    "accept-encoding",
    "anthropic-beta",
    "anthropic-dangerous-direct-browser-access",
    "anthropic-version",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
    "x-app",
    "x-claude-code-session-id",
    "x-stainless-arch",
    "x-stainless-lang",
    "x-stainless-os",
    "x-stainless-package-version",
    "x-stainless-retry-count",
    "x-stainless-runtime",
    "x-stainless-runtime-version",
    "x-stainless-timeout",
)
"""Of a model request, measured with 2.1.268 and a login; the same with a token for a gateway, and with 2.1.332."""

KEY_HEADERS: Final = tuple(sorted({*REPORTED_HEADERS, "x-api-key"} - {"authorization"}))
"""With an API key instead."""

HELLO: Final = RequestGroup(
    role="side",
    method="HEAD",
    path="/api/hello",
    transport="http",
    count=1,
    header_names=("accept", "accept-encoding", "connection", "host", "user-agent"),
)
"""Measured with 2.1.268; 2.1.332 does not send it."""

OLDER_MCP: Final = McpSession(
    methods=("initialize", "notifications/initialized", "tools/list"),
    protocol_version="2025-11-25",
    listed_before_model_request=True,
)
NEWER_MCP: Final = McpSession(
    methods=("server/discover", "tools/list"), protocol_version="2026-07-28", listed_before_model_request=True
)

CHANGES: Final[tuple[Change, ...]] = (
    Dropped(path="$.annotations", change="dropped"),
    Renamed(path="$.inputSchema", change="renamed", to="input_schema"),
    Renamed(path="$.name", change="renamed", to=NAME),
    Dropped(path="$.title", change="dropped"),
)

INLINE: Final = InlineTool(
    alias="shape_probe",
    name="lookup",
    presentation="inline",
    shown_as=NAME,
    role="model",
    pointer="$.tools[21]",
    definition={
        "name": NAME,
        "description": "Looks up one synthetic record.",
        "input_schema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Synthetic query."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 3, "default": 1},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    },
    changes=CHANGES,
)

INLINE_SIGHTINGS: Final = (
    Sighting(token="alias", role="model", pointer="$.tools[21].name", place="tool-name"),
    Sighting(token="tool.name", role="model", pointer="$.tools[21].name", place="tool-name"),
    Sighting(token="tool.description", role="model", pointer="$.tools[21].description", place="tool-description"),
    Sighting(
        token="property.query.description",
        role="model",
        pointer="$.tools[21].input_schema.properties.query.description",
        place="tool-schema",
    ),
)

ANNOUNCED_AT: Final = "$.messages[1].content[0].text"

DEFERRED: Final = DeferredTool(
    alias="shape_probe",
    name="lookup",
    presentation="deferred",
    via="ToolSearch",
    announced=True,
    shown_as=NAME,
    role="model",
    pointer=ANNOUNCED_AT,
)

DEFERRED_SIGHTINGS: Final = (
    Sighting(token="alias", role="model", pointer=ANNOUNCED_AT, place="message"),
    Sighting(token="tool.name", role="model", pointer=ANNOUNCED_AT, place="message"),
)


def model_requests(count: int, header_names: tuple[str, ...] = KEY_HEADERS) -> RequestGroup:
    return RequestGroup(
        role="model", method="POST", path="/v1/messages", transport="http", count=count, header_names=header_names
    )


OLDER_REFUSED: Final = Capture(
    client=ClientId(name="claude", version="2.1.268"),
    scenario="first-request",
    conditions=Conditions(
        requested={"reply": "refuse"}, observed=ObservedConditions(isolation=ISOLATIONS[0], transport="http")
    ),
    verdict=Observed(kind="observed"),
    mcp=OLDER_MCP,
    requests=(model_requests(2), HELLO),
    tools=(INLINE,),
    envelopes=(),
    traits={},
    sightings=INLINE_SIGHTINGS,
    later_shapes=(),
    outcome=outcome(1, attempts=2),
)

NEWER_ACCEPTED: Final = Capture(
    client=ClientId(name="claude", version="2.1.332"),
    scenario="first-request",
    conditions=Conditions(
        requested={"reply": "accept"}, observed=ObservedConditions(isolation=ISOLATIONS[0], transport="http")
    ),
    verdict=Observed(kind="observed"),
    mcp=NEWER_MCP,
    requests=(model_requests(1),),
    tools=(DEFERRED,),
    envelopes=(),
    traits={},
    sightings=DEFERRED_SIGHTINGS,
    later_shapes=(),
    outcome=outcome(0, attempts=1),
)


def test_2_1_268_shows_the_tool_inline_and_tries_a_refused_request_twice(ask: Ask) -> None:
    answer = ask(OLDER, "--reply=refuse")

    assert (answer.exit_code, answer.capture) == (0, OLDER_REFUSED)


def test_2_1_268_with_a_token_sends_the_header_names_of_the_report(ask: Ask) -> None:
    expected = changed(
        asked(OLDER_REFUSED, auth="token", reply="refuse"), requests=(model_requests(2, REPORTED_HEADERS), HELLO)
    )

    answer = ask(OLDER, "--reply=refuse", "--set=auth=token")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_2_1_268_completes_its_turn_in_one_attempt_when_it_is_answered(ask: Ask) -> None:
    expected = changed(
        asked(OLDER_REFUSED, reply="accept"), requests=(model_requests(1), HELLO), outcome=outcome(0, attempts=1)
    )

    answer = ask(OLDER)

    assert (answer.exit_code, answer.capture) == (0, expected)


def tools_in(body: JsonValue) -> int:
    """How many tools a request has; the only thing that this looks at."""
    tools = body.get("tools") if isinstance(body, dict) else None
    return len(tools) if isinstance(tools, list) else 0


async def test_2_1_268_shows_the_tool_after_all_of_its_own(installed: Installed) -> None:
    """The capture has no room for how many tools a client has itself, so this counts in memory."""
    found = installed(OLDER)
    program = Program(client=client_named("claude"), argv=found.argv, version=found.version, keep=found.keep)
    running = started(Order(program=program, scenario=FIRST_REQUEST, reply="refuse", settings={}))

    async with asyncio.timeout(SECONDS):
        observation = await observed(running, deadline_seconds=SECONDS)

    counts = [
        tools_in(event.body)
        for event in observation.recording.events
        if isinstance(event, RequestSeen) and event.role == "model"
    ]
    assert (INLINE.pointer, counts) == ("$.tools[21]", [22, 22])


def test_2_1_332_defers_the_tool_and_announces_its_name(ask: Ask) -> None:
    answer = ask(NEWER)

    assert (answer.exit_code, answer.capture) == (0, NEWER_ACCEPTED)


def test_2_1_332_shows_the_tool_inline_after_three_refusals(ask: Ask) -> None:
    expected = changed(
        asked(NEWER_ACCEPTED, reply="refuse"),
        requests=(model_requests(6),),
        later_shapes=(LaterShape(attempt=4, tools=(INLINE,)),),
        outcome=outcome(1, attempts=6),
    )

    answer = ask(NEWER, "--reply=refuse")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_2_1_332_with_a_token_sends_authorization_instead_of_the_key(ask: Ask) -> None:
    expected = changed(
        asked(NEWER_ACCEPTED, auth="token", reply="accept"), requests=(model_requests(1, REPORTED_HEADERS),)
    )

    answer = ask(NEWER, "--set=auth=token")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_2_1_332_without_tool_search_shows_the_tool_inline(ask: Ask) -> None:
    settings = {"reply": "accept", "tool-search": "false"}
    expected = changed(asked(NEWER_ACCEPTED, **settings), tools=(INLINE,), sightings=INLINE_SIGHTINGS)

    answer = ask(NEWER, "--set=tool-search=false")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_2_1_332_without_retries_gives_up_an_overloaded_provider_at_once(ask: Ask) -> None:
    expected = changed(asked(NEWER_ACCEPTED, reply="status:529", retries="0"), outcome=outcome(1, attempts=1))

    answer = ask(NEWER, "--reply=status:529", "--set=retries=0")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_2_1_268_without_a_jail_gives_the_same_capture_but_says_no_hello(ask: Ask) -> None:
    """Without a jail there is a proxy that refuses, and with a proxy it does not say hello."""
    expected = changed(without_a_jail(OLDER_REFUSED), requests=(model_requests(2),))

    answer = ask(OLDER, "--reply=refuse", "--set=isolation=environment")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_2_1_332_without_a_jail_gives_the_same_capture(ask: Ask) -> None:
    answer = ask(NEWER, "--set=isolation=environment")

    assert (answer.exit_code, answer.capture) == (0, without_a_jail(NEWER_ACCEPTED))
