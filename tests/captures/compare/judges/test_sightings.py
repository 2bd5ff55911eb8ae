from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import SIGHTING


def sighted(*several: dict[str, Any]) -> Changes:
    return {"sightings": [{**SIGHTING, **changes} for changes in several]}


TRIGGERS: Final = [
    Trigger(
        old={},
        new=sighted({"place": "unknown"}),
        finding=finding_of(
            "surfaced-in-unknown-place",
            "$.sightings[0]",
            "Planted text surfaces at a place that no rule knows: alias (unknown of the model request)",
            before=None,
            after=["unknown"],
        ),
        near=(sighted({"place": "unknown"}), {}),
    ),
    Trigger(
        old={},
        new=sighted({}, {"token": "tool.name"}, {"token": "tool.name", "pointer": "$.x", "place": "tool-name"}),
        finding=finding_of(
            "surfaced-in-another-place",
            "$.sightings[0]",
            "Planted text surfaces where it did not before: alias and tool.name (message of the "
            "model request), tool.name (tool-name of the model request)",
            before=None,
            after=["message", "message", "tool-name"],
            also=("$.sightings[1]", "$.sightings[2]"),
        ),
        near=(sighted({}), sighted({"pointer": "$.input[2].content[0].text"})),
    ),
    Trigger(
        old=sighted({}),
        new={},
        finding=finding_of(
            "no-longer-surfaces",
            "$.sightings[0]",
            "Planted text no longer surfaces where it did: alias (message of the model request)",
            before=["message"],
            after=None,
        ),
        near=({}, sighted({})),
    ),
    Trigger(
        old=sighted({}),
        new=sighted({"place": "namespace"}),
        finding=finding_of(
            "place-changed",
            "$.sightings[0]",
            "The place where planted text surfaces is of another kind: alias (namespace of the model request)",
            before=["message"],
            after=["namespace"],
        ),
        near=(sighted({}), sighted({"place": "namespace", "pointer": "$.tools[1].name"})),
    ),
    Trigger(
        old=sighted({}),
        new=sighted({"role": "warm-up"}),
        finding=finding_of(
            "surfaces-in-another-request",
            "$.sightings[0]",
            "Planted text comes in another request than before: alias (message of the warm-up request)",
            before=["message"],
            after=["message"],
        ),
        near=(sighted({}), sighted({}, {"role": "warm-up"})),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)
