from pydantic import JsonValue

from sanitize.announced import Announcement, announcement_of, namesake
from sanitize.identity import owned
from sanitize.parts import Part
from sanitize.places import tool_entries
from sanitize.texts import Alias
from tests.sanitize.bodies import (
    answered,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    found_tools,
    function,
    namespace,
    text_item,
    tool_result,
    tool_use,
)
from tests.support.builders import LOOKUP, planted

OTHER: dict[str, JsonValue] = {"name": "other", "description": "Made-up text of the other one."}


def _announced(
    *bodies: JsonValue, tools: tuple[dict[str, JsonValue], ...] = (LOOKUP,), index: int = 0
) -> Announcement | None:
    given = planted(*tools)
    parts = [
        Part(role="warm-up" if number else "model", entries=tool_entries(body), body=body)
        for number, body in enumerate(bodies)
    ]
    definitions = [[entry for own in owned(part.entries, given) for entry in own] for part in parts]
    return announcement_of(index, parts, definitions, planted=given)


def test_a_name_in_a_note_is_an_announcement() -> None:
    body = claude_body(builtin("ToolSearch"), note="Made-up note:\nWebFetch\nmcp__shape_probe__lookup\n")
    assert _announced(body) == Announcement(
        text="mcp__shape_probe__lookup", role="model", steps=("messages", 1, "content", 0, "text")
    )


def test_the_name_of_the_server_is_one_too() -> None:
    body = codex_body(text_item("developer", "Made-up text.", "<tools>\nMade-up list:\n- mcp__shape_probe\n</tools>"))
    assert _announced(body) == Announcement(
        text="mcp__shape_probe", role="model", steps=("input", 0, "content", 1, "text")
    )


def test_a_name_with_the_tool_is_preferred_wherever_it_stands() -> None:
    notes = codex_body(text_item("developer", "- mcp__shape_probe"))
    names = codex_body(text_item("developer", "- mcp__shape_probe__lookup"))
    assert _announced(notes, names) == Announcement(
        text="mcp__shape_probe__lookup", role="warm-up", steps=("input", 0, "content", 0, "text")
    )


def test_a_message_is_preferred_to_a_description_and_the_shorter_name_in_one_text() -> None:
    body = claude_body(
        builtin("ToolSearch", description="mcp__shape_probe__lookup"),
        note="tools.mcp__shape_probe__lookup mcp__shape_probe__lookup",
    )
    assert _announced(body) == Announcement(
        text="tools.mcp__shape_probe__lookup", role="model", steps=("messages", 1, "content", 0, "text")
    )


def test_a_place_that_no_rule_knows_announces_nothing() -> None:
    assert _announced({**claude_body(), "metadata": {"servers": "mcp__shape_probe"}}) is None


def test_a_tool_is_not_announced_by_the_name_of_another_nor_by_its_definition() -> None:
    shown = claude_tool(name="mcp__shape_probe__other", description=OTHER["description"], input_schema={})
    body = claude_body(builtin("ToolSearch", description="mcp__shape_probe__other"), shown)
    assert _announced(body, tools=(LOOKUP, OTHER)) is None
    assert _announced(body, tools=(LOOKUP, OTHER), index=1) == Announcement(
        text="mcp__shape_probe__other", role="model", steps=("tools", 1, "description")
    )


def test_a_shortened_name_announces_the_only_tool() -> None:
    body = claude_body(note="mcp__shape_probe__loo_1a2b3c")
    assert _announced(body) == Announcement(
        text="mcp__shape_probe__loo_1a2b3c", role="model", steps=("messages", 1, "content", 0, "text")
    )


def test_a_client_that_names_nothing_announces_nothing() -> None:
    assert _announced(claude_body(builtin("ToolSearch"))) is None
    assert _announced(claude_body(builtin("ToolSearch")), tools=({"name": None},)) is None


def test_the_entry_of_a_namespace_announces_its_server() -> None:
    body = codex_body(tools=[namespace(function("unrelated"))])
    assert _announced(body) == Announcement(text="mcp__shape_probe", role="model", steps=("tools", 0, "name"))


def test_a_run_names_the_tool_with_the_longest_name_in_it() -> None:
    names = ["search", "search_all", ""]
    found = [
        namesake(run, names)
        for run in Alias("shape_probe").runs("shape_probe/search_all shape_probe__search shape_probe")
    ]
    assert found == [1, 0, None]


def test_what_the_model_said_and_got_announces_nothing() -> None:
    body = answered(
        claude_body(builtin("ToolSearch")), tool_use("call-1"), tool_result("call-1", "mcp__shape_probe__lookup")
    )
    assert _announced(body) is None
    items = (found_tools("call-1", function("mcp__shape_probe")), text_item("assistant", "mcp__shape_probe"))
    assert _announced(codex_body(*items)) is None
