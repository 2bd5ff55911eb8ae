"""Pointers in which `[*]` is any index."""

import pytest

from captures.compare.patterns import is_within, steps_of_pattern


@pytest.mark.parametrize(
    ("pattern", "steps"),
    [
        ("$", ()),
        ("$.tools[0].name", ("tools", 0, "name")),
        ("$.requests[*].header_names[*]", ("requests", None, "header_names", None)),
        ("$[*]", (None,)),
        ('$["a b"][*]', ("a b", None)),
        ("", None),
        ("tools", None),
        ("$.tools[*", None),
        ("[*]", None),
        ("$.tools[*]name", None),
        ("$.*", None),
        ('$["[*]"]', None),
    ],
)
def test_a_pattern_is_a_pointer_with_any_index_in_it(pattern: str, steps: tuple[object, ...] | None) -> None:
    assert steps_of_pattern(pattern) == steps


@pytest.mark.parametrize(
    ("pointer", "pattern", "is_it"),
    [
        ("$.tools[0]", "$.tools[0]", True),
        ("$.tools[0].name", "$.tools[0]", True),
        ("$.tools[0].name", "$", True),
        ("$.tools[0].name", "$.tools[*].name", True),
        ("$.tools", "$.tools[*]", False),
        ("$.tools.name", "$.tools[*]", False),
        ("$.tools[10]", "$.tools[1]", False),
        ("$.tools[1]", "$.tools[0]", False),
        ("no pointer", "no pointer", True),
        ("$.tools", "no pointer", False),
        ("no pointer", "$", False),
    ],
)
def test_a_pointer_is_within_what_a_pattern_names(pointer: str, pattern: str, is_it: bool) -> None:  # noqa: FBT001
    assert is_within(pointer, pattern) is is_it
