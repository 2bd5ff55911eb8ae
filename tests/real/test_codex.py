"""Two releases of Codex, whole captures. What is expected was measured with the releases that are named."""

from typing import Final, Literal

import pytest

from captures.model import (
    Added,
    Capture,
    ClientId,
    Conditions,
    DeferredTool,
    Dropped,
    Envelope,
    McpSession,
    NamespacedTool,
    Observed,
    ObservedConditions,
    Renamed,
    RequestGroup,
    Sighting,
)
from captures.words import Role
from tests.real.conftest import Ask
from tests.real.expected import asked, changed, outcome, without_a_jail
from tests.support.isolations import ISOLATIONS

pytestmark = pytest.mark.real

OLDER: Final = "codex@0.154.0"
NEWER: Final = "codex@0.171.0"

REPORTED_MODEL_LIST_HEADERS: Final = (
    "accept",
    "authorization",
    "chatgpt-account-id",
    "host",
    "originator",
    "user-agent",
    "version",
)
"""Of `GET /models`, measured with 0.154.0 and a ChatGPT login."""

REPORTED_UPGRADE_HEADERS: Final = (
    "authorization",
    "chatgpt-account-id",
    "connection",
    "host",
    "openai-beta",
    "originator",
    "sec-websocket-extensions",
    "sec-websocket-key",
    "sec-websocket-version",
    "session-id",
    "thread-id",
    "upgrade",
    "user-agent",
    "version",
    "x-client-request-id",
    "x-codex-beta-features",
    "x-codex-routing-hint",
    "x-codex-turn-metadata",
    "x-codex-window-id",
)
"""Of the WebSocket upgrade, measured with 0.154.0 and a ChatGPT login."""

LOGIN_HEADERS: Final = frozenset({"chatgpt-account-id", "x-codex-routing-hint"})
"""What a request with a key has not."""

UPGRADE_HEADERS: Final = tuple(name for name in REPORTED_UPGRADE_HEADERS if name not in LOGIN_HEADERS)
"""The same with a key, and with 0.171.0."""

POST_HEADERS: Final = (
    "accept",
    "authorization",
    "content-length",
    "content-type",
    "host",
    "originator",
    "session-id",
    "thread-id",
    "user-agent",
    "version",
    "x-client-request-id",
    "x-codex-beta-features",
    "x-codex-turn-metadata",
    "x-codex-window-id",
    "x-openai-internal-codex-responses-lite",
)
"""Of a model request over HTTP with a key, measured with 0.154.0. 0.171.0 adds accept-encoding, a login three more."""

MCP: Final = McpSession(
    methods=("initialize", "notifications/initialized", "tools/list"),
    protocol_version="2025-06-18",
    listed_before_model_request=True,
)

TRAITS: Final = {
    "exec.all_tools_enumerates_nested_tools": True,
    "exec.deferred_tools_may_be_omitted": True,
    "exec.names_normalized_to_identifiers": True,
    "exec.nested_tools_on_tools_object": True,
}

OLDER_FUNCTIONS: Final = Envelope(
    role="model",
    pointer="$.input[0].tools[0]",
    type="namespace",
    name="functions",
    tools=(
        {"type": "custom", "name": "exec", "format": "<custom grammar>"},
        {"type": "function", "name": "wait", "parameters": {}, "strict": "<boolean>"},
        {"type": "function", "name": "request_user_input", "parameters": {}, "strict": "<boolean>"},
        {"type": "function", "name": "request_user_input_async", "parameters": {}, "strict": "<boolean>"},
    ),
)

NEWER_FUNCTIONS: Final = OLDER_FUNCTIONS.model_copy(
    update={
        "tools": (
            *OLDER_FUNCTIONS.tools,
            {"type": "function", "name": "send_message_to_user_async", "parameters": {}, "strict": "<boolean>"},
        )
    }
)

NOT_ANNOUNCED: Final = DeferredTool(
    alias="shape_probe",
    name="lookup",
    presentation="deferred",
    via="functions.exec",
    announced=False,
    shown_as=None,
    role=None,
    pointer=None,
)

ANNOUNCED_AT: Final = "$.input[2].content[3].text"

ANNOUNCED: Final = DeferredTool(
    alias="shape_probe",
    name="lookup",
    presentation="deferred",
    via="functions.exec",
    announced=True,
    shown_as="mcp__shape_probe",
    role="model",
    pointer=ANNOUNCED_AT,
)

NAMESPACED: Final = NamespacedTool(
    alias="shape_probe",
    name="lookup",
    presentation="namespaced",
    namespace="mcp__shape_probe",
    shown_as="lookup",
    role="model",
    pointer="$.tools[8].tools[0]",
    definition={
        "type": "function",
        "name": "lookup",
        "description": "Looks up one synthetic record.",
        "strict": False,
        "parameters": {
            "type": "object",
            "properties": {
                "limit": {"type": "integer"},
                "query": {"type": "string", "description": "Synthetic query."},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    },
    changes=(
        Dropped(path="$.annotations", change="dropped"),
        Renamed(path="$.inputSchema", change="renamed", to="parameters"),
        Dropped(path="$.inputSchema.properties.limit.default", change="dropped"),
        Dropped(path="$.inputSchema.properties.limit.maximum", change="dropped"),
        Dropped(path="$.inputSchema.properties.limit.minimum", change="dropped"),
        Added(path="$.strict", change="added"),
        Dropped(path="$.title", change="dropped"),
        Added(path="$.type", change="added"),
    ),
)


def messages(role: Role, count: int, header_names: tuple[str, ...] = UPGRADE_HEADERS) -> RequestGroup:
    """Upgrades, or the messages that came over them."""
    return RequestGroup(
        role=role, method="GET", path="/v1/responses", transport="websocket", count=count, header_names=header_names
    )


def posts(*more_header_names: str) -> RequestGroup:
    return RequestGroup(
        role="model",
        method="POST",
        path="/v1/responses",
        transport="http",
        count=1,
        header_names=tuple(sorted((*POST_HEADERS, *more_header_names))),
    )


def asked_of_the_account(path: str, count: int, *header_names: str) -> RequestGroup:
    return RequestGroup(role="side", method="GET", path=path, transport="http", count=count, header_names=header_names)


def seen_at(role: Literal["model", "warm-up"]) -> tuple[Sighting, ...]:
    """Where an unknown model's request has the planted texts."""
    tool = "$.tools[8].tools[0]"
    return (
        Sighting(token="alias", role=role, pointer="$.tools[8].description", place="namespace"),
        Sighting(token="alias", role=role, pointer="$.tools[8].name", place="namespace"),
        Sighting(token="tool.name", role=role, pointer=f"{tool}.name", place="tool-name"),
        Sighting(token="tool.description", role=role, pointer=f"{tool}.description", place="tool-description"),
        Sighting(
            token="property.query.description",
            role=role,
            pointer=f"{tool}.parameters.properties.query.description",
            place="tool-schema",
        ),
    )


OLDER_CLOSED: Final = Capture(
    client=ClientId(name="codex", version="0.154.0"),
    scenario="first-request",
    conditions=Conditions(
        requested={"reply": "close"}, observed=ObservedConditions(isolation=ISOLATIONS[0], transport="websocket")
    ),
    verdict=Observed(kind="observed"),
    mcp=MCP,
    requests=(messages("model", 6), posts(), messages("warm-up", 1), messages("upgrade", 7)),
    tools=(NOT_ANNOUNCED,),
    envelopes=(OLDER_FUNCTIONS,),
    traits=TRAITS,
    sightings=(),
    later_shapes=(),
    outcome=outcome(0, attempts=7),
)
"""After six WebSockets that were closed on it, it asks once over HTTP, and is answered there."""

NEWER_ACCEPTED: Final = Capture(
    client=ClientId(name="codex", version="0.171.0"),
    scenario="first-request",
    conditions=Conditions(
        requested={"reply": "accept"}, observed=ObservedConditions(isolation=ISOLATIONS[0], transport="websocket")
    ),
    verdict=Observed(kind="observed"),
    mcp=MCP,
    requests=(messages("model", 1), messages("warm-up", 1), messages("upgrade", 1)),
    tools=(ANNOUNCED,),
    envelopes=(NEWER_FUNCTIONS,),
    traits=TRAITS,
    sightings=(Sighting(token="alias", role="model", pointer=ANNOUNCED_AT, place="message"),),
    later_shapes=(),
    outcome=outcome(0, attempts=1),
)


def test_0_154_0_hides_the_tool_behind_exec_without_a_word_of_it(ask: Ask) -> None:
    answer = ask(OLDER, "--reply=close")

    assert (answer.exit_code, answer.capture) == (0, OLDER_CLOSED)


def test_0_154_0_with_a_login_sends_the_header_names_of_the_report(ask: Ask) -> None:
    """The report counts one model list, which was forwarded, and three upgrades; here lists get 404, and it goes on."""
    login_posts = posts(*LOGIN_HEADERS, "content-encoding")
    expected = changed(
        asked(OLDER_CLOSED, auth="chatgpt", reply="close"),
        requests=(
            messages("model", 6, REPORTED_UPGRADE_HEADERS),
            login_posts,
            messages("warm-up", 1, REPORTED_UPGRADE_HEADERS),
            messages("upgrade", 7, REPORTED_UPGRADE_HEADERS),
            asked_of_the_account(
                "/backend-api/wham/settings/user",
                1,
                "accept",
                "authorization",
                "cache-control",
                "chatgpt-account-id",
                "host",
                "user-agent",
            ),
            asked_of_the_account("/v1/models", 3, *REPORTED_MODEL_LIST_HEADERS),
        ),
    )

    answer = ask(OLDER, "--reply=close", "--set=auth=chatgpt")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_0_171_0_hides_the_tool_behind_exec_and_announces_its_server(ask: Ask) -> None:
    answer = ask(NEWER)

    assert (answer.exit_code, answer.capture) == (0, NEWER_ACCEPTED)


def test_0_171_0_shows_the_same_over_http(ask: Ask) -> None:
    conditions = Conditions(
        requested={"reply": "accept", "transport": "http"},
        observed=ObservedConditions(isolation=ISOLATIONS[0], transport="http"),
    )
    requests = (posts("accept-encoding"), messages("upgrade", 1))

    answer = ask(NEWER, "--set=transport=http")

    assert (answer.exit_code, answer.capture) == (0, changed(NEWER_ACCEPTED, conditions=conditions, requests=requests))


def test_0_171_0_shows_a_model_that_it_does_not_know_the_definition_in_a_namespace(ask: Ask) -> None:
    own_namespace = Envelope(
        role="model",
        pointer="$.tools[8]",
        type="namespace",
        name="mcp__shape_probe",
        tools=({"type": "function", "name": "lookup", "parameters": {}, "strict": "<boolean>"},),
    )
    expected = changed(
        asked(NEWER_ACCEPTED, model="unknown-model", reply="accept"),
        tools=(NAMESPACED,),
        envelopes=(own_namespace,),
        traits={},
        sightings=(*seen_at("model"), *seen_at("warm-up")),
    )

    answer = ask(NEWER, "--set=model=unknown-model")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_0_171_0_goes_over_to_http_when_its_websockets_are_closed(ask: Ask) -> None:
    expected = changed(
        asked(NEWER_ACCEPTED, reply="close"),
        requests=(messages("model", 6), posts("accept-encoding"), messages("warm-up", 1), messages("upgrade", 7)),
        outcome=outcome(0, attempts=7),
    )

    answer = ask(NEWER, "--reply=close")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_0_171_0_gives_up_when_it_is_refused(ask: Ask) -> None:
    expected = changed(asked(NEWER_ACCEPTED, reply="refuse"), outcome=outcome(1, attempts=1))

    answer = ask(NEWER, "--reply=refuse")

    assert (answer.exit_code, answer.capture) == (0, expected)


def test_0_171_0_without_a_jail_gives_the_same_capture(ask: Ask) -> None:
    answer = ask(NEWER, "--set=isolation=environment")

    assert (answer.exit_code, answer.capture) == (0, without_a_jail(NEWER_ACCEPTED))
