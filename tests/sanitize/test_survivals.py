import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from captures.model import Survival
from sanitize.survivals import MIN_PIECE, planted_strings, survivals_in

TEXT = "A made-up sentence of sixty-four code points, planted for tests."

ODD = 'A made-up "text"\nwith a \\ in it, an é, a 😀, half of \ud83d a pair, and a \0 near its end.'

RECORD = "".join(f"{number:07d} " for number in range(20_000))

TWINS = (("one", "Made-up text one of several texts."), ("two", "Made-up text two of several texts."))
"""They begin alike for 13 code points, and end alike for 17."""

WHOLE = ("whole", "First made-up part.\0Second made-up part.\0Third made-up part.")
PARTS = (("first", "First made-up part."), ("second", "Second made-up part."), ("third", "Third made-up part."))


def _seen(text: str, *planted: tuple[str, str]) -> list[tuple[str, int, int]]:
    """Token, head and tail of each."""
    found = survivals_in(text, planted_strings(planted))
    assert [survival.of for survival in found] == [len(dict(planted)[survival.token]) for survival in found]
    return [(survival.token, survival.head, survival.tail) for survival in found]


def _json(text: str, *, times: int = 1, is_ascii: bool = False) -> str:
    for _ in range(times):
        text = json.dumps(text, ensure_ascii=is_ascii)
    return text


def test_a_text_that_is_there_whole_has_its_length_and_no_tail() -> None:
    (seen,) = survivals_in(f"before {TEXT} behind", planted_strings([("text", TEXT)]))
    assert seen == Survival(token="text", head=64, tail=0, of=64)


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("is_ascii", [True, False])
def test_a_text_may_be_escaped_as_in_json_up_to_twice(times: int, is_ascii: bool) -> None:  # noqa: FBT001 - a case
    assert _seen(_json(ODD, times=times, is_ascii=is_ascii), ("odd", ODD)) == [("odd", len(ODD), 0)]


def test_a_cut_text_has_what_is_left_of_its_start_and_of_its_end() -> None:
    assert _seen(TEXT[:20] + "…", ("text", TEXT)) == [("text", 20, 0)]
    assert _seen("…" + TEXT[40:], ("text", TEXT)) == [("text", 0, 24)]
    assert _seen(f"Made up. {TEXT[:20]}…9 left out…{TEXT[30:]}", ("text", TEXT)) == [("text", 20, 34)]
    assert _seen(f"{RECORD[:70_001]}…{RECORD[-50_003:]}", ("record", RECORD)) == [("record", 70_001, 50_003)]


def test_an_end_before_the_start_is_no_tail() -> None:
    assert _seen(f"{TEXT[-20:]} {TEXT[:30]}", ("text", TEXT)) == [("text", 30, 0)]


def test_a_start_that_is_a_part_of_the_end_that_is_there_does_not_hide_it() -> None:
    text = "Made-up start of it. Between. Made-up start of it, and an end of some length."
    assert _seen(text[30:], ("text", text)) == [("text", 0, 47)]


def test_of_several_starts_the_longest_counts() -> None:
    assert _seen(f"{TEXT[:20]}…\n{TEXT[:30]}…\n{TEXT[:25]}…", ("text", TEXT)) == [("text", 30, 0)]


def test_what_is_cut_inside_an_escape_counts_up_to_it() -> None:
    text = "A made-up start, \1 and a made-up end of it."
    escaped = "A made-up start, \\u0001 and a made-up end of it."
    assert _seen(escaped[:22], ("text", text)) == [("text", 17, 0)]
    assert _seen(escaped[:23], ("text", text)) == [("text", 18, 0)]
    assert _seen(escaped[18:], ("text", text)) == [("text", 0, 25)]
    assert _seen(escaped[17:], ("text", text)) == [("text", 0, 26)]


def test_a_short_piece_is_there_by_chance() -> None:
    assert _seen(TEXT[:15], ("text", TEXT)) == []
    assert _seen(TEXT[-15:], ("text", TEXT)) == []
    assert _seen(TEXT[:16] + TEXT[-15:], ("text", TEXT)) == [("text", 16, 0)]


def test_a_short_text_counts_only_whole_and_a_word_only_alone() -> None:
    assert _seen("a plain text.", ("short", "plain text")) == [("short", 10, 0)]
    assert _seen("a plain tex", ("short", "plain text")) == []
    assert _seen("one word", ("word", "word"), ("empty", "")) == []
    assert _seen("word", ("word", "word"), ("empty", "")) == [("word", 4, 0)]


def test_texts_that_begin_and_end_alike_are_told_apart() -> None:
    one, two = TWINS
    assert _seen(one[1], *TWINS) == [("one", 34, 0)]
    assert _seen(two[1], *TWINS) == [("two", 34, 0)]
    assert _seen(f"{two[1]} {one[1]} {two[1]}", *TWINS) == [("one", 34, 0), ("two", 34, 0)]
    assert _seen(two[1][10:], *TWINS) == [("two", 0, 24)]


def test_pieces_of_several_texts_in_one_string_are_all_seen() -> None:
    one, two = TWINS
    assert _seen(f"{one[1][:30]}… {two[1][:20]}…", *TWINS) == [("one", 30, 0), ("two", 20, 0)]


def test_a_text_and_its_parts_are_all_seen() -> None:
    broken = WHOLE[1].replace("\0", "?")
    parts = [("first", 19, 0), ("second", 20, 0), ("third", 19, 0)]
    assert _seen(WHOLE[1], WHOLE, *PARTS) == [("whole", 60, 0), *parts]
    assert _seen(broken, WHOLE, *PARTS) == [("whole", 19, 19), *parts]


def test_texts_that_are_equal_are_both_seen() -> None:
    assert _seen(TEXT, ("one", TEXT), ("two", TEXT)) == [("one", 64, 0), ("two", 64, 0)]


def test_texts_that_repeat_themselves_are_measured_too() -> None:
    repeated = "a" * 50_000
    assert _seen("b".join("a" * count for count in range(300)), ("text", repeated)) == [("text", 298, 299)]
    assert _seen("a" * 49_999, ("text", repeated)) == [("text", 49_999, 0)]


def test_raw_text_is_in_no_repr() -> None:
    assert "made-up" not in repr(planted_strings([("text", TEXT)]))


@given(text=st.text(min_size=40), kept=st.integers(MIN_PIECE, 39), times=st.integers(0, 2), is_ascii=st.booleans())
def test_no_start_is_measured_shorter_than_it_is(text: str, kept: int, times: int, is_ascii: bool) -> None:  # noqa: FBT001
    (seen,) = survivals_in(_json(text[:kept], times=times, is_ascii=is_ascii), planted_strings([("text", text)]))
    assert seen.head + seen.tail >= kept


@given(text=st.text(), planted=st.lists(st.tuples(st.text(), st.text())))
def test_anything_can_be_looked_for_in_anything(text: str, planted: list[tuple[str, str]]) -> None:
    for seen in survivals_in(text, planted_strings(planted)):
        assert 0 < seen.head + seen.tail <= seen.of


@given(texts=st.lists(st.text(max_size=60), max_size=3))
def test_every_planted_text_that_stands_alone_is_seen_whole(texts: list[str]) -> None:
    planted = [(str(number), text) for number, text in enumerate(texts) if text]
    for token, text in planted:
        found = {seen.token: seen for seen in survivals_in(text, planted_strings(planted))}
        assert (found[token].head, found[token].tail) == (len(text), 0)
