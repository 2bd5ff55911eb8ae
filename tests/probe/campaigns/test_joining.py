from itertools import permutations

from captures.model import Unstable
from probe.campaigns.joining import joined
from tests.captures.samples import ABSENT, INCONCLUSIVE, INLINE
from tests.probe.campaigns.made_up import capture_for, cell

ASKED = cell()
SHOWN, ABSENT_ONE = capture_for(ASKED, tools=[INLINE]), capture_for(ASKED, tools=[ABSENT])
NOTHING = capture_for(ASKED, verdict=INCONCLUSIVE, tools=[])
OTHER = capture_for(cell(reply="refuse"))


def test_questions_stay_apart_in_the_order_in_which_they_come() -> None:
    assert joined([OTHER, SHOWN]) == (OTHER, SHOWN)


def test_the_same_answer_twice_is_one() -> None:
    assert joined([SHOWN, OTHER, SHOWN]) == (SHOWN, OTHER)


def test_what_is_inconclusive_never_stands_for_an_answer() -> None:
    assert joined([NOTHING, SHOWN, NOTHING]) == (SHOWN,)
    assert joined([NOTHING, NOTHING]) == (NOTHING,)


def test_answers_that_differ_are_unstable_where_they_do_whatever_their_order() -> None:
    first, *others = [joined(captures) for captures in permutations((SHOWN, ABSENT_ONE, NOTHING))]

    assert [other for other in others if other != first] == []
    assert [found.verdict for found in first] == [Unstable(kind="unstable", pointers=("$.tools[0]",))]


def test_joining_again_changes_nothing() -> None:
    once = joined([SHOWN, ABSENT_ONE, OTHER])

    assert joined([*once, SHOWN, ABSENT_ONE, OTHER]) == once
    assert joined(once) == once
