"""The canonical text: the same for the same captures, and back again; bad text is one sentence."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from captures.canonical import dumps, loads
from captures.errors import NewerSchemaError, ShapesFileError
from captures.leaks import LeakError
from captures.model import ShapesFile
from captures.upgrades import Document
from tests.captures.judge import is_valid_by_schema
from tests.captures.samples import (
    INCONCLUSIVE,
    INLINE,
    OBSERVED,
    TOOL,
    capture,
    client,
    document,
    full_document,
    full_file,
    shapes_file,
    small_capture,
)

SCALARS = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text().filter(lambda text: "sk-" not in text)
JSON = st.recursive(
    SCALARS | TEXT, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12
)
CAPTURES = st.builds(
    small_capture,
    client=st.builds(client, st.sampled_from(["claude", "codex"]), st.sampled_from(["2.1.9", "2.1.10", "2.1.10-a.1"])),
    scenario=st.sampled_from(["first-request", "tool-call"]),
    verdict=st.sampled_from([OBSERVED, INCONCLUSIVE]),
    traits=st.dictionaries(st.sampled_from(["a", "b", "c"]), st.booleans()),
)


def problem_of(text: str | bytes) -> str:
    with pytest.raises(ShapesFileError) as caught:
        loads(text, name="shapes.json")
    assert caught.value.name == "shapes.json"
    assert caught.value.__context__ is None  # a cause would repeat values in a traceback
    return caught.value.problem


def problem_in(value: object) -> str:
    return problem_of(json.dumps(value))


def test_the_text_of_a_small_file_is_this() -> None:
    file = ShapesFile.model_validate(document(tool={"name": "é\ud800\u2028", "b": [], "a": {"x": 1.0}}))

    assert dumps(file) == (
        "{\n"
        '  "schema_version": 1,\n'
        '  "fixture": {\n'
        '    "alias": "shape_probe",\n'
        '    "tool": {\n'
        '      "name": "é\\ud800\u2028",\n'
        '      "b": [],\n'
        '      "a": {\n'
        '        "x": 1.0\n'
        "      }\n"
        "    },\n"
        '    "more_tools": []\n'
        "  },\n"
        '  "captures": []\n'
        "}\n"
    )


def test_a_full_file_comes_back_as_it_was() -> None:
    assert loads(dumps(full_file()), name="x") == full_file()


def test_fields_stand_in_the_order_of_the_model_and_keys_of_json_values_as_they_came() -> None:
    text = dumps(shapes_file(capture()))

    assert json.dumps(json.loads(text)) == json.dumps(document(capture()))


@given(st.dictionaries(TEXT, JSON, max_size=5), st.lists(CAPTURES, max_size=4))
def test_what_is_written_is_read_back_and_written_alike(tool: dict[str, JsonValue], captures: list[Any]) -> None:
    file = ShapesFile.model_validate(document(*captures, tool=tool))
    text = dumps(file)
    back = loads(text.encode("utf-8"), name="x")

    assert back.fixture == file.fixture
    assert sorted(map(repr, back.captures)) == sorted(map(repr, loads(text, name="x").captures))
    assert loads(dumps(back), name="x") == back
    assert dumps(back) == text


@given(st.lists(CAPTURES, max_size=6), st.randoms())
def test_the_order_in_memory_does_not_show(captures: list[Any], chance: random.Random) -> None:
    shuffled = list(captures)
    chance.shuffle(shuffled)

    assert dumps(shapes_file(*shuffled)) == dumps(shapes_file(*captures))


def test_captures_are_sorted_by_client_then_version_then_scenario_then_conditions() -> None:
    in_order = [
        small_capture(client=client("claude", "2.1.9")),
        small_capture(client=client("claude", "2.1.268")),
        small_capture(client=client("codex", "0.9.0")),
        small_capture(client=client("codex", "0.171.0"), scenario="a-question"),
        small_capture(client=client("codex", "0.171.0")),
    ]

    assert json.loads(dumps(shapes_file(*reversed(in_order))))["captures"] == in_order


def test_names_in_requested_and_traits_are_sorted() -> None:
    conditions = capture()["conditions"]
    one = capture(traits={"b": True, "a": False}, conditions={**conditions, "requested": {"y": "1", "x": "2"}})

    written = json.loads(dumps(shapes_file(one)))["captures"][0]

    assert (list(written["traits"]), list(written["conditions"]["requested"])) == (["a", "b"], ["x", "y"])


def test_two_surrogates_that_make_a_pair_are_one_character() -> None:
    file = ShapesFile.model_validate(document(tool={"name": "\ud83d\ude00"}))
    text = dumps(file)

    assert '"name": "😀"' in text
    assert dumps(loads(text, name="x")) == text


def test_every_text_is_valid_by_the_json_schema() -> None:
    assert is_valid_by_schema(json.loads(dumps(full_file())), "shapes-file")


def test_a_file_with_a_leak_has_no_text() -> None:
    file = shapes_file(capture(scenario="some words of somebody"))

    with pytest.raises(LeakError) as caught:
        dumps(file)

    assert (caught.value.pointer, caught.value.rule) == ("$.captures[0].scenario", "name")


def test_a_file_with_a_canary_has_no_text() -> None:
    with pytest.raises(LeakError) as caught:
        dumps(shapes_file(capture(scenario="kestrelword")), canaries=["KESTRELWORD"])

    assert (caught.value.pointer, caught.value.rule) == ("$.captures[0].scenario", "canary")


def test_values_of_wrong_types_are_refused_without_a_warning_that_repeats_them() -> None:
    """Warnings are errors in this test run, and pydantic's would hold the value."""
    fields: dict[str, Any] = {"schema_version": 1, "fixture": full_file().fixture, "captures": ("some words",)}
    file = ShapesFile.model_construct(**fields)

    with pytest.raises(LeakError) as caught:
        dumps(file)

    assert (caught.value.pointer, caught.value.rule) == ("$.captures[0]", "object")


def test_a_file_can_be_read_as_bytes_and_written_to_disk(tmp_path: Path) -> None:
    path = tmp_path / "shapes.json"
    path.write_text(dumps(full_file()), encoding="utf-8", newline="\n")

    assert loads(path.read_bytes(), name=str(path)) == full_file()


def test_an_older_file_is_upgraded() -> None:
    def with_captures(old: Document) -> Document:
        return {"fixture": old["fixture"], "captures": []}

    text = json.dumps({"schema_version": 0, "fixture": {"alias": "a", "tool": {}}})

    assert loads(text, name="x", upgrades={0: with_captures}) == ShapesFile.model_validate(
        {"schema_version": 1, "fixture": {"alias": "a", "tool": {}}, "captures": []}
    )


def test_a_newer_file_is_an_error_that_says_so() -> None:
    with pytest.raises(NewerSchemaError):
        loads('{"schema_version": 2, "anything": "else"}', name="x")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\xff\xfe", "is not UTF-8"),
        ("", "is not JSON: Expecting value at line 1, column 1"),
        (b"\xef\xbb\xbf{}", "is not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) at line 1, column 1"),
        ('{\n "a": secret}', "is not JSON: Expecting value at line 2, column 7"),
        ('{"a": 1, "b": {"secret": 1, "secret": 1}}', "is not clear JSON: an object has one key twice"),
        ('{"a": NaN}', "is not JSON: it has NaN or Infinity"),
        ('{"a": -Infinity}', "is not JSON: it has NaN or Infinity"),
        ('{"a": 1e999}', "is not clear JSON: a number is out of the range of a double"),
        ('{"a": ' + "1" * 5000 + "}", "is not JSON"),
        ("[" * 100_000, "is nested deeper than 100 levels"),
        ('{"a": ' + "[" * 101 + "]" * 101 + "}", "is nested deeper than 100 levels"),
        ("[]", "is not a JSON object"),
        ('"text"', "is not a JSON object"),
        ("{}", "has no schema_version"),
    ],
)
def test_a_text_that_is_no_shapes_file_is_one_sentence(text: str | bytes, problem: str) -> None:
    assert problem_of(text) == problem


def test_a_hundred_levels_are_read() -> None:
    tool: Any = {}
    for _ in range(97):
        tool = {"a": tool}

    file = loads(json.dumps(document(tool=tool)), name="x")

    assert loads(dumps(file), name="x") == file


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"schema_version": 1, "fixture": 5, "captures": []}, "$.fixture is not an object"),
        ({"schema_version": 1, "captures": []}, "$.fixture is missing"),
        (document(capture(secret_field=1)), "$.captures[0].secret_field is no field of this format"),
        (document(capture(**{"two words": 1})), '$.captures[0]["<name>"] is no field of this format'),
        (document(capture(scenario=5, traits=5)), "$.captures[0].scenario is not a string (and 1 more)"),
        (document(capture(traits={"a": "yes"})), "$.captures[0].traits.a is not true or false"),
        (document(capture(requests={})), "$.captures[0].requests is not an array"),
        (
            document(capture(later_shapes=[{"attempt": "x", "tools": []}])),
            "$.captures[0].later_shapes[0].attempt is not a whole number",
        ),
        (document(capture(traits=[])), "$.captures[0].traits is not an object"),
        (document(capture(tools=[{**INLINE, "shown_as": 5}])), "$.captures[0].tools[0].shown_as is not a string"),
        (document(capture(tools=[{**INLINE, "role": "x"}])), "$.captures[0].tools[0].role is not 'model' or 'warm-up'"),
        (
            document(capture(tools=[{"alias": "x"}])),
            "$.captures[0].tools[0] has no 'presentation' that this release knows",
        ),
        (document(capture(verdict={"kind": "secret"})), "$.captures[0].verdict has no 'kind' that this release knows"),
        (document(capture(verdict="secret")), "$.captures[0].verdict is not an object"),
        (
            document(capture(outcome={**capture()["outcome"], "attempts": 2.5})),
            "$.captures[0].outcome.attempts is not a whole number",
        ),
    ],
)
def test_a_value_that_the_model_refuses_is_named_by_its_place_and_not_repeated(value: object, problem: str) -> None:
    assert problem_in(value) == problem


def test_the_full_document_is_canonical_json() -> None:
    assert json.loads(dumps(full_file())) == full_document()


def test_the_tool_of_the_samples_stands_in_the_file_as_served() -> None:
    assert json.loads(dumps(full_file()))["fixture"]["tool"] == TOOL
