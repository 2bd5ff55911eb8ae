from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import ABSENT, INLINE, SUBAGENT


def later(attempt: int, *tools: dict[str, Any]) -> Changes:
    return {"later_shapes": [{"attempt": attempt, "tools": list(tools)}]}


def subagent(**changes: Any) -> Changes:  # noqa: ANN401 - any field of a sub-agent
    return {"subagent": {**SUBAGENT, **changes}}


TRIGGERS: Final = [
    Trigger(
        old={},
        new=later(4, INLINE),
        finding=finding_of(
            "later-shape-appeared",
            "$.later_shapes[0]",
            "From model request 4 on, lookup is in a tools array as mcp__shape_probe__lookup",
            before=None,
            after=4,
        ),
        near=(later(4, INLINE), later(4, ABSENT)),
    ),
    Trigger(
        old=later(4, INLINE),
        new={},
        finding=finding_of(
            "later-shape-vanished",
            "$.later_shapes[0]",
            "It is no longer so that from model request 4 on, lookup is in a tools array as mcp__shape_probe__lookup",
            before=4,
            after=None,
        ),
        near=(later(4, INLINE), later(4)),
    ),
    Trigger(
        old=later(4, INLINE),
        new=later(5, INLINE),
        finding=finding_of(
            "later-shape-at-another-request",
            "$.later_shapes[0].attempt",
            "What is shown later comes with model request 5; it came with 4",
            before=4,
            after=5,
        ),
        near=(later(4, INLINE), later(4, ABSENT)),
    ),
    Trigger(
        old={},
        new=subagent(),
        finding=finding_of("subagent-started", "$.subagent", "A sub-agent is now started", before=False, after=True),
        near=(subagent(), subagent(tools=[])),
    ),
    Trigger(
        old=subagent(),
        new={},
        finding=finding_of(
            "subagent-not-started", "$.subagent", "A sub-agent is no longer started", before=True, after=False
        ),
        near=(subagent(), subagent(tools=[])),
    ),
    Trigger(
        old=subagent(),
        new=subagent(header_names_of_child=["x-other"]),
        finding=finding_of(
            "subagent-told-differently",
            "$.subagent.header_names_of_child[0]",
            "Of sub-agent and parent, only the sub-agent's requests have the headers: now x-other "
            "and no longer x-openai-subagent",
            before=["x-openai-subagent"],
            after=["x-other"],
        ),
        near=(subagent(), subagent(tools=[])),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_tools_that_are_shown_later_are_judged_as_those_of_the_first_request() -> None:
    assert [(each.severity, each.sentence) for each in found(later(4, INLINE), later(4, ABSENT))] == [
        (
            "breaking",
            "Later in the run: lookup is no longer offered; it was in a tools array as mcp__shape_probe__lookup",
        )
    ]


def test_names_that_came_and_went_are_told_with_whose_they_are() -> None:
    old, new = subagent(body_keys_of_parent=["reasoning"]), subagent(body_keys_of_parent=["reasoning", "effort"])

    assert [each.sentence for each in found(old, new)] == [
        "Of sub-agent and parent, only its parent's requests have the body key: now effort"
    ]
