import pytest
from pydantic import JsonValue

from captures.model import Answer, BlockSeen, Survival, TextSeen
from sanitize.answers import FoundAnswer, answer_of, answers_in
from sanitize.events import RequestSeen
from sanitize.parts import logical_requests
from sanitize.policy import policy_of
from sanitize.survivals import planted_strings
from tests.sanitize.bodies import (
    answered,
    claude_body,
    codex_body,
    found_tools,
    function,
    input_text,
    namespace,
    nested,
    output,
    tool_result,
    tool_use,
)
from tests.support.builders import message_seen, planted, request_seen

TEXT = "A made-up result of forty-one code points"

IMAGE = "aW1hZ2UgZGF0YSB0aGF0IGlzIG1hZGUgdXA="

WHOLE = Survival(token="result.text", head=41, tail=0, of=41)


def _answers(*requests: RequestSeen) -> dict[str, FoundAnswer]:
    return answers_in(logical_requests(requests))


def _answer(body: dict[str, JsonValue], call_id: str = "call-1") -> Answer:
    strings = planted_strings([("result.text", TEXT), ("result.image", IMAGE)])
    return answer_of(_answers(request_seen(body=body))[call_id], strings, policy=policy_of(planted()))


def _claude(content: JsonValue, **changes: JsonValue) -> Answer:
    return _answer(answered(claude_body(), tool_use("call-1"), tool_result("call-1", content, **changes)))


def _codex(item: JsonValue) -> Answer:
    return _answer({"input": [item]})


def test_an_answer_of_claude_with_blocks() -> None:
    image: JsonValue = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": IMAGE}}
    text: JsonValue = {"type": "text", "text": TEXT, "cache_control": {"type": "ephemeral"}}
    reference: JsonValue = {"type": "tool_reference", "tool_name": "mcp__shape_probe__lookup"}
    at = "$.messages[3].content[0]"
    assert _claude([text, image, reference], is_error=False) == Answer(
        attempt=1,
        pointer=at,
        type="tool_result",
        is_error=False,
        blocks=(
            BlockSeen(
                type="text",
                keys=("cache_control", "text"),
                texts=(TextSeen(pointer=f"{at}.content[0].text", length=41, planted=(WHOLE,)),),
            ),
            BlockSeen(
                type="image",
                keys=("source",),
                texts=(
                    TextSeen(
                        pointer=f"{at}.content[1].source.data",
                        length=36,
                        planted=(Survival(token="result.image", head=36, tail=0, of=36),),
                    ),
                ),
            ),
            BlockSeen(type="tool_reference", keys=("tool_name",), texts=()),
        ),
    )


def test_a_bare_string_is_one_block() -> None:
    assert _claude(f"Error: {TEXT[:20]}…", is_error=True) == Answer(
        attempt=1,
        pointer="$.messages[3].content[0]",
        type="tool_result",
        is_error=True,
        blocks=(
            BlockSeen(
                type="string",
                keys=(),
                texts=(
                    TextSeen(
                        pointer="$.messages[3].content[0].content",
                        length=28,
                        planted=(Survival(token="result.text", head=20, tail=0, of=41),),
                    ),
                ),
            ),
        ),
    )


def test_of_a_text_of_the_client_only_the_length_is_told() -> None:
    answer = _codex(output("call-1", input_text("Made-up words before.", TEXT)))
    assert answer.pointer == "$.input[0]"
    assert answer.type == "custom_tool_call_output"
    assert answer.is_error is None
    assert [block.texts for block in answer.blocks] == [
        (TextSeen(pointer="$.input[0].output[0].text", length=21, planted=()),),
        (TextSeen(pointer="$.input[0].output[1].text", length=41, planted=(WHOLE,)),),
    ]
    assert "Made-up words" not in answer.model_dump_json()


def test_the_tools_that_a_search_found_are_the_blocks() -> None:
    answer = _codex(found_tools("call-1", namespace(function("lookup", description=TEXT))))
    assert answer.blocks == (
        BlockSeen(
            type="namespace",
            keys=("description", "name", "tools"),
            texts=(TextSeen(pointer="$.input[0].tools[0].tools[0].description", length=41, planted=(WHOLE,)),),
        ),
    )


def test_a_data_address_that_holds_an_image_is_seen_and_kept_out() -> None:
    answer = _codex(output("call-1", [{"type": "input_image", "image_url": f"data:image/png;base64,{IMAGE}"}]))
    (block,) = answer.blocks
    assert [text.planted for text in block.texts] == [(Survival(token="result.image", head=36, tail=0, of=36),)]
    assert IMAGE not in answer.model_dump_json()


@pytest.mark.parametrize(
    ("content", "types"),
    [
        ([], []),
        (None, []),
        ([1, None, ["x"], "x", {"text": "no type"}], ["<number>", "<null>", "<array>", "string", "<object>"]),
        ({"type": "whole", "text": "x"}, ["whole"]),
        (True, ["<boolean>"]),
        ([{"type": "any body's type", "any body's key": 1}], ["<name>"]),
        ([{"type": 1}], ["<object>"]),
    ],
)
def test_what_is_no_block_is_told_by_what_it_is(content: JsonValue, types: list[str]) -> None:
    assert [block.type for block in _claude(content).blocks] == types


def test_an_answer_without_content_has_no_blocks() -> None:
    assert _codex({"type": "function_call_output", "call_id": "call-1"}).blocks == ()


def test_keys_that_are_no_names_are_placeholders() -> None:
    (block,) = _claude([{"type": "text", "any body's": 1, "another body's": 2, "text": "x"}]).blocks
    assert block.keys == ("<name>", "text")


def test_a_mark_that_is_no_boolean_is_none() -> None:
    assert _claude("x", is_error="yes").is_error is None


def test_an_answer_of_any_depth_is_told() -> None:
    (block,) = _claude([{"type": "deep", "a": nested(10_000, TEXT)}]).blocks
    (text,) = block.texts
    assert text.planted == (WHOLE,)


def test_over_http_the_first_request_with_an_answer_has_it() -> None:
    first = answered(claude_body(), tool_use("call-1"), tool_result("call-1", "x"))
    second = answered(first, tool_use("call-2"), tool_result("call-2", "y"))
    found = _answers(request_seen(body=claude_body()), request_seen(body=first), request_seen(body=second))
    assert {call_id: (answer.attempt, answer.steps) for call_id, answer in found.items()} == {
        "call-1": (2, ("messages", 3, "content", 0)),
        "call-2": (3, ("messages", 5, "content", 0)),
    }


def test_over_a_websocket_each_message_has_its_own_answers() -> None:
    items = (output("call-1", "x", "function_call"), output("call-2", "y"), found_tools("call-3"))
    requests = [message_seen(body=codex_body(item, previous_response_id="r1")) for item in items]
    assert [(call_id, answer.attempt) for call_id, answer in _answers(*requests).items()] == [
        ("call-1", 1),
        ("call-2", 2),
        ("call-3", 3),
    ]


@pytest.mark.parametrize(
    "body",
    [
        None,
        {"input": [{"type": "function_call", "call_id": "call-1"}, {"type": "x_output"}, "x"]},
        {"messages": [{"content": [{"type": "text", "tool_use_id": "call-1"}, {"type": "tool_result"}]}]},
        {"messages": [{"content": [{"type": 1, "tool_use_id": 1}]}], "input": [{"type": 1, "call_id": 1}]},
    ],
)
def test_what_answers_no_call_is_no_answer(body: JsonValue) -> None:
    assert _answers(request_seen(body=body)) == {}


def test_raw_text_is_in_no_repr() -> None:
    assert "made-up" not in repr(FoundAnswer(attempt=1, steps=(), fields={"content": TEXT}))
