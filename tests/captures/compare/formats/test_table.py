"""Which formats there are."""

from typing import get_args

import pytest

from captures.compare.formats.table import FORMATS
from captures.compare.words import FormatName
from tests.captures.compare.formats.judgements import NOTHING, ONE_OF_EVERYTHING


def test_every_name_of_a_format_has_one_and_no_more() -> None:
    assert tuple(FORMATS) == get_args(FormatName)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_the_same_twice_and_ends_in_one_newline(name: FormatName) -> None:
    for judged in (ONE_OF_EVERYTHING, NOTHING):
        text = FORMATS[name](judged)
        assert FORMATS[name](judged) == text
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\x1b" not in text
