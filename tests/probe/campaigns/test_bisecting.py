"""The search: any monotonic answer, silent versions, answers that flip."""

from math import ceil, log2

from hypothesis import given
from hypothesis import strategies as st

from probe.campaigns.bisecting import Flip, Search, Side, most_answers, search_over

Truth = tuple[Side, ...]

INNER: st.SearchStrategy[Side] = st.sampled_from(["old", "new", "unknown"])


def truths(inner: st.SearchStrategy[Side]) -> st.SearchStrategy[Truth]:
    """What versions say when they are asked; the ends are as a search needs them."""
    return st.lists(inner, max_size=120).map(lambda sides: ("old", *sides, "new"))


@st.composite
def monotonic(draw: st.DrawFn) -> Truth:
    count = draw(st.integers(2, 700))
    first_new = draw(st.integers(1, count - 1))
    return tuple("old" if number < first_new else "new" for number in range(count))


@st.composite
def monotonic_with_silent_ones(draw: st.DrawFn) -> tuple[Truth, Truth]:
    """The truth, and what is heard of it."""
    truth = draw(monotonic())
    silent = draw(st.frozensets(st.integers(1, 700), max_size=20)) - {len(truth) - 1}
    return truth, tuple("unknown" if number in silent else side for number, side in enumerate(truth))


def searched(truth: Truth, search: Search | None = None) -> tuple[Search, int]:
    """The search at its end, and how many were asked, the ends among them."""
    search = search or search_over(len(truth))
    asked: list[int] = []
    while (number := search.next_number) is not None:
        assert search.sides[number] is None
        search = search.told(number, truth[number])
        asked.append(number)
    return search, len(asked) + 2


@given(monotonic())
def test_any_monotonic_answer_is_found_in_a_logarithm_of_runs(truth: Truth) -> None:
    search, asked = searched(truth)

    first_new = truth.index("new")
    assert search.bracket == Flip(first_new - 1, first_new)
    assert search.flips == (search.bracket,)
    assert asked <= most_answers(len(truth)) <= ceil(log2(len(truth))) + 2


@given(monotonic_with_silent_ones())
def test_versions_that_say_nothing_never_make_the_answer_wrong(both: tuple[Truth, Truth]) -> None:
    """The answer is then the range between those that say something."""
    truth, heard = both
    search, _ = searched(heard)

    before, after = search.bracket
    assert (truth[before], truth[after]) == ("old", "new")
    assert search.silent == tuple(range(before + 1, after))
    assert search.left == 0


@given(monotonic_with_silent_ones())
def test_versions_that_say_nothing_are_left_behind_soon(both: tuple[Truth, Truth]) -> None:
    """Each makes one row into two, and every answer halves a row."""
    truth, heard = both
    search, asked = searched(heard)

    silent = search.sides.count("unknown")
    assert asked <= 2 + silent + (silent + 1) * len(truth).bit_length()


@given(truths(INNER))
def test_whatever_is_said_the_search_ends_at_a_change(truth: Truth) -> None:
    search, _ = searched(truth)

    before, after = search.bracket
    assert (truth[before], truth[after]) == ("old", "new")
    assert all(side == "unknown" for side in truth[before + 1 : after])
    assert search.bracket in search.flips


@given(truths(INNER), st.integers(0, 120))
def test_a_flip_among_the_versions_that_were_asked_is_always_told(truth: Truth, count: int) -> None:
    search, _ = searched(truth)
    for number in search.checks(count):
        search = search.told(number, truth[number])
    search, _ = searched(truth, search)

    heard = [side for side in search.sides if side in ("old", "new")]
    assert (len(search.flips) == 1) == (heard == sorted(heard, reverse=True))
    assert search.bracket == search.flips[0]


def test_an_answer_before_the_bracket_moves_the_search_there() -> None:
    search = Search(("old", None, "new", "old", None, "new"))

    assert (search.bracket, search.left, search.next_number) == (Flip(0, 2), 1, 1)
    assert search.flips == (Flip(0, 2), Flip(2, 3), Flip(3, 5))


def test_the_next_version_is_away_from_one_that_says_nothing() -> None:
    search = search_over(11)

    assert search.next_number == 5
    assert search.told(5, "unknown").next_number == 2
    assert search.told(5, "unknown").told(2, "old").next_number == 7


def test_checks_are_spread_over_what_has_not_been_asked() -> None:
    search = search_over(11).told(5, "new").told(4, "old")

    assert search.checks(2) == (2, 7)
    assert search.checks(99) == (1, 2, 3, 6, 7, 8, 9)
    assert search.checks(0) == ()


def test_two_versions_alone_are_the_answer() -> None:
    assert searched(("old", "new")) == (search_over(2), 2)
