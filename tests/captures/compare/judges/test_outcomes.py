from typing import Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, outcome, rules_of
from tests.captures.samples import OBSERVED


def unstable(*pointers: str) -> Changes:
    return {"verdict": {"kind": "unstable", "pointers": list(pointers)}}


STABLE: Final[Changes] = {"verdict": OBSERVED}

TRIGGERS: Final = [
    Trigger(
        old=outcome(),
        new=outcome(exit_code=1),
        finding=finding_of(
            "exit-code-changed",
            "$.outcome.exit_code",
            "The client ends with exit code 1; it ended with exit code 0",
            before=0,
            after=1,
        ),
        near=(outcome(), outcome(turn_completed=False)),
    ),
    Trigger(
        old=outcome(),
        new=outcome(turn_completed=False),
        finding=finding_of(
            "turn-no-longer-completed",
            "$.outcome.turn_completed",
            "The turn no longer comes to its end",
            before=True,
            after=False,
        ),
        near=(outcome(turn_completed=False), outcome()),
    ),
    Trigger(
        old=outcome(turn_completed=False),
        new=outcome(),
        finding=finding_of(
            "turn-now-completed", "$.outcome.turn_completed", "The turn now comes to its end", before=False, after=True
        ),
        near=(outcome(), outcome(turn_completed=False)),
    ),
    Trigger(
        old=outcome(),
        new=outcome(refused_lookups=2),
        finding=finding_of(
            "left-loopback",
            "$.outcome.refused_lookups",
            "The client asks for 2 host names beside the provider; it asked for 0",
            before=0,
            after=2,
        ),
        near=(outcome(refused_lookups=1), outcome(refused_lookups=2)),
    ),
    Trigger(
        old=outcome(refused_connections=1),
        new=outcome(),
        finding=finding_of(
            "stays-on-loopback",
            "$.outcome.refused_connections",
            "The client tries 0 connections beyond loopback; it tried 1",
            before=1,
            after=0,
        ),
        near=(outcome(refused_connections=2), outcome(refused_connections=1)),
    ),
    Trigger(
        old=outcome(refused_connections=1),
        new=outcome(refused_connections=3),
        finding=finding_of(
            "refusals-changed",
            "$.outcome.refused_connections",
            "The client tries 3 connections beyond loopback; it tried 1",
            before=1,
            after=3,
        ),
        near=(outcome(), outcome(refused_connections=3)),
    ),
    Trigger(
        old=STABLE,
        new=unstable("$.requests[0].count", "$.verdict"),
        finding=finding_of(
            "became-unstable",
            "$.verdict",
            "Runs of this question no longer agree at 2 places, in requests and verdict",
            before=None,
            after=["$.requests[0].count", "$.verdict"],
        ),
        near=(unstable("$.verdict"), STABLE),
    ),
    Trigger(
        old=unstable("$.requests[0].count"),
        new=STABLE,
        finding=finding_of(
            "became-stable",
            "$.verdict",
            "Runs of this question agree again at 1 place, in requests",
            before=["$.requests[0].count"],
            after=None,
        ),
        near=(STABLE, unstable("$.requests[0].count")),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_a_run_that_the_deadline_ended_has_no_exit_code() -> None:
    assert [each.sentence for each in found(outcome(), outcome(exit_code=None))] == [
        "The client ends with no exit code, as the deadline ended it; it ended with exit code 0"
    ]


def test_a_capture_that_wavers_as_a_whole_is_told() -> None:
    assert [each.sentence for each in found(STABLE, unstable("$"))] == [
        "Runs of this question no longer agree at 1 place, in the capture"
    ]


def test_a_capture_that_wavers_nowhere_is_told() -> None:
    assert [each.sentence for each in found(STABLE, unstable())] == [
        "Runs of this question no longer agree at 0 places, in nothing"
    ]
