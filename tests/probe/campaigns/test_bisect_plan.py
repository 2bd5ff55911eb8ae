from collections.abc import Iterator, Sequence

import pytest

from captures.model import Capture
from probe.campaigns.bisect_plan import AbsentEndError, Plan, fetch_line, plan_line, plan_over
from probe.campaigns.cells import Cell
from tests.probe.campaigns.bisections import cells
from tests.probe.campaigns.made_up import capture_for
from tests.support.stage import Stage, opened_stage


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def plan(count: int, *, known: int = 0, missing: int = 0, checks: int = 2, absent: Sequence[str] = ()) -> Plan:
    asked = cells(count)
    return Plan(
        cells=asked,
        absent=tuple(absent),
        known=frozenset(asked[:known]),
        missing=frozenset(asked[count - missing :]),
        checks=checks,
    )


def plan_on(stage: Stage, count: int, *, stored: Sequence[int], known: Sequence[int], is_cached_only: bool) -> Plan:
    """A plan over versions of which those of these numbers are in the cache, or have an answer."""
    asked = cells(count)
    for number in stored:
        stage.released("codex", version=asked[number].version)
    answers: dict[Cell, Capture] = {asked[number]: capture_for(asked[number]) for number in known}
    return plan_over(asked, answers, checks=1, cache=stage.cache, environ={}, is_cached_only=is_cached_only)


def test_what_is_about_to_be_done_is_one_line() -> None:
    assert [plan_line(each) for each in (plan(45), plan(2, known=1, checks=0), plan(3, absent=["0.1.1"]))] == [
        "codex: 45 versions from 0.0.0 to 0.44.0; at most 8 to ask, and 2 more to verify",
        "codex: 2 versions from 0.0.0 to 0.1.0, 1 known from captures; at most 1 to ask",
        "codex: 4 versions from 0.0.0 to 0.2.0, 1 left out as not in the cache; at most 3 to ask",
    ]


def test_no_more_are_asked_and_verified_than_have_no_answer() -> None:
    plans = plan(10), plan(10, known=3), plan(10, known=10), plan(10, checks=9)

    assert [(each.most_asked, each.most_checked) for each in plans] == [(6, 2), (6, 1), (0, 0), (6, 4)]


def test_what_may_have_to_be_fetched_is_one_line() -> None:
    plans = plan(45, known=3, missing=40), plan(45, missing=7), plan(45, known=3)

    assert [fetch_line(each) for each in plans] == [
        (
            "in the cache: 2 more; to be fetched: at most 10 of 40, or more where versions say nothing "
            "(sizes are not known)"
        ),
        "in the cache: 38; to be fetched: at most 7 of 7 (sizes are not known)",
        "in the cache: 42 more; to be fetched: none",
    ]


def test_what_is_neither_known_nor_in_the_cache_is_missing(stage: Stage) -> None:
    asked = cells(5)

    assert plan_on(stage, 5, stored=[0, 1], known=[1, 4], is_cached_only=False) == Plan(
        cells=asked,
        absent=(),
        known={asked[1], asked[4]},
        missing=frozenset({asked[2], asked[3]}),
        checks=1,
    )


def test_where_nothing_is_to_be_fetched_it_is_left_out(stage: Stage) -> None:
    asked = cells(5)

    assert plan_on(stage, 5, stored=[0, 1], known=[1, 4], is_cached_only=True) == Plan(
        cells=(asked[0], asked[1], asked[4]),
        absent=("0.2.0", "0.3.0"),
        known={asked[1], asked[4]},
        missing=frozenset(),
        checks=1,
    )


@pytest.mark.parametrize(("stored", "end"), [([1, 2], "codex@0.0.0"), ([0, 1], "codex@0.2.0")])
def test_an_end_cannot_be_left_out(stage: Stage, stored: list[int], end: str) -> None:
    with pytest.raises(AbsentEndError) as caught:
        plan_on(stage, 3, stored=stored, known=[], is_cached_only=True)

    assert str(caught.value) == (
        f"{end} is one end of the range, and neither in the cache nor among --captures; fetch it with "
        f"`shape-probe clients install {end}`, take another end, or leave --cached out"
    )
