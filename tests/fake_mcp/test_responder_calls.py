"""What calls are answered with, and how tools change in mid-session: conversations, in both protocol eras."""

import json
from typing import Any, Final

import pytest

from fake_mcp.catalog import LOOKUP, CallAnswer, Catalog, Json, ToolChange
from fake_mcp.catalogs import CHANGING
from fake_mcp.messages import Answer, Exchange
from fake_mcp.responder import Session

ENVELOPE: Final[Json] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
STAMP: Final[Json] = {"io.modelcontextprotocol/serverInfo": {"name": "fake_mcp", "version": "1"}}
SUBSCRIPTION: Final = "io.modelcontextprotocol/subscriptionId"
CHANGED: Final[Json] = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
TOLD: Final = Answer(method="notifications/tools/list_changed")
CHANGING_CALL: Final = Answer(method="tools/call", query="change-1")

ANSWERING: Final = Catalog(
    alias="some",
    tools=LOOKUP.tools,
    answers=(
        CallAnswer(query="a", result={"content": [], "isError": True}),
        CallAnswer(query="b", result=["no", "object"]),
        CallAnswer(query="c", result=lambda: {"content": "made"}),
        CallAnswer(query="d", error={"code": -1, "message": "Some error.", "data": [1]}),
    ),
)


def request(method: str, *, request_id: Json = 1, **params: Json) -> dict[str, Json]:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


def call(query: Json, *, name: str = "lookup", **more: Json) -> dict[str, Json]:
    return request("tools/call", name=name, arguments={"query": query}, **more)


def enveloped(message: dict[str, Any]) -> dict[str, Any]:
    return {**message, "params": {**message["params"], "_meta": ENVELOPE}}


def listen(request_id: Json, wishes: Json) -> Json:
    return enveloped(request("subscriptions/listen", request_id=request_id, notifications=wishes))


def cancelled(params: Json) -> Json:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def result(value: Json) -> Json:
    return {"jsonrpc": "2.0", "id": 1, "result": value}


def error(code: int, message: str) -> Json:
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": message}}


def acknowledged(request_id: Json, honored: Json) -> Json:
    params: Json = {"_meta": {SUBSCRIPTION: request_id}, "notifications": honored}
    return {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params}


def told(request_id: Json) -> Json:
    return {
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
        "params": {"_meta": {SUBSCRIPTION: request_id}},
    }


def exchange(session: Session, message: Json) -> Exchange:
    return session.exchange(json.dumps(message))


def sent(session: Session, message: Json) -> list[tuple[Json, tuple[Answer, ...]]]:
    """All frames that `message` leads to, decoded, and what each says that it is."""
    return [(json.loads(frame.data), frame.answers) for frame in exchange(session, message).sent]


def listening(*request_ids: Json, catalog: Catalog = CHANGING) -> Session:
    session = Session(catalog)
    for request_id in request_ids:
        exchange(session, listen(request_id, {"toolsListChanged": True}))
    return session


# Answers


@pytest.mark.parametrize(
    ("query", "expected", "is_error"),
    [
        ("a", {"result": {"content": [], "isError": True}}, False),
        ("b", {"result": ["no", "object"]}, False),
        ("c", {"result": {"content": "made"}}, False),
        ("d", {"error": {"code": -1, "message": "Some error.", "data": [1]}}, True),
    ],
)
def test_the_query_of_a_call_chooses_its_answer(query: str, expected: dict[str, Json], is_error: bool) -> None:  # noqa: FBT001
    assert sent(Session(ANSWERING), call(query)) == [
        ({"jsonrpc": "2.0", "id": 1, **expected}, (Answer(method="tools/call", is_error=is_error, query=query),))
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("a", {"result": {"content": [], "isError": True, "resultType": "complete", "_meta": STAMP}}),
        ("b", {"result": ["no", "object"]}),
        ("c", {"result": {"content": "made", "resultType": "complete", "_meta": STAMP}}),
        ("d", {"error": {"code": -1, "message": "Some error.", "data": [1]}}),
    ],
)
def test_an_answer_in_an_envelope_says_its_type_where_it_has_room(query: str, expected: dict[str, Json]) -> None:
    answer = Answer(method="tools/call", is_error="error" in expected, query=query)

    assert sent(Session(ANSWERING), enveloped(call(query))) == [({"jsonrpc": "2.0", "id": 1, **expected}, (answer,))]


@pytest.mark.parametrize(
    "arguments", [None, [], "a", {}, {"query": None}, {"query": ["a"]}, {"query": "A"}, {"q": "a"}]
)
def test_a_call_without_a_query_of_the_catalog_has_the_catalog_s_result(arguments: Json) -> None:
    assert sent(Session(ANSWERING), request("tools/call", name="lookup", arguments=arguments)) == [
        (result(dict(LOOKUP.result)), (Answer(method="tools/call"),))
    ]


def test_a_catalog_can_have_another_argument_for_its_query() -> None:
    catalog = Catalog(alias="some", tools=LOOKUP.tools, answers=ANSWERING.answers, query_argument="kind")
    message = request("tools/call", name="lookup", arguments={"query": "b", "kind": "a"})

    assert sent(Session(catalog), message) == [
        (result({"content": [], "isError": True}), (Answer(method="tools/call", query="a"),))
    ]


def test_a_call_of_no_tool_of_ours_has_no_answer_of_the_catalog() -> None:
    assert sent(Session(ANSWERING), call("a", name="none")) == [
        (error(-32602, "There is no tool of that name."), (Answer(method="tools/call", is_error=True),))
    ]


# What the server says of itself


@pytest.mark.parametrize("catalog", [LOOKUP, CHANGING])
def test_changes_of_the_tools_are_declared_when_there_are_any(catalog: Catalog) -> None:
    session = Session(catalog)
    [(hello, _)] = sent(session, request("initialize", protocolVersion="2025-06-18"))
    [(found, _)] = sent(session, enveloped(request("server/discover")))

    tools: Json = {"listChanged": True} if catalog.changes else {}
    assert hello == result(
        {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": tools},
            "serverInfo": {"name": "fake_mcp", "version": "1"},
        }
    )
    assert found == result(
        {
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": tools},
            "resultType": "complete",
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": STAMP,
        }
    )


@pytest.mark.parametrize("instructions", ["Use the synthetic tools.", ""])
def test_both_openings_have_the_instructions(instructions: str) -> None:
    session = Session(Catalog(alias="some", tools=(), instructions=instructions))
    openings = [request("initialize"), enveloped(request("server/discover"))]

    said = [json.loads(exchange(session, opening).sent[0].data)["result"]["instructions"] for opening in openings]

    assert said == [instructions, instructions]


# Changes in the handshake era


def test_a_call_that_changes_the_tools_is_answered_and_then_the_client_is_told() -> None:
    assert sent(Session(CHANGING), call("change-1")) == [
        (result(dict(CHANGING.result)), (CHANGING_CALL,)),
        (CHANGED, (TOLD,)),
    ]


def test_after_a_change_the_new_tools_are_listed() -> None:
    session = Session(CHANGING)
    before = sent(session, request("tools/list"))
    exchange(session, call("change-1"))

    complete = (Answer(method="tools/list", is_last_page=True),)
    assert before == [(result({"tools": [dict(tool) for tool in CHANGING.tools]}), complete)]
    assert sent(session, request("tools/list")) == [
        (result({"tools": [dict(tool) for tool in CHANGING.changes[0].tools]}), complete)
    ]


def test_after_a_change_a_removed_tool_is_none_and_an_added_one_can_be_called() -> None:
    session = Session(CHANGING)
    names = ("removed_later", "added_later")
    before = [exchange(session, call("x", name=name)).sent[0].answers[0].is_error for name in names]
    exchange(session, call("change-1"))

    assert before == [False, True]
    assert [sent(session, call("x", name=name)) for name in names] == [
        [(error(-32602, "There is no tool of that name."), (Answer(method="tools/call", is_error=True),))],
        [(result(dict(CHANGING.result)), (Answer(method="tools/call"),))],
    ]


def test_a_call_that_is_refused_changes_nothing() -> None:
    session = Session(CHANGING)

    assert [frame.answers for frame in exchange(session, call("change-1", name="added_later")).sent] == [
        (Answer(method="tools/call", is_error=True),)
    ]
    assert exchange(session, request("tools/list")) == exchange(Session(CHANGING), request("tools/list"))


def test_a_change_is_one_of_its_session_alone() -> None:
    exchange(Session(CHANGING), call("change-1"))

    assert exchange(Session(CHANGING), request("tools/list")).sent[0].data.count(b'"removed_later"') == 1


def test_an_error_can_be_the_answer_that_changes_the_tools() -> None:
    catalog = Catalog(
        alias="some",
        tools=LOOKUP.tools,
        answers=(CallAnswer(query="gone", error={"code": -1, "message": "Some error."}),),
        changes=(ToolChange(after_query="gone", tools=()),),
    )
    session = Session(catalog)

    assert sent(session, call("gone")) == [
        (error(-1, "Some error."), (Answer(method="tools/call", is_error=True, query="gone"),)),
        (CHANGED, (TOLD,)),
    ]
    assert sent(session, request("tools/list")) == [
        (result({"tools": []}), (Answer(method="tools/list", is_last_page=True),))
    ]


def test_changed_tools_are_listed_in_pages() -> None:
    tools: tuple[dict[str, Json], ...] = ({"name": "a"}, {"name": "b"}, {"name": "c"})
    catalog = Catalog(
        alias="some", tools=tools[:1], page_size=2, changes=(ToolChange(after_query="more", tools=tools),)
    )
    session = Session(catalog)
    exchange(session, call("more", name="a"))

    pages = [json.loads(exchange(session, request("tools/list", cursor=cursor)).sent[0].data) for cursor in (None, "1")]
    assert pages == [
        result({"tools": [{"name": "a"}, {"name": "b"}], "nextCursor": "1"}),
        result({"tools": [{"name": "c"}]}),
    ]


def test_in_a_batch_the_client_is_told_after_it_and_the_next_message_has_the_new_tools() -> None:
    batch: Json = [call("change-1"), call("x", name="removed_later"), call("change-1")]

    assert sent(Session(CHANGING), batch) == [
        (
            [
                result(dict(CHANGING.result)),
                error(-32602, "There is no tool of that name."),
                result(dict(CHANGING.result)),
            ],
            (CHANGING_CALL, Answer(method="tools/call", is_error=True), CHANGING_CALL),
        ),
        (CHANGED, (TOLD,)),
        (CHANGED, (TOLD,)),
    ]


# Changes in the era of 2026-07-28


@pytest.mark.parametrize("wishes", [{"toolsListChanged": True, "promptsListChanged": True}, {"toolsListChanged": True}])
def test_a_subscription_to_changes_of_the_tools_is_acknowledged_for_these_alone(wishes: Json) -> None:
    assert sent(Session(CHANGING), listen("listen-1", wishes)) == [
        (acknowledged("listen-1", {"toolsListChanged": True}), (Answer(method="subscriptions/listen"),))
    ]


@pytest.mark.parametrize(
    "wishes", [None, [], "toolsListChanged", {}, {"toolsListChanged": 1}, {"promptsListChanged": True}]
)
def test_a_subscription_to_something_else_is_acknowledged_for_nothing_and_told_nothing(wishes: Json) -> None:
    session = Session(CHANGING)

    assert sent(session, listen(7, wishes)) == [(acknowledged(7, {}), (Answer(method="subscriptions/listen"),))]
    assert [frame.answers for frame in exchange(session, enveloped(call("change-1"))).sent] == [(CHANGING_CALL,)]


def test_every_subscription_is_told_with_its_own_stamp() -> None:
    session = listening("listen-1", 7, None)

    assert sent(session, enveloped(call("change-1"))) == [
        (result({**CHANGING.result, "resultType": "complete", "_meta": STAMP}), (CHANGING_CALL,)),
        (told("listen-1"), (TOLD,)),
        (told(7), (TOLD,)),
        (told(None), (TOLD,)),
    ]


def test_an_id_that_listens_twice_is_told_once() -> None:
    _, *notices = sent(listening("a", "b", "a"), enveloped(call("change-1")))

    assert notices == [(told("b"), (TOLD,)), (told("a"), (TOLD,))]


def test_a_client_that_does_not_listen_is_not_told() -> None:
    assert sent(Session(CHANGING), enveloped(call("change-1"))) == [
        (result({**CHANGING.result, "resultType": "complete", "_meta": STAMP}), (CHANGING_CALL,))
    ]


def test_a_client_that_uses_both_eras_is_told_in_both() -> None:
    _, *notices = sent(listening("listen-1"), call("change-1"))

    assert notices == [(CHANGED, (TOLD,)), (told("listen-1"), (TOLD,))]


@pytest.mark.parametrize("request_id", ["listen-1", 1, None])
def test_a_subscription_that_was_cancelled_is_told_nothing(request_id: Json) -> None:
    session = listening(request_id, "other")

    assert exchange(session, cancelled({"requestId": request_id})).sent == ()
    _, *notices = sent(session, enveloped(call("change-1")))
    assert notices == [(told("other"), (TOLD,))]


@pytest.mark.parametrize("params", [None, [], {}, {"requestId": True}, {"requestId": "1"}, {"requestId": {}}])
def test_what_cancels_something_else_ends_no_subscription(params: Json) -> None:
    session = listening(1, None)

    exchange(session, cancelled(params))

    _, *notices = sent(session, enveloped(call("change-1")))
    assert notices == [(told(1), (TOLD,)), (told(None), (TOLD,))]


def test_the_ids_of_subscriptions_are_not_in_the_repr() -> None:
    assert "planted" not in repr(listening("planted-id"))
