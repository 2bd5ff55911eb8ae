import pytest
from pydantic import JsonValue

from sanitize.identity import Proof, owned, proof_of
from sanitize.places import ToolEntry, tool_entries
from sanitize.texts import Alias
from tests.sanitize.bodies import NAME, SCHEMA, builtin, claude_tool, function, namespace, program
from tests.support.builders import LOOKUP, planted

FOREIGN = "Made-up text of another server."


def _entries(*tools: JsonValue) -> tuple[ToolEntry, ...]:
    return tool_entries({"tools": list(tools)})


def _proof(shown: JsonValue, tool: dict[str, JsonValue] = LOOKUP) -> tuple[int, int, int]:
    proof = proof_of(tool, _entries(shown)[-1], alias=Alias("shape_probe"))
    return (proof.description, proof.schema, proof.name)


def _tool(name: str, text: str) -> dict[str, JsonValue]:
    return {"name": name, "description": text}


def _owned(*shown: JsonValue, tools: tuple[dict[str, JsonValue], ...] = (LOOKUP,)) -> list[list[str]]:
    return [[entry.name for entry in entries] for entries in owned(_entries(*shown), planted(*tools))]


def test_the_tool_as_shown_is_proved_in_every_way() -> None:
    assert _proof(claude_tool()) == (2, 1, 3)
    assert _proof(namespace()) == (2, 1, 3)


@pytest.mark.parametrize(
    ("shown", "proof"),
    [
        (claude_tool(description="Looks up one syn…"), (2, 1, 3)),
        (claude_tool(description="Looks…"), (0, 1, 3)),
        (claude_tool(description="[shape_probe] Looks up one synthetic record."), (1, 1, 3)),
        (claude_tool(name="lookup"), (2, 1, 1)),
        (claude_tool(name="mcp__shape_probe__lookup_1a2b"), (2, 1, 2)),
        (claude_tool(name="t_1a2b", input_schema=None), (2, 0, 0)),
        (claude_tool(input_schema={"properties": {"query": {"description": "Synthetic query."}}}), (2, 1, 3)),
        ({"name": NAME}, (0, 0, 3)),
        ({"name": "lookup"}, (0, 0, 1)),
        ({"name": "lookup", "description": FOREIGN}, (0, 0, 0)),
        (claude_tool(description=FOREIGN, input_schema={"type": "object"}), (0, 0, 0)),
        (builtin("Read"), (0, 0, 0)),
    ],
)
def test_text_proves_first_and_a_name_only_where_no_text_speaks_against_it(
    shown: JsonValue, proof: tuple[int, int, int]
) -> None:
    assert _proof(shown) == proof


def test_a_schema_without_texts_proves_only_as_a_whole_and_only_when_it_has_properties() -> None:
    plain: JsonValue = {"type": "object", "properties": {"a": {"type": "string"}}}
    tool: dict[str, JsonValue] = {"name": "lookup", "inputSchema": plain}
    assert _proof({"name": "x", "parameters": plain}, tool) == (0, 1, 0)
    assert _proof({"name": "x", "parameters": {"type": "object"}}, tool) == (0, 0, 0)
    assert _proof({"name": "x", "parameters": {"type": "object"}}, {"inputSchema": {"type": "object"}}) == (0, 0, 0)


def test_a_tool_without_a_description_can_be_known_by_its_name() -> None:
    assert _proof({"name": NAME, "description": FOREIGN}, {"name": "lookup"}) == (0, 0, 3)


def test_a_tool_without_a_name_can_be_known_by_its_text() -> None:
    assert _proof({"name": "", "description": LOOKUP["description"]}, {**LOOKUP, "name": ""}) == (2, 0, 0)
    assert _proof(claude_tool(), {**LOOKUP, "name": None}) == (2, 1, 0)


def test_a_short_description_is_proof_only_beside_a_name() -> None:
    tool = _tool("search", "Search")
    assert _owned(_tool("Grep", "Search"), _tool("search", "Search"), tools=(tool,)) == [["search"]]


@pytest.mark.parametrize(
    ("proof", "is_definition"),
    [
        (Proof(description=2, schema=0, name=0), "yes"),
        (Proof(description=0, schema=1, name=0), "yes"),
        (Proof(description=0, schema=0, name=2), "yes"),
        (Proof(description=1, schema=0, name=1), "yes"),
        (Proof(description=1, schema=0, name=0), "no"),
        (Proof(description=0, schema=0, name=1), "no"),
        (Proof(description=0, schema=0, name=0), "no"),
    ],
)
def test_a_definition_is_more_than_a_mention(proof: Proof, is_definition: str) -> None:
    assert ("yes" if proof.is_definition else "no") == is_definition


def test_a_tool_that_describes_another_is_not_its_definition() -> None:
    assert _owned(program(f"See mcp__shape_probe__lookup: {LOOKUP['description']}")) == [[]]


def test_a_namespace_is_no_definition_whatever_it_says() -> None:
    assert _owned({**namespace(), "description": LOOKUP["description"]}) == [["lookup"]]


def test_the_best_proved_entry_comes_first() -> None:
    assert _owned({"name": "bare", "input_schema": SCHEMA}, claude_tool()) == [[NAME, "bare"]]


def test_a_tool_lost_to_a_collision_of_names_has_no_entry() -> None:
    tools = (_tool("notion.search", "Made-up text one."), _tool("notion-search", "Made-up text two."))
    shown = _tool("mcp__shape_probe__notion_search", "Made-up text two.")
    assert _owned(shown, tools=tools) == [[], ["mcp__shape_probe__notion_search"]]


def test_tools_with_the_same_text_are_told_apart_by_their_names() -> None:
    tools = (_tool("one", "Made-up text."), _tool("two", "Made-up text."))
    two, one = _tool("mcp__shape_probe__two", "Made-up text."), _tool("mcp__shape_probe__one", "Made-up text.")
    assert _owned(two, one, tools=tools) == [["mcp__shape_probe__one"], ["mcp__shape_probe__two"]]


def test_twins_share_out_their_entries() -> None:
    assert _owned(claude_tool(), claude_tool(name="mcp__shape_probe__lookup"), tools=(LOOKUP, LOOKUP)) == [
        [NAME],
        [NAME],
    ]
    assert _owned(claude_tool(), tools=(LOOKUP, LOOKUP)) == [[NAME], []]


def test_functions_of_the_client_belong_to_nobody() -> None:
    assert _owned(function("wait"), builtin("Read")) == [[]]


def test_the_owned_entries_are_those_of_the_body() -> None:
    entries = _entries(builtin("Read"), claude_tool())
    assert owned(entries, planted()) == ((entries[1],),)
