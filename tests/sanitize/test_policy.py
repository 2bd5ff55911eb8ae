import pytest
from pydantic import JsonValue

from sanitize.policy import MAX_DEPTH, placeholder_of, policy_of
from tests.sanitize.bodies import SCHEMA, claude_tool, nested
from tests.support.builders import LOOKUP, planted

POLICY = policy_of(planted())


def test_a_planted_definition_stays_as_it_is() -> None:
    assert POLICY.definition(claude_tool()) == claude_tool()
    assert POLICY.definition(LOOKUP) == LOOKUP


def test_text_that_nobody_planted_becomes_a_placeholder() -> None:
    shown = claude_tool(
        hint="Made-up hint.", parts=["Looks up one synthetic record. And more."], cache={"kind": "text"}
    )
    assert POLICY.definition(shown) == claude_tool(hint="<string>", parts=["<string>"], cache={"kind": "text"})


def test_numbers_stay_when_planted_and_booleans_and_nulls_always() -> None:
    shown = claude_tool(strict=False, defer_loading=True, x=None, least=1, most=4096, part=1.5)
    kept = claude_tool(strict=False, defer_loading=True, x=None, least=1, most="<number>", part="<number>")
    assert POLICY.definition(shown) == kept


def test_a_cut_text_stays_without_half_a_character() -> None:
    assert POLICY.definition({"description": "Looks up…"}) == {"description": "Looks up…"}
    assert POLICY.definition({"description": "Looks up\ud83d…"}) == {"description": "Looks up…"}


def test_names_stay_at_the_top_when_they_look_like_names() -> None:
    assert POLICY.definition({"name": "t_1a2b", "type": "of_tomorrow"}) == {"name": "t_1a2b", "type": "of_tomorrow"}
    assert POLICY.definition({"name": "Not a name!", "type": "no type"}) == {"name": "<name>", "type": "<name>"}
    assert POLICY.definition({"schema": {"name": "t_1a2b"}}) == {"schema": {"name": "<string>"}}
    assert POLICY.definition({"name": 7, "type": ["x"]}) == {"name": "<number>", "type": ["<string>"]}


def test_a_planted_name_stays_whatever_it_looks_like() -> None:
    policy = policy_of(planted({"name": "Dockerfile problems 🚀"}))
    assert policy.definition({"name": "Dockerfile problems 🚀"}) == {"name": "Dockerfile problems 🚀"}


def test_keys_stay_when_they_are_names_or_planted() -> None:
    policy = policy_of(planted({"name": "lookup", "inputSchema": {"properties": {"日 本": {}}}}))
    assert policy.definition({"日 本": 1, "x-hint": True, "any body's text": True}) == {
        "日 本": "<number>",
        "x-hint": True,
        "<name>": True,
    }


def test_of_keys_that_become_the_same_the_first_by_name_stays_in_any_order() -> None:
    one: dict[str, JsonValue] = {"b text": None, "name": "x", "a text": True}
    other: dict[str, JsonValue] = {"a text": True, "b text": None, "name": "x"}
    assert POLICY.definition(one) == POLICY.definition(other) == {"name": "x", "<name>": True}


def test_a_definition_is_kept_to_a_bounded_depth() -> None:
    kept = POLICY.definition({"input_schema": nested(10_000)})
    levels = 0
    value: JsonValue = kept
    while isinstance(value, dict):
        (value,) = value.values()
        levels += 1
    assert (levels, value) == (MAX_DEPTH, "<object>")


def test_a_pointer_has_names_and_indexes_only() -> None:
    assert POLICY.pointer(("tools", 21, "x-hint", "any body's text")) == '$.tools[21]["x-hint"]["<name>"]'


def test_several_planted_tools_are_all_planted() -> None:
    policy = policy_of(planted(LOOKUP, {"name": "other", "description": "Made-up other text.", "least": 7}))
    shown: dict[str, JsonValue] = {"a": "Made-up other text.", "b": 7, "input_schema": SCHEMA}
    assert policy.definition(shown) == shown


@pytest.mark.parametrize(
    ("value", "placeholder"),
    [
        ({"a": 1}, "<object>"),
        ([1], "<array>"),
        ("x", "<string>"),
        (True, "<boolean>"),
        (1, "<number>"),
        (1.5, "<number>"),
        (None, "<null>"),
    ],
)
def test_every_kind_of_value_has_a_placeholder(value: JsonValue, placeholder: str) -> None:
    assert placeholder_of(value) == placeholder


def test_arguments_keep_words_of_scripts_and_small_whole_numbers() -> None:
    arguments: dict[str, JsonValue] = {
        "query": "route-1:shown/name",
        "limit": 99,
        "least": -(10**6),
        "deep": [{"query": "Looks up one synthetic record.", "x": None, "y": True}],
    }
    assert POLICY.arguments(arguments) == arguments


def test_arguments_keep_nothing_else() -> None:
    assert POLICY.arguments(
        {"query": "any body's words", "any body's": 1, "part": 1.5, "when": 10**6 + 1, "deep": [{"x": "two words"}]}
    ) == {"query": "<string>", "<name>": 1, "part": "<number>", "when": "<number>", "deep": [{"x": "<string>"}]}
    assert POLICY.arguments({"key": "sk-made-up-credential-1"}) == {"key": "<string>"}


def test_words_of_scripts_stay_in_arguments_alone() -> None:
    assert POLICY.definition({"query": "route-1", "limit": 99}) == {"query": "<string>", "limit": "<number>"}
