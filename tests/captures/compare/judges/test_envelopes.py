from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import ENVELOPE

EXEC: Final = {"type": "custom", "name": "exec"}
WAIT: Final = {"type": "function", "name": "wait", "strict": "<boolean>"}


def envelope(*tools: dict[str, Any], **changes: Any) -> Changes:  # noqa: ANN401 - any field of an envelope
    return {"envelopes": [{**ENVELOPE, "tools": list(tools), **changes}]}


TRIGGERS: Final = [
    Trigger(
        old={},
        new=envelope(EXEC),
        finding=finding_of(
            "envelope-appeared",
            "$.envelopes[0]",
            "The namespace functions with 1 tool in it is new",
            before=None,
            after="namespace functions with 1 tool in it",
        ),
        near=(envelope(EXEC), envelope(EXEC, name="others")),
    ),
    Trigger(
        old=envelope(EXEC, WAIT),
        new={},
        finding=finding_of(
            "envelope-vanished",
            "$.envelopes[0]",
            "The namespace functions with 2 tools in it is gone",
            before="namespace functions with 2 tools in it",
            after=None,
        ),
        near=(envelope(EXEC), envelope()),
    ),
    Trigger(
        old=envelope(EXEC),
        new=envelope(EXEC, WAIT),
        finding=finding_of(
            "envelope-child-added",
            "$.envelopes[0].tools[1]",
            "The namespace functions now has wait in it",
            before=None,
            after=["wait"],
        ),
        near=(envelope(EXEC, WAIT), envelope(EXEC)),
    ),
    Trigger(
        old=envelope(EXEC, WAIT),
        new=envelope(EXEC),
        finding=finding_of(
            "envelope-child-removed",
            "$.envelopes[0].tools[1]",
            "The namespace functions no longer has wait in it",
            before=["wait"],
            after=None,
        ),
        near=(envelope(EXEC, WAIT), envelope(WAIT, EXEC)),
    ),
    Trigger(
        old=envelope(EXEC),
        new=envelope({**EXEC, "type": "function"}),
        finding=finding_of(
            "envelope-child-retyped",
            "$.envelopes[0].tools[0].type",
            "exec in the namespace functions is of the type function, no longer custom",
            before="custom",
            after="function",
        ),
        near=(envelope(EXEC), envelope({**EXEC, "name": "run"})),
    ),
    Trigger(
        old=envelope(WAIT),
        new=envelope({**WAIT, "strict": "<string>", "format": {}}),
        finding=finding_of(
            "envelope-child-changed",
            "$.envelopes[0].tools[0].strict",
            "wait in the namespace functions differs in strict and format",
            before=["strict"],
            after=["strict", "format"],
            also=("$.envelopes[0].tools[0].format",),
        ),
        near=(envelope(WAIT), envelope({**WAIT, "type": "custom"})),
    ),
    Trigger(
        old=envelope(EXEC),
        new=envelope(EXEC, role="warm-up"),
        finding=finding_of(
            "envelope-carrier-changed",
            "$.envelopes[0].role",
            "The namespace functions comes in the warm-up request, no longer in the model request",
            before="model",
            after="warm-up",
        ),
        near=(envelope(EXEC), envelope(EXEC, pointer="$.tools[0]")),
    ),
    Trigger(
        old=envelope(EXEC),
        new=envelope(EXEC, name="others"),
        finding=finding_of(
            "envelope-renamed",
            "$.envelopes[0].name",
            "The namespace others was called functions, with the same tools in it",
            before="functions",
            after="others",
        ),
        near=(envelope(EXEC), envelope(WAIT, name="others")),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_an_envelope_takes_its_sightings_along() -> None:
    sighting = {"token": "alias", "role": "model", "place": "namespace", "pointer": "$.input[0].tools[0].name"}

    old, new = (
        {**envelope(EXEC, role=role), "sightings": [{**sighting, "role": role}]} for role in ("model", "warm-up")
    )

    assert [(each.rule, each.also) for each in found(old, new)] == [("envelope-carrier-changed", ("$.sightings[0]",))]
    assert [(each.rule, each.also) for each in found({}, new)] == [("envelope-appeared", ("$.sightings[0]",))]


def test_a_child_without_a_name_is_called_by_its_type() -> None:
    new = envelope(EXEC, {"type": "web_search"})

    assert [each.sentence for each in found(envelope(EXEC), new)] == [
        "The namespace functions now has a tool of the type web_search in it"
    ]


def test_children_in_another_order_are_no_other_children() -> None:
    """Case B040: clients order groups by chance."""
    assert found(envelope(EXEC, WAIT), envelope(WAIT, EXEC)) == (
        finding_of(
            "order-changed",
            "$.envelopes[0].tools",
            "The tools in an envelope stand in another order",
            before=["exec", "wait"],
            after=["wait", "exec"],
        ),
    )
