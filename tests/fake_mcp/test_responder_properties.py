"""What holds for every frame, whatever a client sends."""

import json
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from fake_mcp.catalog import LOOKUP, Json
from fake_mcp.catalogs import CHANGING, ODD, RESULTS
from fake_mcp.messages import LIST_CHANGED, Answer, Exchange, RequestId
from fake_mcp.responder import Session

NUMBERS: Final = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS: Final = st.none() | st.booleans() | NUMBERS | st.text(st.characters())
KEYS: Final = st.text() | st.sampled_from(
    [
        "_meta",
        "name",
        "cursor",
        "protocolVersion",
        "clientInfo",
        "version",
        "jsonrpc",
        "id",
        "method",
        "params",
        "result",
        "__proto__",
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
        "io.modelcontextprotocol/clientInfo",
    ]
)
VALUES: Final = st.recursive(
    SCALARS | st.sampled_from(["2.0", "2026-07-28", "lookup", "tools/list"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=20,
)
METHODS: Final = st.text() | st.sampled_from(
    ["initialize", "ping", "tools/list", "tools/call", "server/discover", "prompts/list", "__proto__"]
)
IDS: Final = st.none() | NUMBERS | st.text(st.characters())
REQUESTS: Final = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "id": IDS, "method": METHODS}, optional={"params": VALUES}
)
"""All but `subscriptions/listen`, whose answer comes when the subscription ends."""
QUERIES: Final = st.sampled_from(["change-1", "kind-text", "kind-rpc-error", "kind-lone-surrogate-and-nul"]) | st.text()
NAMES: Final = st.sampled_from(["lookup", "removed_later", "added_later", "none"])
CALLS: Final = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0"),
        "id": IDS,
        "method": st.just("tools/call"),
        "params": st.fixed_dictionaries(
            {"name": NAMES, "arguments": st.fixed_dictionaries({"query": QUERIES | VALUES}) | VALUES}
        ),
    }
)
ENVELOPE: Final[Json] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
LISTENS: Final = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0"),
        "id": IDS,
        "method": st.just("subscriptions/listen"),
        "params": st.fixed_dictionaries(
            {"_meta": st.just(ENVELOPE), "notifications": st.just({"toolsListChanged": True}) | VALUES}
        ),
    }
)
CANCELS: Final = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0"),
        "method": st.just("notifications/cancelled"),
        "params": st.fixed_dictionaries({"requestId": IDS | VALUES}) | VALUES,
    }
)


def answered_ids(exchange: Exchange) -> list[RequestId]:
    """The ids in all answers, and on the way that each frame is one line of JSON."""
    ids: list[RequestId] = []
    for frame in exchange.sent:
        assert b"\n" not in frame.data
        value = json.loads(frame.data)
        ids += [message["id"] for message in (value if isinstance(value, list) else [value])]
    return ids


@settings(deadline=None)
@given(line=st.binary() | st.text(st.characters()))
def test_no_line_raises(line: bytes | str) -> None:
    assert len(answered_ids(Session(LOOKUP).exchange(line))) <= 1


@settings(deadline=None)
@given(value=VALUES)
def test_no_json_raises(value: Json) -> None:
    exchange = Session(ODD).exchange(json.dumps(value))

    assert all(frame.data.isascii() for frame in exchange.sent)


@settings(deadline=None)
@given(message=REQUESTS)
def test_a_request_has_one_answer_with_its_id(message: dict[str, Json]) -> None:
    exchange = Session(LOOKUP).exchange(json.dumps(message))

    assert answered_ids(exchange) == [message["id"]]


@settings(deadline=None)
@given(messages=st.lists(REQUESTS, min_size=1, max_size=5))
def test_a_batch_has_one_answer_for_each_request(messages: list[dict[str, Json]]) -> None:
    exchange = Session(LOOKUP).exchange(json.dumps(messages))

    assert answered_ids(exchange) == [message["id"] for message in messages]


@settings(deadline=None)
@given(method=METHODS, params=VALUES)
def test_a_notification_has_no_answer(method: str, params: Json) -> None:
    exchange = Session(LOOKUP).exchange(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    assert answered_ids(exchange) == []


@settings(deadline=None)
@given(message=CALLS)
def test_a_call_has_one_answer_with_its_id_whatever_its_query(message: dict[str, Json]) -> None:
    exchange = Session(RESULTS).exchange(json.dumps(message))

    assert answered_ids(exchange) == [message["id"]]


@settings(deadline=None)
@given(messages=st.lists(CALLS | LISTENS | CANCELS | REQUESTS, max_size=12))
def test_a_session_tells_each_listener_of_each_change_and_nobody_else(messages: list[dict[str, Json]]) -> None:
    session = Session(CHANGING)
    for message in messages:
        frames = session.exchange(json.dumps(message)).sent
        answers, notices = frames[:1], frames[1:]

        assert len(answers) == ("id" in message)
        assert all(notice.answers == (Answer(method=LIST_CHANGED),) for notice in notices)
        assert bool(notices) == any(answer.query == "change-1" for frame in answers for answer in frame.answers)
        assert len({notice.data for notice in notices}) == len(notices)
