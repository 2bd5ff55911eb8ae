import pytest
from pydantic import JsonValue

from captures.model import Added, Change, Dropped, Renamed, Rewritten, Truncated
from sanitize.changes import changes_of, is_same
from sanitize.policy import policy_of
from tests.sanitize.bodies import SCHEMA, claude_tool, function, nested
from tests.support.builders import LOOKUP, planted


def _changes(shown: dict[str, JsonValue], tool: dict[str, JsonValue] = LOOKUP) -> tuple[Change, ...]:
    return changes_of(tool, shown, policy=policy_of(planted(tool)))


def _schema_changes(said: JsonValue, shown: JsonValue) -> tuple[Change, ...]:
    return _changes({"inputSchema": shown}, {"inputSchema": said})


def test_the_fixture_as_claude_shows_it_has_four_changes() -> None:
    assert _changes(claude_tool()) == (
        Dropped(path="$.annotations", change="dropped"),
        Renamed(path="$.inputSchema", change="renamed", to="input_schema"),
        Renamed(path="$.name", change="renamed", to="mcp__shape_probe__lookup"),
        Dropped(path="$.title", change="dropped"),
    )


def test_the_fixture_as_codex_shows_it_has_additions_in_its_own_words() -> None:
    shown = function("lookup", description=LOOKUP["description"], parameters=SCHEMA)
    assert _changes(shown) == (
        Dropped(path="$.annotations", change="dropped"),
        Renamed(path="$.inputSchema", change="renamed", to="parameters"),
        Added(path="$.strict", change="added"),
        Dropped(path="$.title", change="dropped"),
        Added(path="$.type", change="added"),
    )


def test_the_tool_as_served_has_no_changes() -> None:
    assert _changes(dict(reversed(LOOKUP.items()))) == ()


def test_below_a_renamed_key_paths_are_in_the_words_of_the_tool() -> None:
    shown: JsonValue = {
        "type": "object",
        "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 2, "maximum": 3}},
        "required": ["query"],
        "additionalProperties": True,
        "x-new": {"a": 1},
    }
    assert _changes({"input_schema": shown}, {"inputSchema": SCHEMA}) == (
        Renamed(path="$.inputSchema", change="renamed", to="input_schema"),
        Rewritten(path="$.inputSchema.additionalProperties", change="rewritten"),
        Rewritten(path="$.inputSchema.properties.limit.default", change="rewritten"),
        Dropped(path="$.inputSchema.properties.limit.minimum", change="dropped"),
        Dropped(path="$.inputSchema.properties.query.description", change="dropped"),
        Added(path='$.input_schema["x-new"]', change="added"),
    )


def test_an_addition_is_pointed_at_in_the_definition_as_shown() -> None:
    changes = _changes({"input_schema": {"type": "object", "properties": {}}}, {"inputSchema": {"type": "object"}})
    assert changes == (
        Renamed(path="$.inputSchema", change="renamed", to="input_schema"),
        Added(path="$.input_schema.properties", change="added"),
    )


def test_a_schema_that_is_null_can_be_renamed_and_rewritten() -> None:
    assert _changes({"parameters": {"type": "object"}}, {"inputSchema": None}) == (
        Renamed(path="$.inputSchema", change="renamed", to="parameters"),
        Rewritten(path="$.inputSchema", change="rewritten"),
    )


def test_the_likeliest_schema_key_is_the_new_name() -> None:
    changes = _changes({"parameters": {}, "input_schema": {}}, {"inputSchema": {}})
    assert changes == (
        Renamed(path="$.inputSchema", change="renamed", to="input_schema"),
        Added(path="$.parameters", change="added"),
    )


def test_a_text_that_is_cut_says_how_much_is_left() -> None:
    assert _changes({"description": "Looks up… [truncated]"}, {"description": "Looks up one record."}) == (
        Truncated(path="$.description", change="truncated", kept=8, of=20),
    )


def test_a_text_with_other_words_is_rewritten() -> None:
    shown: dict[str, JsonValue] = {"description": "[shape_probe] Looks up one record."}
    assert _changes(shown, {"description": "Looks up one record."}) == (
        Rewritten(path="$.description", change="rewritten"),
    )


def test_a_name_that_is_gone_is_dropped_and_one_that_is_no_text_rewritten() -> None:
    assert _changes({}, {"name": "lookup"}) == (Dropped(path="$.name", change="dropped"),)
    assert _changes({"name": 1}, {"name": "lookup"}) == (Rewritten(path="$.name", change="rewritten"),)


def test_keys_in_another_spelling_are_renamed() -> None:
    assert _schema_changes({"readOnlyHint": True, "maxLength": 3}, {"read_only_hint": True, "max-length": 4}) == (
        Renamed(path="$.inputSchema.maxLength", change="renamed", to="max-length"),
        Rewritten(path="$.inputSchema.maxLength", change="rewritten"),
        Renamed(path="$.inputSchema.readOnlyHint", change="renamed", to="read_only_hint"),
    )


def test_a_weighty_value_under_another_key_is_renamed() -> None:
    changes = _changes(
        {"label": "Synthetic Lookup", "hints": {"a": 1, "b": 2}},
        {"title": "Synthetic Lookup", "annotations": {"a": 1, "b": 2}},
    )
    assert changes == (
        Renamed(path="$.annotations", change="renamed", to="hints"),
        Renamed(path="$.title", change="renamed", to="label"),
    )


def test_a_key_with_several_heirs_or_none_of_weight_is_dropped() -> None:
    assert _schema_changes({"a": "x" * 9, "b": 1}, {"c": "x" * 9, "d": "x" * 9, "e": 1}) == (
        Dropped(path="$.inputSchema.a", change="dropped"),
        Dropped(path="$.inputSchema.b", change="dropped"),
        Added(path="$.inputSchema.c", change="added"),
        Added(path="$.inputSchema.d", change="added"),
        Added(path="$.inputSchema.e", change="added"),
    )


def test_lists_of_one_length_are_compared_item_by_item_and_others_as_wholes() -> None:
    assert _schema_changes({"anyOf": [{"a": 1}, {"b": 2}]}, {"anyOf": [{"a": 1}, {"b": 3}]}) == (
        Rewritten(path="$.inputSchema.anyOf[1].b", change="rewritten"),
    )
    assert _schema_changes({"enum": ["a", "b"]}, {"enum": ["a"]}) == (
        Rewritten(path="$.inputSchema.enum", change="rewritten"),
    )


def test_keys_that_are_no_names_are_named_as_placeholders_once() -> None:
    assert _schema_changes({}, {"any body's text": 1, "another text": 2}) == (
        Added(path='$.inputSchema["<name>"]', change="added"),
    )


def test_what_is_deeper_than_a_definition_is_kept_is_not_compared() -> None:
    assert _schema_changes(nested(10_000), nested(10_001)) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), ({"a": [1, None]}, {"a": [1, None]}), ("x", "x"), (True, True), (nested(9_000), nested(9_001))],
)
def test_equal_json_is_the_same(one: JsonValue, other: JsonValue) -> None:
    assert is_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (0, False), ({"a": 1}, {"b": 1}), ([1], [1, 2]), ([1], [2]), ("1", 1), ({}, []), (None, False)],
)
def test_unequal_json_is_not_the_same(one: JsonValue, other: JsonValue) -> None:
    assert not is_same(one, other)
