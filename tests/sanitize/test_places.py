import pytest
from pydantic import JsonValue

from sanitize.places import ToolEntry, enclosing, place_of, tool_entries
from sanitize.pointers import MAX_STEPS, Steps
from tests.sanitize.bodies import additional_tools, builtin, claude_body, codex_body, function, namespace


def _steps(body: JsonValue) -> list[Steps]:
    return [entry.steps for entry in tool_entries(body)]


def test_entries_are_found_at_the_top_in_items_and_in_namespaces() -> None:
    body: JsonValue = {"tools": [namespace(), builtin("Read")], "input": [additional_tools(namespace())]}
    assert _steps(body) == [
        ("input", 0, "tools", 0),
        ("input", 0, "tools", 0, "tools", 0),
        ("tools", 0),
        ("tools", 0, "tools", 0),
        ("tools", 1),
    ]


def test_an_entry_knows_its_containers_from_the_outermost() -> None:
    outer, inner, leaf = tool_entries({"tools": [{"name": "outer", "tools": [namespace()]}]})
    assert (outer.containers, inner.containers, leaf.containers) == ((), (outer,), (outer, inner))
    assert (outer.is_container, inner.is_container, leaf.is_container) == (True, True, False)


def test_entries_of_unknown_types_and_without_any_field_are_entries() -> None:
    assert _steps({"tools": [{"type": "of-tomorrow"}, {}, "odd", None]}) == [("tools", 0), ("tools", 1)]


def test_an_entry_without_texts_has_empty_ones() -> None:
    (entry,) = tool_entries({"tools": [{"name": None, "type": 1}]})
    assert (entry.name, entry.type, entry.description, entry.schema) == ("", "", "", None)


def test_the_schema_of_an_entry_has_several_names() -> None:
    entries = tool_entries({"tools": [{"parameters": {"a": 1}}, {"input_schema": {"b": 2}}]})
    assert [entry.schema for entry in entries] == [{"a": 1}, {"b": 2}]


def test_a_list_called_tools_inside_a_schema_is_no_tools_array() -> None:
    assert _steps({"tools": [builtin("Read", input_schema={"default": {"tools": [{"name": "x"}]}})]}) == [("tools", 0)]


@pytest.mark.parametrize("value", ["tools", {"a": {"name": "x"}}, 1, None])
def test_tools_that_are_no_list_are_no_tools(value: JsonValue) -> None:
    assert _steps({"tools": value}) == []


def test_entries_too_deep_to_point_at_are_left_out() -> None:
    body: JsonValue = {"name": "deepest"}
    for _ in range(MAX_STEPS):
        body = {"tools": [body]}
    assert len(tool_entries(body)) == MAX_STEPS // 2


def test_the_innermost_entry_encloses_a_place() -> None:
    container, leaf = tool_entries({"tools": [namespace()]})
    entries = {container.steps: container, leaf.steps: leaf}
    assert enclosing(("tools", 0, "tools", 0, "name"), entries) is leaf
    assert enclosing(("tools", 0, "name"), entries) is container
    assert enclosing(("messages",), entries) is None


@pytest.mark.parametrize(
    ("steps", "place"),
    [
        (("messages", 1, "content", 0, "text"), "message"),
        (("system", 0, "text"), "message"),
        (("system",), "message"),
        (("instructions",), "message"),
        (("input", 3, "content", 0, "text"), "message"),
        (("input", 3, "output"), "unknown"),
        (("metadata", "user_id"), "metadata"),
        (("client_metadata", "x-turn"), "metadata"),
        (("safeguards", 0, "rule"), "metadata"),
        (("context_management", "edits"), "unknown"),
        (("tools", 0, "name"), "tool-name"),
        (("tools", 0, "description"), "tool-description"),
        (("tools", 0, "input_schema", "type"), "tool-schema"),
        (("tools", 1, "name"), "namespace"),
        (("tools", 1, "description"), "namespace"),
        (("tools", 1, "tools", 0, "name"), "tool-name"),
        (("tools", 1, "tools", 0, "parameters", "properties", "query"), "tool-schema"),
    ],
)
def test_a_place_is_known_by_its_steps(steps: Steps, place: str) -> None:
    entries = {entry.steps: entry for entry in tool_entries({"tools": [builtin("Read"), namespace()]})}
    assert place_of(steps, entries) == place


def test_bodies_of_both_dialects_give_their_tools() -> None:
    assert [entry.name for entry in tool_entries(claude_body())] == ["Read"]
    assert [entry.name for entry in tool_entries(codex_body(tools=[function("wait")]))] == ["wait"]


def test_no_repr_of_an_entry_shows_raw_text() -> None:
    assert "raw" not in repr(ToolEntry(steps=(), fields={"name": "raw"}, containers=()))
