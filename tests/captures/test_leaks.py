"""The leak guard, tried with everything that may not pass at every place that can hold text."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from captures import canonical
from captures.leaks import MAX_DEPTH, LeakError, check, check_canaries
from captures.model import ShapesFile
from captures.vocabulary import PLACEHOLDERS
from fake_mcp.result_kinds import RESULT_KINDS, planted_texts
from tests.captures.places import Place, changed, places
from tests.captures.samples import (
    CALL,
    DEFERRED,
    DESCRIPTION,
    ENVELOPE,
    INLINE,
    OTHER_TOOL,
    TOOL,
    capture,
    document,
    full_document,
)

CANARY: Final = "kestrelword"
"""Like a name, so that no rule but the one about canaries finds it."""

INTRUDERS: Final = (
    "some text of somebody",
    "name\nname",
    "x" * 300,
    "é" * 20,
    "sk-ant-api03-AbCdEf",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "akiaiosfodnn7example",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln",
    "123e4567-e89b-12d3-a456-426614174000",
    "5f4dcc3b5aa765d61d8327deb882cf99",
    "555867530912",
    "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
    "somebody@mail.example.com",
    "/home/somebody/work",
    "https://host.example",
    "192.168.10.12",
    "2001:db8::8a2e:370:7334",
    r"C:\Users\somebody",
)

FULL: Final = full_document()
PLACES: Final = tuple(places(FULL))
CAPTURE_PLACES: Final = tuple(place for place in PLACES if place.steps[0] == "captures" and len(place.steps) > 1)


def refused(value: object) -> bool:
    try:
        check(value)
    except LeakError:
        return True
    return False


def fault_of(value: object) -> tuple[str, str]:
    with pytest.raises(LeakError) as caught:
        check(value)
    return caught.value.pointer, caught.value.rule


def with_definition(definition: object) -> dict[str, Any]:
    return document(capture(tools=[{**INLINE, "definition": definition}]))


def with_arguments(arguments: object) -> dict[str, Any]:
    return document(capture(calls=[{**CALL, "arguments": arguments}]))


def test_a_full_file_of_names_and_planted_text_passes() -> None:
    check(FULL)


@pytest.mark.parametrize("text", INTRUDERS)
def test_nothing_but_names_passes_at_any_place_of_a_capture(text: str) -> None:
    assert [place for place in CAPTURE_PLACES if not refused(changed(FULL, place, text))] == []


@given(text=st.text(min_size=1, max_size=40), place=st.sampled_from(CAPTURE_PLACES))
def test_no_text_with_a_space_passes_at_any_place_of_a_capture(text: str, place: Place) -> None:
    assert refused(changed(FULL, place, f"\0 {text}"))


@given(text=st.text(alphabet="abcxyz_", min_size=161, max_size=400), place=st.sampled_from(CAPTURE_PLACES))
def test_no_name_beyond_the_limit_passes_at_any_place_of_a_capture(text: str, place: Place) -> None:
    assert refused(changed(FULL, place, text))


def dumped_leaks(place: Place, text: str, *, canaries: tuple[str, ...]) -> bool:
    """Whether the file is neither written nor even to be held as a value."""
    try:
        file = ShapesFile.model_validate(changed(FULL, place, text))
    except ValidationError:
        return False
    try:
        canonical.dumps(file, canaries=canaries)
    except LeakError:
        return False
    return True


def test_a_canary_is_refused_by_dumps_in_every_field_and_key_that_can_hold_text() -> None:
    assert [place for place in PLACES if dumped_leaks(place, CANARY, canaries=(CANARY,))] == []


def test_text_is_refused_by_dumps_in_every_field_and_key_of_a_capture_without_knowing_canaries() -> None:
    assert [place for place in CAPTURE_PLACES if dumped_leaks(place, INTRUDERS[0], canaries=())] == []


def test_the_places_that_are_tried_are_those_of_every_field_that_the_model_has() -> None:
    """Else the two tests before would pass by trying nothing: these fields take any string as far as the model goes."""
    held = set()
    for place in CAPTURE_PLACES:
        try:
            ShapesFile.model_validate(changed(FULL, place, INTRUDERS[0]))
        except ValidationError:
            continue
        held.add(".".join(step for step in place.steps[2:] if isinstance(step, str)).split(".definition.")[0])

    assert held == {
        "calls.answer.blocks.keys",
        "calls.answer.blocks.texts.planted.token",
        "calls.answer.blocks.texts.pointer",
        "calls.answer.blocks.type",
        "calls.answer.pointer",
        "calls.answer.type",
        "calls.arguments.limit",
        "calls.arguments.nested",
        "calls.arguments.nested.parts",
        "calls.arguments.query",
        "calls.namespace",
        "calls.route",
        "calls.shown_as",
        "client.name",
        "client.version",
        "conditions.requested.model",
        "conditions.requested.reply",
        "envelopes.name",
        "envelopes.pointer",
        "envelopes.tools.format",
        "envelopes.tools.name",
        "envelopes.tools.parameters",
        "envelopes.tools.parts",
        "envelopes.tools.strict",
        "envelopes.tools.type",
        "envelopes.type",
        "later_shapes.tools",
        "later_shapes.tools.alias",
        "later_shapes.tools.changes.path",
        "later_shapes.tools.changes.to",
        "later_shapes.tools.name",
        "later_shapes.tools.pointer",
        "later_shapes.tools.shown_as",
        "mcp.methods",
        "mcp.protocol_version",
        "requests.header_names",
        "requests.method",
        "requests.path",
        "scenario",
        "sightings.pointer",
        "sightings.token",
        "subagent.body_keys_of_child",
        "subagent.body_keys_of_parent",
        "subagent.header_names_of_child",
        "subagent.header_names_of_parent",
        "subagent.tools",
        "subagent.tools.alias",
        "subagent.tools.name",
        "subagent.tools.namespace",
        "subagent.tools.pointer",
        "subagent.tools.shown_as",
        "subagent.tools.via",
        "tools",
        "tools.alias",
        "tools.changes.path",
        "tools.changes.to",
        "tools.inside",
        "tools.loaded",
        "tools.loaded.changes.path",
        "tools.loaded.pointer",
        "tools.name",
        "tools.namespace",
        "tools.pointer",
        "tools.shown_as",
        "tools.via",
        "traits.exec-names-all-tools",
        "verdict.pointers",
    }


def test_every_placeholder_passes_wherever_text_may_stand() -> None:
    definition = {placeholder: [placeholder] for placeholder in sorted(PLACEHOLDERS)}

    check(with_definition(definition))


def test_an_error_says_where_and_what_for_and_not_what() -> None:
    error = LeakError(pointer="$.captures[0].scenario", rule="name")

    assert str(error) == "what stands at $.captures[0].scenario may not be written (rule: name)"


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("text", ("$", "object")),
        ({"odd": 1}, ("$", "field")),
        ({1: "odd"}, ("$", "key")),
        ({"captures": "text"}, ("$.captures", "array")),
        ({"schema_version": 0}, ("$.schema_version", "count")),
        ({"schema_version": True}, ("$.schema_version", "count")),
        (document(capture(scenario=5)), ("$.captures[0].scenario", "string")),
        (document(capture(scenario="a b")), ("$.captures[0].scenario", "name")),
        (document(capture(verdict={"kind": "a b"})), ("$.captures[0].verdict.kind", "word")),
        (document(capture(traits={"a b": True})), ("$.captures[0].traits", "key")),
        (document(capture(traits={"good": "yes"})), ("$.captures[0].traits.good", "flag")),
        (document(capture(traits={"good": 1})), ("$.captures[0].traits.good", "flag")),
        (document(capture(tools=[{"alias": "other"}])), ("$.captures[0].tools[0].alias", "planted")),
        (document(capture(tools=[{"pointer": "$.a b"}])), ("$.captures[0].tools[0].pointer", "pointer")),
        (document(capture(tools=[{"pointer": "$" + "[0]" * 101}])), ("$.captures[0].tools[0].pointer", "pointer")),
        (document(capture(tools=[{"pointer": '$["a b"]'}])), ("$.captures[0].tools[0].pointer", "pointer")),
        (document(capture(sightings=[{"token": "a b"}])), ("$.captures[0].sightings[0].token", "token")),
        (document(capture(sightings=[{"token": "a b:lookup"}])), ("$.captures[0].sightings[0].token", "token")),
        (with_definition({"description": "other text"}), ("$.captures[0].tools[0].definition.description", "text")),
        (with_definition({"name": "other text"}), ("$.captures[0].tools[0].definition.name", "name")),
        (with_definition({"deep": {"name": "other"}}), ("$.captures[0].tools[0].definition.deep.name", "text")),
        (with_definition([{"name": "other"}]), ("$.captures[0].tools[0].definition[0].name", "text")),
        (with_definition({"minimum": 7}), ("$.captures[0].tools[0].definition.minimum", "number")),
        (with_definition({"strict": b"raw"}), ("$.captures[0].tools[0].definition.strict", "type")),
        (with_definition({5: "x"}), ("$.captures[0].tools[0].definition", "key")),
        (with_definition({"a b": "lookup"}), ("$.captures[0].tools[0].definition", "key")),
        (with_arguments({"query": "some words"}), ("$.captures[0].calls[0].arguments.query", "text")),
        (with_arguments({"a": [{"b": "x\ny"}]}), ("$.captures[0].calls[0].arguments.a[0].b", "text")),
        (with_arguments({"a b": 1}), ("$.captures[0].calls[0].arguments", "key")),
        (with_arguments({"limit": 1_000_001}), ("$.captures[0].calls[0].arguments.limit", "number")),
        (with_arguments({"limit": -1_000_001}), ("$.captures[0].calls[0].arguments.limit", "number")),
        (with_arguments({"limit": 0.5}), ("$.captures[0].calls[0].arguments.limit", "number")),
        (with_arguments({"limit": b"raw"}), ("$.captures[0].calls[0].arguments.limit", "type")),
        (document(capture(calls=[{"route": "a b"}])), ("$.captures[0].calls[0].route", "name")),
        (document(capture(calls=[{"shown_as": "tools.a()"}])), ("$.captures[0].calls[0].shown_as", "name")),
    ],
)
def test_a_fault_is_named_by_place_and_rule(value: object, fault: tuple[str, str]) -> None:
    assert fault_of(value) == fault


def test_planted_numbers_pass_in_a_definition_and_no_number_in_an_envelope() -> None:
    check(with_definition({"maximum": 3, "default": 1.5, "strict": False, "nothing": None}))

    envelope = {**ENVELOPE, "tools": [{"name": "wait", "limit": 3}]}
    assert fault_of(document(capture(envelopes=[envelope]))) == ("$.captures[0].envelopes[0].tools[0].limit", "number")


def test_every_tool_of_the_fixture_is_planted_and_no_other() -> None:
    shown = {
        **INLINE,
        "name": "added_later",
        "shown_as": "mcp__shape_probe__added_later",
        "definition": {"description": "Is there after the change alone.", "after": {"maxLength": 77}},
    }
    check(document(capture(tools=[INLINE, shown]), more_tools=[OTHER_TOOL]))

    assert fault_of(document(capture(tools=[INLINE, shown]))) == ("$.captures[0].tools[1].name", "planted")


def test_arguments_of_a_call_are_single_words_planted_text_and_small_whole_numbers() -> None:
    words = ["route-shown-name", "kind-text", "x", "lookup", DESCRIPTION, "", "<string>"]

    check(
        with_arguments({"query": words, "limit": [0, 7, -1_000_000, 1_000_000, 1.5, True, None], "more": {"at": "x"}})
    )


@pytest.mark.parametrize("kind", RESULT_KINDS)
def test_what_is_planted_in_a_result_has_a_token_that_passes(kind: str) -> None:
    survivals = [{"token": each.token, "head": 1, "tail": 0, "of": len(each.text)} for each in planted_texts(kind)]
    text = {"pointer": "$.input[0]", "length": 1, "planted": survivals}
    answer = {**CALL["answer"], "blocks": [{"type": "string", "keys": [], "texts": [text]}]}

    check(document(capture(calls=[{**CALL, "answer": answer}])))


def test_names_in_an_entry_of_an_envelope_are_names_at_any_depth() -> None:
    check(document(capture(envelopes=[{**ENVELOPE, "tools": [{"tools": [{"name": "NotebookEdit", "type": "new"}]}]}])))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -(10**400), 10**309])
def test_numbers_that_readers_disagree_about_are_refused_even_when_planted(number: float) -> None:
    tool = {**TOOL, "odd": number}

    assert fault_of(document(tool=tool)) == ("$.fixture.tool.odd", "number")


def test_a_fixture_may_hold_any_text_but_no_credential() -> None:
    check(
        document(tool={"name": "查询 tool", "description": "Ask somebody@mail.example.com: 555867530912", "\ud800": 1})
    )

    assert fault_of(document(tool={"a": ["sk-ant-api03-AbCdEf"]})) == ("$.fixture.tool.a[0]", "credential")
    assert fault_of(document(tool={"ghp_16C7e42F292c69": 1})) == ("$.fixture.tool", "key")


def test_a_pointer_in_an_error_shows_no_key_that_is_no_plain_name() -> None:
    tool: dict[str, Any] = {"some private words": {"more": "sk-ant-api03-AbCdEf"}}

    assert fault_of(document(tool=tool)) == ('$.fixture.tool["<name>"].more', "credential")


@pytest.mark.parametrize(
    "token",
    [
        "alias",
        "tool[1].name",
        "tool[1]:$.inputSchema",
        "property:limit",
        "lookup",
        "text:$.description",
        "description:Looks up",
        "$.title",
    ],
)
def test_a_token_is_a_name_or_planted_text_or_a_pointer(token: str) -> None:
    check(document(capture(sightings=[{"token": token}])))


def test_a_document_without_a_fixture_has_no_planted_text() -> None:
    tools = [{**DEFERRED, "name": "lookup"}]

    assert fault_of({"fixture": None, "captures": [{"tools": tools}]}) == ("$.captures[0].tools[0].alias", "planted")


def test_what_is_nested_deeper_than_allowed_is_refused() -> None:
    deep: Any = "lookup"
    for _ in range(MAX_DEPTH - 2):
        deep = [deep]
    check(document(tool={**TOOL, "name": "lookup"}) | {"fixture": {"tool": deep}})

    assert fault_of({"fixture": {"tool": [deep]}}) == ("$.fixture.tool" + "[0]" * (MAX_DEPTH - 2), "nesting")


def test_a_canary_is_reported_where_it_stands() -> None:
    with pytest.raises(LeakError) as caught:
        check_canaries(f'["{CANARY}"]', {"good": ["fine", {"at": CANARY}]}, canaries=[CANARY])

    assert (caught.value.pointer, caught.value.rule) == ("$.good[1].at", "canary")


@pytest.mark.parametrize("value", [{CANARY: 1}, {"x": {CANARY: CANARY}}, {CANARY: {CANARY: CANARY}}, 5])
def test_a_canary_is_never_part_of_the_pointer(value: object) -> None:
    with pytest.raises(LeakError) as caught:
        check_canaries(CANARY, value, canaries=[CANARY])

    assert CANARY not in str(caught.value)


def test_a_text_without_canaries_passes() -> None:
    check_canaries("plain", {}, canaries=[CANARY])
