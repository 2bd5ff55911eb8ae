from typing import Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of


def traits(**several: bool) -> Changes:
    return {"traits": several}


TRIGGERS: Final = [
    Trigger(
        old=traits(one=True),
        new=traits(one=False),
        finding=finding_of(
            "trait-changed", "$.traits.one", "The trait one is now false", before={"one": True}, after={"one": False}
        ),
        near=(traits(one=True), traits(two=True)),
    ),
    Trigger(
        old=traits(),
        new=traits(one=True, two=False),
        finding=finding_of(
            "trait-appeared",
            "$.traits.one",
            "The traits one and two now apply",
            before=None,
            after={"one": True, "two": False},
            also=("$.traits.two",),
        ),
        near=(traits(one=True), traits(one=False)),
    ),
    Trigger(
        old=traits(one=True),
        new=traits(),
        finding=finding_of(
            "trait-vanished", "$.traits.one", "The trait one no longer applies", before={"one": True}, after=None
        ),
        near=(traits(one=True), traits(one=True, two=True)),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_a_trait_that_became_true_is_told_as_such() -> None:
    assert [each.sentence for each in found(traits(one=False), traits(one=True))] == ["The trait one is now true"]
