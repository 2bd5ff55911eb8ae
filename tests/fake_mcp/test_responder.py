import json
from typing import Any

import pytest

from fake_mcp.catalog import LOOKUP, Catalog, Json
from fake_mcp.catalogs import CATALOGS, ENDLESS, PAGED
from fake_mcp.messages import Answer, Exchange, Received
from fake_mcp.responder import Session

ENVELOPE: Json = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "some", "version": "2.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
STAMP: Json = {"io.modelcontextprotocol/serverInfo": {"name": "fake_mcp", "version": "1"}}
ONE_RECORD: Json = [{"type": "text", "text": "One synthetic record."}]


def request(method: str, *, request_id: Json = 1, **params: Json) -> Json:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


def exchange_of(message: Json, catalog: Catalog = LOOKUP) -> Exchange:
    return Session(catalog).exchange(json.dumps(message))


def sent(message: Json, catalog: Catalog = LOOKUP) -> tuple[dict[str, Any], Answer]:
    """The only frame that answers `message`, decoded, and what it says that it is."""
    [frame] = exchange_of(message, catalog).sent
    [answer] = frame.answers
    return json.loads(frame.data), answer


def result(value: Json, *, request_id: Json = 1) -> Json:
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def error(code: int, message: str, *, request_id: Json = 1) -> Json:
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}


# The handshake era


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),  # has no handshake
        (None, "2025-11-25"),
    ],
)
def test_the_handshake_agrees_on_the_version_asked_for_or_offers_the_newest(asked: Json, answered: str) -> None:
    expected: Json = {
        "protocolVersion": answered,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "fake_mcp", "version": "1"},
    }

    assert sent(request("initialize", protocolVersion=asked)) == (result(expected), Answer(method="initialize"))


def test_the_handshake_is_one_even_when_a_client_stamps_the_envelope_on_it() -> None:
    frame, answer = sent(request("initialize", protocolVersion="2025-06-18", _meta=ENVELOPE))

    assert frame["result"]["protocolVersion"] == "2025-06-18"
    assert answer == Answer(method="initialize")


def test_a_ping_has_an_empty_answer() -> None:
    assert sent({"jsonrpc": "2.0", "id": "p", "method": "ping"}) == (result({}, request_id="p"), Answer(method="ping"))


@pytest.mark.parametrize("params", [{}, {"params": None}, {"params": {}}, {"params": {"cursor": None}}])
def test_a_list_is_one_page_with_the_tools_as_they_are(params: dict[str, Json]) -> None:
    assert sent({"jsonrpc": "2.0", "id": 1, "method": "tools/list", **params}) == (
        result({"tools": [dict(LOOKUP.tools[0])]}),
        Answer(method="tools/list", is_last_page=True),
    )


@pytest.mark.parametrize("name", CATALOGS)
def test_every_catalog_goes_over_the_wire_unchanged(name: str) -> None:
    """The SDK's types refuse some of them, and that is the point of serving them."""
    catalog = CATALOGS[name]
    tools: list[Json] = []
    for number in range(len(catalog.tools) if catalog.page_size else 1):
        frame, _ = sent(request("tools/list", cursor=str(number)), catalog)
        tools += frame["result"]["tools"]

    assert tools == [dict(tool) for tool in catalog.tools]


def test_pages_are_linked_by_cursors_and_only_the_last_one_says_so() -> None:
    pages = [sent(request("tools/list", cursor=cursor), PAGED) for cursor in (None, "1", "2")]

    assert pages == [
        (result({"tools": [dict(PAGED.tools[0])], "nextCursor": "1"}), Answer(method="tools/list")),
        (result({"tools": [dict(PAGED.tools[1])], "nextCursor": "2"}), Answer(method="tools/list")),
        (result({"tools": [dict(PAGED.tools[2])]}), Answer(method="tools/list", is_last_page=True)),
    ]


def test_an_endless_list_names_its_last_page_as_the_next_one() -> None:
    expected = (result({"tools": [dict(ENDLESS.tools[0])], "nextCursor": "0"}), Answer(method="tools/list"))

    assert sent(request("tools/list"), ENDLESS) == expected
    assert sent(request("tools/list", cursor="0"), ENDLESS) == expected


@pytest.mark.parametrize("page_size", [None, 3])
def test_a_catalog_without_tools_has_one_empty_page(page_size: int | None) -> None:
    empty = Catalog(alias="empty", tools=(), page_size=page_size)

    assert sent(request("tools/list"), empty) == (
        result({"tools": []}),
        Answer(method="tools/list", is_last_page=True),
    )


@pytest.mark.parametrize("cursor", ["3", "-1", "", "1.0", "²", 1, [], {}, False])
def test_a_cursor_that_was_not_given_out_is_refused(cursor: Json) -> None:
    assert sent(request("tools/list", cursor=cursor), PAGED) == (
        error(-32602, "The cursor is not one that this server gave out."),
        Answer(method="tools/list", is_error=True),
    )


def test_a_call_returns_one_text_and_its_arguments_are_in_the_value() -> None:
    params: Json = {"name": "lookup", "arguments": {"query": "x", "__proto__": 1}, "_meta": {"progressToken": 0}}
    message: Json = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}

    [call] = exchange_of(message).received

    assert call == Received(kind="request", method="tools/call", request_id=7, params=params)
    assert sent(message) == (result({"content": ONE_RECORD}, request_id=7), Answer(method="tools/call"))


@pytest.mark.parametrize("arguments", [None, {"unknown": 1}, [], "text"])
def test_arguments_are_not_judged(arguments: Json) -> None:
    _, answer = sent(request("tools/call", name="lookup", arguments=arguments))

    assert answer == Answer(method="tools/call")


def test_a_catalog_can_have_any_result_for_its_calls() -> None:
    refused = Catalog(alias="some", tools=LOOKUP.tools, result={"content": None, "isError": True, "_meta": 1})

    assert sent(request("tools/call", name="lookup"), refused) == (
        result({"content": None, "isError": True, "_meta": 1}),
        Answer(method="tools/call"),
    )


@pytest.mark.parametrize("params", [{}, {"name": None}, {"name": "Lookup"}, {"name": "mcp__shape_probe__lookup"}])
def test_a_call_of_no_tool_of_ours_is_refused(params: dict[str, Json]) -> None:
    assert sent(request("tools/call", **params)) == (
        error(-32602, "There is no tool of that name."),
        Answer(method="tools/call", is_error=True),
    )


@pytest.mark.parametrize("method", ["prompts/list", "resources/list", "server/discover", "__proto__", ""])
def test_an_unknown_method_is_refused(method: str) -> None:
    """Without an envelope `server/discover` is one, as for the Python SDK's server."""
    assert sent(request(method)) == (
        error(-32601, "The method is not known."),
        Answer(method=method, is_error=True),
    )


@pytest.mark.parametrize("params", [[], ["lookup"], "text", 0, False])
@pytest.mark.parametrize("method", ["initialize", "tools/list"])
def test_parameters_that_are_no_object_are_refused(method: str, params: Json) -> None:
    assert sent({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) == (
        error(-32602, "The parameters are not an object."),
        Answer(method=method, is_error=True),
    )


# The era of 2026-07-28


def test_discovery_says_versions_and_capabilities() -> None:
    expected: Json = {
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": STAMP,
    }

    assert sent(request("server/discover", _meta=ENVELOPE)) == (result(expected), Answer(method="server/discover"))


def test_a_list_in_an_envelope_says_its_type_and_that_it_may_not_be_kept() -> None:
    expected: Json = {
        "tools": [dict(PAGED.tools[1])],
        "nextCursor": "2",
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": STAMP,
    }

    assert sent(request("tools/list", cursor="1", _meta=ENVELOPE), PAGED) == (
        result(expected),
        Answer(method="tools/list"),
    )


def test_a_call_in_an_envelope_says_its_type() -> None:
    assert sent(request("tools/call", name="lookup", _meta=ENVELOPE)) == (
        result({"content": ONE_RECORD, "resultType": "complete", "_meta": STAMP}),
        Answer(method="tools/call"),
    )


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"resultType": "input_required"}, {"resultType": "input_required", "_meta": STAMP}),
        ({"_meta": {"a": 1}}, {"resultType": "complete", "_meta": {"a": 1, **STAMP}}),  # type: ignore[dict-item]
        ({"_meta": None}, {"resultType": "complete", "_meta": None}),
    ],
)
def test_what_a_catalog_says_of_its_result_stands(own: dict[str, Json], expected: Json) -> None:
    catalog = Catalog(alias="some", tools=LOOKUP.tools, result=own)

    assert sent(request("tools/call", name="lookup", _meta=ENVELOPE), catalog) == (
        result(expected),
        Answer(method="tools/call"),
    )


def test_a_subscription_is_acknowledged_for_no_change_and_stays_open() -> None:
    wish: Json = {"toolsListChanged": True, "resourceSubscriptions": ["file:///some"]}

    assert sent(request("subscriptions/listen", request_id="listen-1", notifications=wish, _meta=ENVELOPE)) == (
        {
            "jsonrpc": "2.0",
            "method": "notifications/subscriptions/acknowledged",
            "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": "listen-1"}, "notifications": {}},
        },
        Answer(method="subscriptions/listen"),
    )


@pytest.mark.parametrize("method", ["ping", "prompts/list", "logging/setLevel"])
def test_a_method_that_the_era_does_not_have_is_refused(method: str) -> None:
    assert sent(request(method, _meta=ENVELOPE)) == (
        error(-32601, "The method is not known."),
        Answer(method=method, is_error=True),
    )


@pytest.mark.parametrize("version", ["2025-11-25", "2099-01-01", ""])
def test_an_unsupported_version_is_told_the_supported_ones(version: str) -> None:
    meta: Json = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    expected: Json = {
        "code": -32022,
        "message": "The protocol version is not supported.",
        "data": {"supported": ["2026-07-28"], "requested": version},
    }

    assert sent(request("server/discover", _meta=meta)) == (
        {"jsonrpc": "2.0", "id": 1, "error": expected},
        Answer(method="server/discover", is_error=True),
    )


@pytest.mark.parametrize(
    "meta",
    [
        {"io.modelcontextprotocol/protocolVersion": "2026-07-28"},
        {"io.modelcontextprotocol/protocolVersion": None, "io.modelcontextprotocol/clientCapabilities": {}},
    ],
)
def test_half_an_envelope_is_refused(meta: Json) -> None:
    why = (
        "_meta needs io.modelcontextprotocol/protocolVersion, a string, and io.modelcontextprotocol/clientCapabilities."
    )

    assert sent(request("tools/list", _meta=meta)) == (
        error(-32602, why),
        Answer(method="tools/list", is_error=True),
    )


# Frames


def test_a_notification_and_a_response_have_no_answer() -> None:
    initialized: Json = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    unknown: Json = {"jsonrpc": "2.0", "method": "tools/list", "params": 5}
    response: Json = {"jsonrpc": "2.0", "id": 1, "result": {}}

    assert [exchange_of(message) for message in (initialized, unknown, response)] == [
        Exchange(received=(Received(kind="notification", method="notifications/initialized"),)),
        Exchange(received=(Received(kind="notification", method="tools/list", params=5),)),
        Exchange(received=(Received(kind="response", request_id=1),)),
    ]


def test_an_empty_line_is_ignored() -> None:
    assert Session(LOOKUP).exchange(b"\r") == Exchange()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"{", error(-32700, "The line is not JSON.", request_id=None)),
        (b"[]", error(-32600, "The batch is empty.", request_id=None)),
        (b"5", error(-32600, "The message is not JSON-RPC 2.0.", request_id=None)),
        (b'{"id":"x"}', error(-32600, "The message is not JSON-RPC 2.0.", request_id="x")),
    ],
)
def test_what_is_no_message_is_answered_with_an_error(line: bytes, expected: Json) -> None:
    exchange = Session(LOOKUP).exchange(line)

    [frame] = exchange.sent
    [received] = exchange.received
    assert (json.loads(frame.data), frame.answers) == (expected, (Answer(method=None, is_error=True),))
    assert received.kind == "invalid"


def test_a_batch_is_answered_with_one_frame_in_its_order() -> None:
    """2025-03-26, "Batching"."""
    exchange = exchange_of(
        [
            request("tools/list", request_id="a"),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            [],
            request("none", request_id=None),
        ]
    )

    [frame] = exchange.sent
    assert [received.kind for received in exchange.received] == ["request", "notification", "invalid", "request"]
    assert json.loads(frame.data) == [
        result({"tools": [dict(LOOKUP.tools[0])]}, request_id="a"),
        error(-32600, "The message is not JSON-RPC 2.0.", request_id=None),
        error(-32601, "The method is not known.", request_id=None),
    ]
    assert frame.answers == (
        Answer(method="tools/list", is_last_page=True),
        Answer(method=None, is_error=True),
        Answer(method="none", is_error=True),
    )


def test_a_batch_of_notifications_has_no_answer() -> None:
    notified = Received(kind="notification", method="notifications/initialized")

    assert exchange_of([{"jsonrpc": "2.0", "method": "notifications/initialized"}] * 2) == Exchange(
        received=(notified, notified)
    )


def test_a_catalog_that_is_no_json_is_an_error_of_its_own() -> None:
    broken = Catalog(alias="broken", tools=({"name": "some", "limit": float("inf")},))

    with pytest.raises(ValueError, match="not JSON compliant"):
        exchange_of(request("tools/list"), broken)
