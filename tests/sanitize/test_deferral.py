import pytest
from pydantic import JsonValue

from sanitize.deferral import way_in
from sanitize.places import tool_entries
from tests.sanitize.bodies import builtin, claude_body, codex_body, function, functions, program


def _via(body: JsonValue) -> str | None:
    way = way_in(tool_entries(body), body)
    return None if way is None else way.via


@pytest.mark.parametrize("name", ["ToolSearch", "MCPSearch"])
def test_a_search_tool_of_claude_is_a_way_by_its_name(name: str) -> None:
    assert _via(claude_body(builtin(name))) == name


def test_a_function_of_that_name_in_another_dialect_is_none() -> None:
    assert _via(codex_body(tools=[function("ToolSearch")])) is None


def test_an_entry_of_the_type_tool_search_is_a_way() -> None:
    assert _via(codex_body(tools=[{"type": "tool_search", "execution": "client"}])) == "tool_search"


def test_the_program_tool_is_a_way_with_its_namespace() -> None:
    assert _via(codex_body(tools=[functions(program())])) == "functions.exec"
    assert _via(codex_body(tools=[program()])) == "exec"
    assert _via(codex_body(tools=[{"type": "namespace", "name": "other", "tools": [program()]}])) == "exec"


@pytest.mark.parametrize("text", ["Runs a program.", "ALL_TOOLS has them.", "deferred helpers may be omitted"])
def test_a_program_tool_that_does_not_speak_of_deferred_tools_is_none(text: str) -> None:
    assert _via(codex_body(tools=[functions(program(text))])) is None


def test_of_several_ways_the_first_of_the_table_counts() -> None:
    assert _via(codex_body(tools=[functions(program()), {"type": "tool_search"}])) == "tool_search"


def test_the_way_knows_its_entry() -> None:
    body = codex_body(tools=[functions(function("wait"), program())])
    entries = tool_entries(body)
    way = way_in(entries, body)
    assert way is not None
    assert way.entry is entries[2]


def test_tools_of_the_client_are_no_way() -> None:
    assert _via(claude_body()) is None
    assert _via(None) is None
