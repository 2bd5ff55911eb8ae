"""Pointers in the short form of JSONPath (RFC 9535)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from captures.pointers import Step, pointer_of, safe_pointer_of, steps_of

EXAMPLES: list[tuple[str, tuple[Step, ...]]] = [
    ("$", ()),
    ("$.tools[21].name", ("tools", 21, "name")),
    ('$["x-codex-turn-metadata"]', ("x-codex-turn-metadata",)),
    ('$[0]["a\\"b\\\\"]', (0, 'a"b\\')),
    ('$[""]', ("",)),
    ('$["\\n"]', ("\n",)),
    ('$["5"]', ("5",)),
    ("$._a1", ("_a1",)),
]


@pytest.mark.parametrize(("pointer", "steps"), EXAMPLES)
def test_a_pointer_and_its_steps_say_the_same(pointer: str, steps: tuple[Step, ...]) -> None:
    assert (pointer_of(steps), steps_of(pointer)) == (pointer, steps)


@given(st.lists(st.text() | st.integers(0, 999_999)))
def test_every_place_has_a_pointer_that_leads_back_to_it(steps: list[Step]) -> None:
    assert steps_of(pointer_of(steps)) == tuple(steps)


def test_other_spellings_of_a_place_are_read_too() -> None:
    assert steps_of('$["name"].ключ["\\u0061"]') == ("name", "ключ", "a")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tools",
        "$.",
        "$..a",
        "$.*",
        "$[*]",
        "$[-1]",
        "$[01]",
        "$[1:2]",
        "$['a']",
        "$[1000000]",
        '$["a]',
        "$.a b",
        "$.a\n",
    ],
)
def test_what_names_no_single_place_is_no_pointer(text: str) -> None:
    assert steps_of(text) is None


def test_a_pointer_in_a_message_shows_only_plain_names() -> None:
    assert safe_pointer_of(["tools", 3, "some words", "sk-ant-api03-AbCdEf", "x-a"]) == (
        '$.tools[3]["<name>"]["<name>"]["x-a"]'
    )
