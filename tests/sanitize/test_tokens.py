import json

import pytest
from pydantic import JsonValue

from captures.model import Sighting
from sanitize.parts import Part
from sanitize.places import tool_entries
from sanitize.planted import Planted
from sanitize.policy import policy_of
from sanitize.tokens import sightings_of, tokens_of, tool_texts
from tests.sanitize.bodies import NAME, builtin, claude_body, claude_tool, codex_body, namespace, text_item
from tests.support.builders import LOOKUP, PROMPT_MARKER, planted


def _seen(*bodies: JsonValue, given: Planted | None = None) -> list[tuple[str, str, str]]:
    given = planted() if given is None else given
    parts = [
        Part(role="warm-up" if number else "model", entries=tool_entries(body), body=body)
        for number, body in enumerate(bodies)
    ]
    return [(seen.token, seen.pointer, seen.place) for seen in sightings_of(parts, given, policy=policy_of(given))]


def test_one_tool_has_tokens_by_their_plain_names() -> None:
    assert [token.name for token in tokens_of(planted())] == [
        "alias",
        "tool.name",
        "tool.title",
        "tool.description",
        "property.query.description",
    ]


def test_the_tokens_of_several_tools_are_numbered() -> None:
    assert [token.name for token in tokens_of(planted({"name": "one"}, LOOKUP))] == [
        "alias",
        "tool[0].name",
        "tool[1].name",
        "tool[1].title",
        "tool[1].description",
        "tool[1].property.query.description",
    ]


def test_a_property_whose_name_cannot_stand_in_a_token_is_called_by_its_pointer() -> None:
    tool: dict[str, JsonValue] = {
        "inputSchema": {"properties": {"日 本": {"description": "Made-up text."}, "x": {}, "y": 1}}
    }
    pointer = '$.inputSchema.properties["日 本"].description'
    assert [token.name for token in tokens_of(planted(tool))] == ["alias", pointer]
    assert [token.name for token in tokens_of(planted(tool, {}))] == ["alias", f"tool[0]:{pointer}"]


@pytest.mark.parametrize(
    "tool",
    [{}, {"name": 1, "title": None, "description": "", "inputSchema": None}, {"inputSchema": {"properties": []}}],
)
def test_a_tool_without_texts_has_no_tokens(tool: dict[str, JsonValue]) -> None:
    assert [token.name for token in tokens_of(planted(tool))] == ["alias"]


def test_a_definition_shows_its_tokens_where_they_stand() -> None:
    assert _seen(claude_body(claude_tool())) == [
        ("alias", "$.tools[1].name", "tool-name"),
        ("tool.name", "$.tools[1].name", "tool-name"),
        ("tool.description", "$.tools[1].description", "tool-description"),
        ("property.query.description", "$.tools[1].input_schema.properties.query.description", "tool-schema"),
    ]


def test_a_namespace_shows_the_alias_and_its_child_the_bare_name() -> None:
    assert _seen(codex_body(tools=[namespace()]))[:2] == [
        ("alias", "$.tools[0].name", "namespace"),
        ("tool.name", "$.tools[0].tools[0].name", "tool-name"),
    ]


def test_the_model_request_comes_first() -> None:
    parts = [
        Part(role="model", entries=(), body=codex_body(text_item("developer", "- mcp__shape_probe"))),
        Part(role="warm-up", entries=(), body={"instructions": "shape_probe"}),
    ]
    assert sightings_of(parts, planted(), policy=policy_of(planted())) == (
        Sighting(token="alias", role="model", pointer="$.input[0].content[0].text", place="message"),
        Sighting(token="alias", role="warm-up", pointer="$.instructions", place="message"),
    )


def test_a_token_is_found_inside_json_and_code_in_a_string() -> None:
    note = json.dumps({"server": "shape_probe", "text": LOOKUP["description"]})
    pointer = "$.messages[1].content[0].text"
    assert _seen(claude_body(note=note)) == [("alias", pointer, "message"), ("tool.description", pointer, "message")]


def test_a_token_in_a_key_is_sighted_at_what_the_key_stands_for() -> None:
    assert _seen({"servers": {"shape_probe": 1}}) == [("alias", "$.servers.shape_probe", "unknown")]


def test_a_token_in_key_and_value_is_one_sighting() -> None:
    assert _seen({"shape_probe": "shape_probe"}) == [("alias", "$.shape_probe", "unknown")]


def test_a_place_that_no_rule_knows_is_loud() -> None:
    assert _seen({"servers": {"x": f"{NAME}!"}}) == [
        ("alias", "$.servers.x", "unknown"),
        ("tool.name", "$.servers.x", "unknown"),
    ]


def test_the_name_of_the_tool_is_a_common_word_and_counts_only_as_a_name() -> None:
    assert _seen(claude_body(builtin("Read", description="For a quick lookup."), note="lookup")) == []
    assert _seen({"lookup": {"title": "lookup"}}) == []
    assert _seen({"name": "lookup"}) == [("tool.name", "$.name", "unknown")]


def test_keys_that_are_no_names_do_not_come_out() -> None:
    assert _seen({"any body's text": ["shape_probe"]}) == [("alias", '$["<name>"][0]', "unknown")]


def test_the_prompt_marker_is_no_token() -> None:
    assert _seen({"messages": [PROMPT_MARKER]}) == []


def test_the_texts_of_tools_are_titles_and_descriptions() -> None:
    assert tool_texts(planted()) == (
        ("tool.title", "Synthetic Lookup"),
        ("tool.description", "Looks up one synthetic record."),
        ("property.query.description", "Synthetic query."),
    )
    assert tool_texts(planted({"name": "one", "description": ""}, {"title": "Two", "description": 2})) == (
        ("tool[1].title", "Two"),
    )
