from typing import Final

import pytest
from pydantic import JsonValue

from captures.compare.alignment import Masks, Pair, Steps, is_below, pair_of
from captures.pointers import pointer_of

NOTHING: Final = Masks(old=frozenset(), new=frozenset())


def pair(old: JsonValue, new: JsonValue, *, masks: Masks = NOTHING) -> Pair:
    return pair_of(old, new, masks=masks)


def differing(old: JsonValue, new: JsonValue, *, masks: Masks = NOTHING) -> list[str]:
    return [pointer_of(each.at) for each in pair(old, new, masks=masks).differences()]


@pytest.mark.parametrize(
    ("old", "new", "pointers"),
    [
        ({"a": 1}, {"a": 1.0}, []),
        ({"a": 1}, {"a": True}, ["$.a"]),
        ({"a": {"b": None}}, {"a": {}}, ["$.a.b"]),
        ({"a": {"b": 1}}, {"a": [1]}, ["$.a"]),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["$.a[1]"]),
        ({"a": [1, 2]}, {"a": [1]}, ["$.a"]),
        ({"mcp": {"methods": ["x", "y"]}}, {"mcp": {"methods": ["y", "z"]}}, ["$.mcp.methods[1]", "$.mcp.methods[0]"]),
    ],
)
def test_a_difference_is_named_as_deep_as_it_goes(old: JsonValue, new: JsonValue, pointers: list[str]) -> None:
    assert differing(old, new) == pointers


def test_what_wavers_on_either_side_is_no_difference() -> None:
    masks = Masks(old=frozenset({("a",)}), new=frozenset({("b", 0)}))

    assert differing({"a": 1, "b": [1, 2], "c": 3}, {"a": 2, "b": [3, 4], "c": 3}, masks=masks) == ["$.b[1]"]


def test_a_child_that_is_nowhere_is_the_same() -> None:
    child = pair({}, {}).child("a")

    assert (child.is_in_both, child.either, child.is_same()) == (True, None, True)


def test_a_child_of_one_side_says_which() -> None:
    gone, new = pair({"a": 1}, {"b": 2}).child("a"), pair({"a": 1}, {"b": 2}).child("b")

    assert (gone.is_gone, gone.is_new, gone.either, gone.at) == (True, False, 1, ("a",))
    assert (new.is_gone, new.is_new, new.either, new.at) == (False, True, 2, ("b",))


@pytest.mark.parametrize(
    ("old", "new", "is_reordered"),
    [
        (["x", "y"], ["y", "x"], True),
        (["x", "y"], ["z", "x", "y"], False),
        (["x"], "x", False),
    ],
)
def test_the_same_things_in_another_order_are_no_differences_and_told(
    old: JsonValue, new: JsonValue, *, is_reordered: bool
) -> None:
    captures = pair({"mcp": {"methods": old}}, {"mcp": {"methods": new}})

    assert bool(list(captures.reorderings())) is is_reordered


def test_a_list_in_another_order_is_not_the_same() -> None:
    captures = pair({"mcp": {"methods": ["x", "y"]}}, {"mcp": {"methods": ["y", "x"]}})

    assert (captures.is_same(), list(captures.differences())) == (False, [])


@pytest.mark.parametrize(
    ("at", "is_it"), [(None, False), (("a",), True), (("a", 0), True), (("b",), False), ((), False)]
)
def test_a_place_is_below_itself(at: Steps | None, *, is_it: bool) -> None:
    assert is_below(at, [("a",)]) is is_it
