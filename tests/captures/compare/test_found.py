from dataclasses import replace
from typing import Final

from captures.compare.alignment import Masks, pair_of
from captures.compare.findings import Finding
from captures.compare.found import Case, Found, joined
from captures.compare.rule import notable

RULE: Final = notable("a-rule", "A title", "A reason.")
ROOT: Final = pair_of(
    {"a": {"b": 1, "c": 1}, "gone": 1, "mcp": {"methods": ["x", "y"]}},
    {"a": {"b": 2, "c": 2}, "new": 1, "mcp": {"methods": ["y", "x"]}},
    masks=Masks(old=frozenset(), new=frozenset()),
)
FOUND: Final = Found(
    rule=RULE,
    places=(ROOT.child("a").child("b"), ROOT.child("gone"), ROOT.child("new"), ROOT.child("new")),
    before=1,
    after=2,
    sentence="The thing differs",
)


def test_the_first_place_is_the_pointer_and_the_others_stand_beside_it_each_once() -> None:
    assert FOUND.finding() == Finding(
        rule="a-rule",
        severity="notable",
        pointer="$.a.b",
        also=("$.gone", "$.new"),
        before=1,
        after=2,
        sentence="The thing differs",
    )


def test_a_finding_accounts_for_its_places_and_what_is_below() -> None:
    found = replace(FOUND, places=(ROOT.child("a"), ROOT.child("gone")))
    pairs = [ROOT.child("a").child("b"), ROOT.child("gone"), ROOT.child("new"), ROOT]

    assert [found.accounts_for(pair) for pair in pairs] == [True, True, False, False]


def test_what_nothing_accounts_for_is_open() -> None:
    case = Case(captures=ROOT, found=(FOUND,))

    assert [pair.at for pair in case.open_differences(ROOT)] == [("a", "c")]


def test_an_order_is_open_until_it_or_its_list_is_accounted_for() -> None:
    methods = ROOT.child("mcp").child("methods")
    by_order, by_list = (
        replace(FOUND, places=(), orders=(methods,)),
        replace(FOUND, places=(ROOT.child("mcp"),)),
    )

    assert [Case(captures=ROOT, found=(each,)).is_open_order(methods) for each in (FOUND, by_order, by_list)] == [
        True,
        False,
        False,
    ]


def test_what_is_said_alike_is_said_once_of_the_first_request() -> None:
    later = replace(FOUND, places=(ROOT.child("new"),), where="Later in the run")
    first = replace(FOUND, places=(ROOT.child("a"),))

    (both,) = joined([later, first])

    assert both == replace(first, places=(ROOT.child("a"), ROOT.child("new")))


def test_what_is_said_of_another_part_of_the_run_says_so() -> None:
    (only,) = joined([replace(FOUND, where="Later in the run")])

    assert only.finding().sentence == "Later in the run: the thing differs"
