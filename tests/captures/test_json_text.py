import math

import pytest

from captures.json_text import JsonTextError, value_in


def problem_of(text: str | bytes, *, max_depth: int = 3) -> str:
    with pytest.raises(JsonTextError) as caught:
        value_in(text, max_depth=max_depth)
    assert caught.value.__context__ is None  # a context would repeat values in a traceback
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"b": 1, "a": [true, null]}', {"b": 1, "a": [True, None]}),
        ('"\u00e9"', "\u00e9"),
        ("[[[1]]]", [[[1]]]),
        ("1e308", 1e308),
        ("7", 7),
    ],
)
def test_json_is_read(text: str | bytes, value: object) -> None:
    assert value_in(text, max_depth=3) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\xff\xfe", "is not UTF-8"),
        ("", "is not JSON: Expecting value at line 1, column 1"),
        ('{"secret": 1, "secret": 1}', "is not clear JSON: an object has one key twice"),
        ("[NaN]", "is not JSON: it has NaN or Infinity"),
        ("[-1e999]", "is not clear JSON: a number is out of the range of a double"),
        ("1" * 5000, "is not JSON"),
        ("[" * 100_000, "is nested deeper than 3 levels"),
        ("[[[[1]]]]", "is nested deeper than 3 levels"),
        ('{"a": {"b": {"c": {"d": 1}}}}', "is nested deeper than 3 levels"),
    ],
)
def test_what_readers_would_read_in_several_ways_is_refused(text: str | bytes, problem: str) -> None:
    assert problem_of(text) == problem


def test_a_number_of_the_range_of_a_double_keeps_its_value() -> None:
    assert value_in("1.7976931348623157e308", max_depth=0) == math.nextafter(math.inf, 0)
