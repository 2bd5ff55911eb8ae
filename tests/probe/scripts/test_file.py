import json
import re
from pathlib import Path
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, JsonValue

from captures.words import CallKind
from probe.errors import SetupError
from probe.scripts import entries
from probe.scripts.file import dumps, load, loads
from probe.scripts.rules import ScriptError, problems_of
from probe.scripts.script import Call, Fault, Say, Script, Turn, When
from tests.probe.scripts.samples import call

PAGE: Final = (Path(__file__).parents[3] / "docs" / "scripts.md").read_text(encoding="utf-8")
EXAMPLES: Final = re.findall(r"^```json script\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

SCRIPT: Final = Script(
    (
        Turn(name="call", items=(Say("é"), call("tool_use")), fault="split-character"),
        Turn(
            name="calls",
            when=When(header="x-a", answers="one"),
            items=(
                call("function_call", id="two", namespace="n"),
                call("custom_tool_call", id="three"),
                call("tool_search_call", id="four", name="tool_search"),
            ),
        ),
        Turn(name="busy", when=When(no_header="x-b", has_text="q1"), status=529, repeats=True),
        Turn(name="nothing"),
    )
)

TEXT: Final = """\
{
  "script_version": 1,
  "turns": [
    {
      "name": "call",
      "items": [
        {
          "kind": "say",
          "text": "é"
        },
        {
          "kind": "tool_use",
          "id": "one",
          "name": "lookup",
          "arguments": {
            "query": "q1"
          }
        }
      ],
      "fault": "split-character"
    },
    {
      "name": "calls",
      "when": {
        "header": "x-a",
        "answers": "one"
      },
      "items": [
        {
          "kind": "function_call",
          "id": "two",
          "namespace": "n",
          "name": "lookup",
          "arguments": {
            "query": "q1"
          }
        },
        {
          "kind": "custom_tool_call",
          "id": "three",
          "name": "lookup",
          "arguments": "text(1)"
        },
        {
          "kind": "tool_search_call",
          "id": "four",
          "arguments": {
            "query": "q1"
          }
        }
      ]
    },
    {
      "name": "busy",
      "when": {
        "no_header": "x-b",
        "has_text": "q1"
      },
      "status": 529,
      "repeats": true
    },
    {
      "name": "nothing",
      "items": []
    }
  ]
}
"""


def problem_of(content: str | bytes) -> str:
    with pytest.raises(SetupError) as raised:
        loads(content, name="made-up.json")
    return str(raised.value).removeprefix("made-up.json: ")


def file_of(*turns: JsonValue, version: JsonValue = 1) -> str:
    return json.dumps({"script_version": version, "turns": list(turns)})


def with_item(item: JsonValue) -> str:
    return file_of({"name": "a", "items": [{"kind": "say", "text": "OK"}, item]})


def nested(levels: int) -> str:
    """A file in which the value that stands deepest has so many steps."""
    item: JsonValue = {"kind": "tool_use", "id": "1", "name": "x", "arguments": "here"}
    lists = levels - len(("turns", 0, "items", 0, "arguments"))
    return file_of({"name": "a", "items": [item]}).replace('"here"', "[" * lists + "0" + "]" * lists)


def test_a_script_becomes_a_text_and_the_same_script_again() -> None:
    assert dumps(SCRIPT) == TEXT
    assert loads(TEXT, name="made-up.json") == SCRIPT
    assert loads(TEXT.encode(), name="made-up.json") == SCRIPT


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "made-up.json"
    path.write_text(TEXT, encoding="utf-8")

    assert load(path) == SCRIPT


def test_a_file_that_is_not_there_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"^made-up\.json: \$ cannot be read: No such file or directory$"):
        load(tmp_path / "made-up.json")


KINDS = "'say', 'tool_use', 'function_call', 'custom_tool_call', 'tool_search_call'"
VERSION = "$.script_version is no version of this format; write 1"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "$ is not JSON: Expecting value at line 1, column 1"),
        (b"\xff", "$ is not UTF-8"),
        ("[" * 100_000, "$ is nested deeper than 63 levels"),
        (nested(64), "$ is nested deeper than 63 levels"),
        ('{"a": 1, "a": 1}', "$ is not clear JSON: an object has one key twice"),
        ('{"a": NaN}', "$ is not JSON: it has NaN or Infinity"),
        ('{"a": 1e999}', "$ is not clear JSON: a number is out of the range of a double"),
        (f'{{"a": {"1" * 5000}}}', "$ is not JSON"),
        ("[]", "$ is not an object"),
        ("{}", "$.script_version is missing; write 1"),
        (file_of(version=0), VERSION),
        (file_of(version="1"), VERSION),
        (file_of(version=True), VERSION),
        (file_of(version=2), "$.script_version is 2, and this release reads up to 1: upgrade shape-probe"),
        ('{"script_version": 1}', "$.turns is missing"),
        ('{"script_version": 1, "turns": {}}', "$.turns is not an array"),
        (file_of(), "$.turns has no turn; give it one"),
        (file_of(1), "$.turns[0] is not an object"),
        (file_of({}), "$.turns[0].name is missing"),
        (file_of({"name": "a"}), "$.turns[0] has neither items nor a status; give one of them"),
        (file_of({"name": 1, "status": "x"}), "$.turns[0].name is not a string (and 1 more)"),
        (file_of({"name": "a", "status": 429.5}), "$.turns[0].status is not a whole number"),
        (file_of({"name": "a", "status": True}), "$.turns[0].status is not a whole number"),
        (file_of({"name": "a", "items": [], "repeats": 1}), "$.turns[0].repeats is not true or false"),
        (file_of({"name": "a", "items": [], "when": []}), "$.turns[0].when is not an object"),
        (
            file_of({"name": "a", "items": [], "fault": "x"}),
            "$.turns[0].fault is not 'truncated', 'stalled', 'wrong-order', 'split-character' or 'crlf'",
        ),
        (file_of({"name": "a", "items": [], "made up": 1}), '$.turns[0]["<name>"] is no field of this format'),
        (file_of({"name": "a b", "items": []}), None),
        (with_item(1), "$.turns[0].items[1] is not an object"),
        (with_item({"text": "x"}), "$.turns[0].items[1] has no kind"),
        (with_item({"kind": "made-up"}), f"$.turns[0].items[1] has a kind that is not one of {KINDS}"),
        (with_item({"kind": "say"}), "$.turns[0].items[1].text is missing"),
        (with_item({"kind": "say", "text": "x", "id": "1"}), "$.turns[0].items[1].id is no field of this format"),
        (
            with_item({"kind": "say", "text": "\ud800"}),
            "$.turns[0].items[1].text has half of a surrogate pair, which is no text",
        ),
        (
            with_item({"kind": "custom_tool_call", "id": "1", "name": "x", "arguments": {}}),
            "$.turns[0].items[1].arguments is not a string",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_without_its_value(content: str | bytes, problem: str | None) -> None:
    name = "$.turns[0].name is no name: up to 48 letters, digits, _ and -, starting with a letter or digit"

    assert problem_of(content) == (problem or name)


def test_the_deepest_file_is_read_and_written() -> None:
    script = loads(nested(63), name="made-up.json")

    assert loads(dumps(script), name="made-up.json") == script


TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES: Final = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,47}", fullmatch=True)
VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3),
    max_leaves=6,
)


@st.composite
def items(draw: st.DrawFn) -> Say | Call:
    kind = draw(st.none() | st.sampled_from(get_args(CallKind)))
    if kind is None:
        return Say(draw(TEXTS))
    return Call(
        kind=kind,
        name="tool_search" if kind == "tool_search_call" else draw(TEXTS),
        arguments=draw(TEXTS if kind == "custom_tool_call" else VALUES),
        id=draw(NAMES),
        namespace=draw(st.none() | TEXTS) if kind in {"function_call", "custom_tool_call"} else None,
    )


TURNS: Final = st.builds(
    Turn,
    name=NAMES,
    items=st.lists(items(), max_size=3).map(tuple),
    when=st.builds(When, header=st.none() | TEXTS, has_text=st.none() | TEXTS),
    fault=st.none() | st.sampled_from(get_args(Fault)),
    repeats=st.booleans(),
)


@given(st.lists(TURNS, max_size=3).map(lambda turns: Script(tuple(turns))))
def test_every_script_is_read_as_it_was_or_refused_for_its_first_problem(script: Script) -> None:
    found = next(problems_of(script), None)

    if found is None:
        assert loads(dumps(script), name="made-up.json") == script
    else:
        assert problem_of(dumps(script)).endswith(found.sentence)


@given(st.binary(max_size=60) | st.builds(json.dumps, VALUES).map(str.encode))
def test_no_content_is_more_than_an_error(content: bytes) -> None:
    assert problem_of(content).startswith("$")


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_each_example_of_the_page_is_a_script(number: int) -> None:
    assert loads(EXAMPLES[number], name="made-up.json").turns != ()


def test_every_field_and_every_word_of_the_file_is_explained() -> None:
    code = set(re.findall(r"`([^`\n]+)`", PAGE))
    models = [each for each in vars(entries).values() if isinstance(each, type) and issubclass(each, BaseModel)]
    fields = {name for model in models for name in model.model_fields}

    assert {"script_version", "has_text", "arguments"} <= fields
    assert (fields | {"say", *get_args(CallKind), *get_args(Fault)}) - code == set()


def test_the_examples_have_every_kind_of_call() -> None:
    scripts = [loads(text, name="made-up.json") for text in EXAMPLES]

    assert {placed.call.kind for script in scripts for placed in script.calls()} == set(get_args(CallKind))
