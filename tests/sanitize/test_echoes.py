import pytest
from pydantic import JsonValue

from sanitize.echoes import echoes_of, is_echo, objects
from tests.sanitize.bodies import (
    answered,
    claude_body,
    codex_body,
    found_tools,
    output,
    text_item,
    tool_result,
    tool_use,
)


def test_in_messages_the_model_and_the_results_of_its_calls_are_echoes() -> None:
    body = answered(claude_body(), tool_use("call-1"), tool_result("call-1", "made up"))
    echoes = echoes_of(body)
    assert echoes == {("messages", 2), ("messages", 3, "content", 0)}
    assert is_echo(("messages", 2, "content", 0, "name"), echoes)
    assert is_echo(("messages", 3, "content", 0, "content"), echoes)
    assert not is_echo(("messages", 3, "content", 1, "text"), echoes)
    assert not is_echo(("messages", 1, "content", 0, "text"), echoes)


def test_in_items_calls_and_outputs_and_the_model_are_echoes() -> None:
    call: JsonValue = {"type": "custom_tool_call", "call_id": "call-1", "input": "made up"}
    said = text_item("assistant", "Made up.")
    body = codex_body(
        text_item("developer", "Made up."), call, output("call-1", "made up"), found_tools("call-2"), said
    )
    echoes = echoes_of(body)
    assert echoes == {("input", 1), ("input", 2), ("input", 3), ("input", 4)}
    assert is_echo(("input", 3, "tools", 0), echoes)
    assert not is_echo(("input", 0, "content", 0, "text"), echoes)


@pytest.mark.parametrize(
    "body",
    [None, [], {}, {"messages": 1, "input": "x"}, {"messages": [1, {"content": "x"}, {"content": [{"type": 1}, "x"]}]}],
)
def test_other_bodies_have_none(body: JsonValue) -> None:
    assert echoes_of(body) == frozenset()


def test_objects_are_those_of_a_list() -> None:
    assert list(objects([1, {"a": 1}, {}])) == [(1, {"a": 1}), (2, {})]
    assert list(objects({"a": 1})) == []
