"""The fields, their values, and the schema; what is said about files that are wrong is in test_file.py."""

from typing import get_args

import jsonschema  # type: ignore[import-untyped] # its types are a package of their own
import pytest
from pydantic import JsonValue, ValidationError

from captures.words import CallKind
from probe.scripts.entries import SCRIPT_VERSION, ScriptFile, TurnEntry, script_schema
from probe.scripts.script import Call, Fault, Say, Script, Turn, When

ITEMS: list[JsonValue] = [
    {"kind": "say", "text": "OK"},
    {"kind": "tool_use", "id": "1", "name": "lookup", "arguments": {"query": "q1"}},
    {"kind": "function_call", "id": "2", "namespace": "n", "name": "lookup", "arguments": [None]},
    {"kind": "function_call", "id": "3", "name": "lookup", "arguments": 1.5},
    {"kind": "custom_tool_call", "id": "4", "namespace": "n", "name": "exec", "arguments": "text(1)"},
    {"kind": "tool_search_call", "id": "5", "arguments": {"query": "q1"}},
]

FILE: dict[str, JsonValue] = {
    "script_version": 1,
    "turns": [
        {"name": "a", "items": ITEMS, "fault": "crlf", "repeats": True},
        {
            "name": "b",
            "when": {"header": "x-a", "no_header": "x-b", "answers": "1", "has_text": "q1"},
            "status": 529,
        },
    ],
}


def is_valid_by_schema(value: JsonValue) -> bool:
    schema = script_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


def test_each_entry_stands_for_a_value() -> None:
    assert ScriptFile.model_validate(FILE).value() == Script(
        (
            Turn(
                name="a",
                items=(
                    Say("OK"),
                    Call(kind="tool_use", name="lookup", arguments={"query": "q1"}, id="1"),
                    Call(kind="function_call", name="lookup", arguments=[None], id="2", namespace="n"),
                    Call(kind="function_call", name="lookup", arguments=1.5, id="3"),
                    Call(kind="custom_tool_call", name="exec", arguments="text(1)", id="4", namespace="n"),
                    Call(kind="tool_search_call", name="tool_search", arguments={"query": "q1"}, id="5"),
                ),
                fault="crlf",
                repeats=True,
            ),
            Turn(name="b", when=When(header="x-a", no_header="x-b", answers="1", has_text="q1"), status=529),
        )
    )


def test_the_schema_takes_what_the_entries_take_and_no_other_field() -> None:
    assert is_valid_by_schema(FILE)
    assert not is_valid_by_schema(FILE | {"prompt": "x"})
    assert not is_valid_by_schema({"script_version": SCRIPT_VERSION})
    assert not is_valid_by_schema({"script_version": 1, "turns": [{"name": "a", "items": [{"kind": "made-up"}]}]})


def test_every_kind_and_every_fault_has_its_place_in_the_schema() -> None:
    words = str(script_schema())

    assert [word for word in (*get_args(CallKind), *get_args(Fault)) if f"'{word}'" not in words] == []


def test_an_answer_is_given_even_if_it_says_nothing() -> None:
    assert TurnEntry(name="a", items=[]).value() == Turn(name="a")
    with pytest.raises(ValidationError):
        TurnEntry(name="a")
