import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_mcp.numbered_text import CELL, numbered_text

TEXT = numbered_text("text-1kB", 1000)


def test_a_text_has_its_name_at_both_ends_and_numbered_cells_between() -> None:
    assert numbered_text("some", 56) == "some........... 0000002 0000003 0000004 ............some"


@pytest.mark.parametrize("size", [40, 1000, 8000, 8008, 100_000, 2_000_000])
def test_a_text_is_as_long_as_it_is_wanted_and_each_number_says_where_it_stands(size: int) -> None:
    text = numbered_text("fifteen-letters", size)
    places = {int(number[0]): number.start() for number in re.finditer(r"\d{7}", text)}

    assert (len(text), text.isascii()) == (size, True)
    assert places == {number: number * CELL for number in range(2, size // CELL - 2)}


@given(start=st.integers(0, 1000), size=st.integers(15, 1000))
def test_whatever_is_left_of_a_text_says_which_characters_it_was(start: int, size: int) -> None:
    """Fifteen characters hold a whole cell wherever they begin, but at an end, where the name says as much."""
    left = TEXT[start : start + size]
    found = re.search(r"(\d{7}) ", left)

    if found:
        assert int(found[1]) * CELL - found.start() == start
    else:
        assert start < 16 or start > 1000 - 16 - 15


def test_a_text_is_made_once() -> None:
    assert numbered_text("some", 8000) is numbered_text("some", 8000)


@pytest.mark.parametrize("size", [-8, 0, 32, 39, 41, 80_000_008])
def test_a_size_that_the_cells_cannot_have_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"the size is {size}: it has to be a multiple of 8, from 40 to 80000000"):
        numbered_text("some", size)


def test_a_name_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="the name has 16 characters: it can have up to 15"):
        numbered_text("x" * 16, 1000)
