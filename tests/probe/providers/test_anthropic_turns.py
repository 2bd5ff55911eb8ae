import json
from typing import Final

import pytest
from pydantic import JsonValue

from probe.providers.anthropic_turns import answered_calls, check, message_events, message_of
from probe.scripts.rules import ScriptError
from probe.scripts.script import Say, Script, Turn
from tests.probe.scripts.samples import call

CALL: Final = call("tool_use", arguments={"query": "é", "limit": 1})
USAGE: Final = {
    "input_tokens": 100,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 1,
}


def message(content: list[JsonValue], stop_reason: str | None) -> dict[str, JsonValue]:
    return {
        "id": "msg_made_up",
        "type": "message",
        "role": "assistant",
        "model": "shape-probe",
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": dict(USAGE),
    }


def test_texts_and_calls_are_blocks_of_a_message_that_ends_with_the_calls() -> None:
    assert message_of((Say("a"), CALL, Say("b")), "msg_made_up") == message(
        [
            {"type": "text", "text": "a"},
            {"type": "tool_use", "id": "one", "name": "lookup", "input": {"query": "é", "limit": 1}},
            {"type": "text", "text": "b"},
        ],
        "tool_use",
    )
    assert message_of((Say("a"),), "msg_made_up") == message([{"type": "text", "text": "a"}], "end_turn")
    assert message_of((), "msg_made_up") == message([], "end_turn")


def test_a_message_is_streamed_block_by_block_and_arguments_in_pieces() -> None:
    assert message_events((Say("a"), CALL), "msg_made_up") == (
        {"type": "message_start", "message": message([], None)},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a"}},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "content_block_start",
            "index": 1,
            "content_block": {"type": "tool_use", "id": "one", "name": "lookup", "input": {}},
        },
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": ""}},
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": '{"query": "é"'},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": ', "limit": 1}'},
        },
        {"type": "content_block_stop", "index": 1},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    )


def test_a_message_that_says_nothing_has_no_blocks() -> None:
    assert [event["type"] for event in message_events((), "msg_made_up")] == [
        "message_start",
        "message_delta",
        "message_stop",
    ]


@pytest.mark.parametrize("arguments", [None, 1, "x", [], {}, {"a": {"b": [1, 2, 3]}}])
def test_the_pieces_of_any_arguments_are_the_arguments(arguments: JsonValue) -> None:
    deltas = [event["delta"] for event in message_events((call("tool_use", arguments=arguments),), "m")[2:-3]]
    pieces = [delta["partial_json"] for delta in deltas if isinstance(delta, dict)]

    assert len(pieces) == 3
    assert json.loads("".join(map(str, pieces))) == arguments


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"messages": "x"},
        {"messages": [1, {"content": "x"}, {"content": [1, {"type": "text"}, {"type": "tool_result"}]}]},
        {"messages": [{"content": [{"type": "tool_result", "tool_use_id": ["one"]}]}]},
        {"messages": [{"content": [{"type": "tool_use", "tool_use_id": "one"}]}]},
    ],
)
def test_a_body_without_results_answers_no_call(body: JsonValue) -> None:
    assert answered_calls(body) == frozenset()


def test_results_are_found_in_every_message() -> None:
    def result(number: str) -> JsonValue:
        return {"type": "tool_result", "tool_use_id": number, "content": "x"}

    messages: JsonValue = [{"content": [result("1"), {"type": "text"}, result("2")]}, {"content": [result("3")]}]

    assert answered_calls({"messages": messages}) == frozenset({"1", "2", "3"})


def test_a_script_of_the_other_dialect_is_refused() -> None:
    check(Script((Turn(name="a", items=(Say("OK"), CALL)),)))
    with pytest.raises(ScriptError, match=r"kind is no call of Anthropic Messages; it has tool_use$"):
        check(Script((Turn(name="a", items=(call("function_call"),)),)))
