from dataclasses import replace

from pydantic import JsonValue

from captures.model import Call, Survival
from sanitize.answers import answers_in
from sanitize.calls import calls_of
from sanitize.events import FrameReceived, RequestSeen
from sanitize.parts import logical_requests
from sanitize.planted import Planted, PlantedResult
from sanitize.policy import policy_of
from sanitize.question import CallAsked
from tests.sanitize.bodies import DESCRIPTION, NAME, answered, claude_body, claude_tool, tool_result, tool_use
from tests.support.builders import frame_received, planted, request_seen

RESULT = "A made-up result of some length."

PLANTED = replace(
    planted(),
    results=(
        PlantedResult(query="query-1", texts=(("result.text", RESULT),)),
        PlantedResult(query="query-2", texts=(("result.other", RESULT),)),
    ),
)

ASKED = CallAsked(route="shown-name", kind="tool_use", call_id="call-1", shown_as=NAME, query="query-1")


def _received(arguments: JsonValue, method: str = "tools/call") -> FrameReceived:
    return replace(frame_received(method=method), params={"name": "lookup", "arguments": arguments})


def _result(content: JsonValue) -> RequestSeen:
    return request_seen(body=answered(claude_body(), tool_use("call-1"), tool_result("call-1", content)))


def _calls(*events: FrameReceived | RequestSeen, asked: tuple[CallAsked, ...] = (ASKED,)) -> tuple[Call, ...]:
    answers = answers_in(logical_requests(events))
    return calls_of(asked, events, answers=answers, planted=PLANTED, policy=policy_of(PLANTED))


def _survivals(call: Call) -> list[Survival]:
    assert call.answer is not None
    return [seen for block in call.answer.blocks for text in block.texts for seen in text.planted]


def test_a_call_that_reached_the_server_has_its_arguments_and_its_answer() -> None:
    (call,) = _calls(_received({"query": "query-1", "limit": 2}), _result(RESULT))
    assert (call.route, call.kind, call.shown_as, call.namespace) == ("shown-name", "tool_use", NAME, None)
    assert call.reached_server
    assert call.arguments == {"query": "query-1", "limit": 2}
    assert _survivals(call) == [Survival(token="result.text", head=32, tail=0, of=32)]


def test_a_call_that_never_came_has_neither() -> None:
    (call,) = _calls()
    assert (call.reached_server, call.arguments, call.answer) == (False, None, None)


def test_a_call_that_a_client_answered_itself_has_only_an_answer() -> None:
    (call,) = _calls(_result("Made-up refusal."))
    assert (call.reached_server, call.arguments) == (False, None)
    assert _survivals(call) == []


def test_of_the_results_only_that_of_the_query_is_looked_for() -> None:
    (call,) = _calls(_result(RESULT), asked=(replace(ASKED, query="query-2"),))
    assert _survivals(call) == [Survival(token="result.other", head=32, tail=0, of=32)]
    (call,) = _calls(_result(RESULT), asked=(replace(ASKED, query=None),))
    assert _survivals(call) == []


def test_texts_of_tools_are_looked_for_where_definitions_are_asked_for() -> None:
    answer = _result(f"{DESCRIPTION}\n// Synthetic query.")
    (call,) = _calls(answer, asked=(replace(ASKED, query=None, expects="loaded"),))
    assert _survivals(call) == [
        Survival(token="tool.description", head=30, tail=0, of=30),
        Survival(token="property.query.description", head=16, tail=0, of=16),
    ]
    (call,) = _calls(answer)
    assert _survivals(call) == []


def test_calls_are_told_apart_by_their_queries_and_stay_in_the_order_of_asking() -> None:
    other = replace(ASKED, route="raw-name", call_id="call-2", query="query-2", namespace="mcp__shape_probe")
    calls = _calls(_received({"query": "query-2"}), _received({"query": "query-3"}), asked=(ASKED, other))
    assert [(call.route, call.namespace, call.reached_server) for call in calls] == [
        ("shown-name", None, False),
        ("raw-name", "mcp__shape_probe", True),
    ]


def test_of_calls_with_one_query_the_first_counts() -> None:
    (call,) = _calls(_received({"query": "query-1", "limit": 1}), _received({"query": "query-1", "limit": 3}))
    assert call.arguments == {"query": "query-1", "limit": 1}


def test_frames_of_another_kind_are_no_calls() -> None:
    frames = (
        frame_received(method="tools/call"),
        _received({"query": "query-1"}, method="tools/list"),
        _received(["query-1"]),
        _received({"query": ["query-1"]}),
        _received({}),
    )
    (call,) = _calls(*frames, request_seen(body=claude_body(claude_tool())))
    assert not call.reached_server


def test_words_of_others_become_placeholders() -> None:
    asked = replace(ASKED, route="No route!", shown_as="No name!", namespace="No name!")
    (call,) = _calls(_received({"query": "query-1", "note": "any body's words"}), asked=(asked,))
    assert (call.route, call.shown_as, call.namespace) == ("<name>", "<name>", "<name>")
    assert call.arguments == {"query": "query-1", "note": "<string>"}


def test_nothing_asked_is_nothing_said() -> None:
    assert _calls(_received({"query": "query-1"}), asked=()) == ()


def test_raw_text_is_in_no_repr() -> None:
    assert "made-up" not in repr(Planted(alias="a", tools=(), prompt_marker="made-up", results=PLANTED.results))
