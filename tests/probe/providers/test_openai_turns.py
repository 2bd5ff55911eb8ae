from typing import Final

import pytest
from pydantic import JsonValue

from probe.providers.openai_turns import answered_calls, check, response_events
from probe.scripts.rules import ScriptError
from probe.scripts.script import Item, Say, Script, Turn
from tests.probe.scripts.samples import call


def response(status: str, output: list[JsonValue]) -> dict[str, JsonValue]:
    return {"id": "resp_synthetic_7", "object": "response", "created_at": 0, "status": status, "output": output}


def usage(output_tokens: int) -> dict[str, JsonValue]:
    return {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 100 + output_tokens,
    }


def text(text_id: str, content: str) -> dict[str, JsonValue]:
    return {
        "id": text_id,
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": content, "annotations": []}],
    }


def events(*items: Item) -> tuple[dict[str, JsonValue], ...]:
    return response_events(items, number=7, label="made-up")


FUNCTION: Final[dict[str, JsonValue]] = {
    "id": "fc_one",
    "type": "function_call",
    "status": "completed",
    "call_id": "one",
    "name": "lookup",
    "arguments": '{"query": "é"}',
}


def test_each_item_is_begun_and_done_between_the_start_and_the_end_of_the_response() -> None:
    said = text("msg_made-up", "a")

    assert events(Say("a"), call("function_call", arguments={"query": "é"})) == (
        {"type": "response.created", "response": response("in_progress", [])},
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": said | {"status": "in_progress", "content": []},
        },
        {"type": "response.output_item.done", "output_index": 0, "item": said},
        {
            "type": "response.output_item.added",
            "output_index": 1,
            "item": FUNCTION | {"status": "in_progress", "arguments": ""},
        },
        {"type": "response.output_item.done", "output_index": 1, "item": FUNCTION},
        {
            "type": "response.completed",
            "response": response("completed", [said, FUNCTION]) | {"usage": usage(2)},
        },
    )


def test_a_response_that_says_nothing_begins_and_ends() -> None:
    assert events() == (
        {"type": "response.created", "response": response("in_progress", [])},
        {"type": "response.completed", "response": response("completed", []) | {"usage": usage(0)}},
    )


def test_texts_of_one_response_have_ids_of_their_own() -> None:
    done = [event["item"] for event in events(Say("a"), Say("b")) if event["type"] == "response.output_item.done"]

    assert done == [text("msg_made-up", "a"), text("msg_made-up_1", "b")]


@pytest.mark.parametrize(
    ("item", "begun", "done"),
    [
        (
            call("function_call", namespace="n", arguments=None),
            {"namespace": "n", "arguments": ""},
            FUNCTION | {"namespace": "n", "arguments": "null"},
        ),
        (
            call("custom_tool_call", name="exec"),
            {"input": ""},
            {"id": "ctc_one", "type": "custom_tool_call", "name": "exec", "input": "text(1)"},
        ),
        (
            call("custom_tool_call", name="exec", namespace="functions"),
            {"input": ""},
            {"id": "ctc_one", "type": "custom_tool_call", "name": "exec", "namespace": "functions", "input": "text(1)"},
        ),
        (
            call("tool_search_call", name="tool_search"),
            {},
            {"id": "tsc_one", "type": "tool_search_call", "execution": "client", "arguments": {"query": "q1"}},
        ),
    ],
)
def test_each_kind_of_call_has_its_fields(item: Item, begun: dict[str, JsonValue], done: dict[str, JsonValue]) -> None:
    whole = {"status": "completed", "call_id": "one"} | done

    _, added, finished, _ = events(item)

    assert (added["item"], finished["item"]) == (whole | {"status": "in_progress"} | begun, whole)


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"input": "x"},
        {"input": [1, {}, {"type": "message"}, {"type": 1, "call_id": "one"}, {"type": "function_call_output"}]},
        {"input": [{"type": "function_call", "call_id": "one"}, {"type": "made_up_output", "call_id": ["one"]}]},
    ],
)
def test_a_body_without_outputs_answers_no_call(body: JsonValue) -> None:
    assert answered_calls(body) == frozenset()


def test_outputs_of_every_kind_are_found() -> None:
    kinds = ("function_call_output", "custom_tool_call_output", "tool_search_output")
    body: JsonValue = {"input": [{"type": kind, "call_id": kind[0]} for kind in kinds]}

    assert answered_calls(body) == frozenset({"f", "c", "t"})


def test_a_script_of_the_other_dialect_is_refused() -> None:
    known = "custom_tool_call, function_call, tool_search_call"

    check(Script((Turn(name="a", items=(Say("OK"), call("function_call"), call("custom_tool_call", id="two"))),)))
    with pytest.raises(ScriptError, match=f"kind is no call of OpenAI Responses; it has {known}$"):
        check(Script((Turn(name="a", items=(call("tool_use"),)),)))
