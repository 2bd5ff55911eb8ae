from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import CALL, UNANSWERED


def calls(*several: dict[str, Any]) -> Changes:
    return {"calls": list(several)}


LOST: Final = {**CALL, "reached_server": False, "arguments": None}

TRIGGERS: Final = [
    Trigger(
        old={},
        new=calls(UNANSWERED),
        finding=finding_of(
            "call-appeared",
            "$.calls[0]",
            "The script now makes the call exec-identifier",
            before=None,
            after=["exec-identifier"],
        ),
        near=(calls(UNANSWERED), calls(CALL)),
    ),
    Trigger(
        old=calls(UNANSWERED),
        new={},
        finding=finding_of(
            "call-vanished",
            "$.calls[0]",
            "The script no longer makes the call exec-identifier",
            before=["exec-identifier"],
            after=None,
        ),
        near=(calls(CALL), calls(UNANSWERED)),
    ),
    Trigger(
        old=calls(CALL),
        new=calls({**CALL, "namespace": None, "shown_as": "lookup"}),
        finding=finding_of(
            "call-spelled-differently",
            "$.calls[0].shown_as",
            "The call exec-identifier is spelled custom_tool_call lookup, no longer custom_tool_call "
            "tools.mcp__shape_probe__lookup in functions",
            before="custom_tool_call tools.mcp__shape_probe__lookup in functions",
            after="custom_tool_call lookup",
            also=("$.calls[0].namespace",),
        ),
        near=(calls(CALL), calls({**CALL, "route": "direct", "shown_as": "lookup"})),
    ),
    Trigger(
        old=calls(CALL),
        new=calls(LOST),
        finding=finding_of(
            "call-no-longer-reaches",
            "$.calls[0].reached_server",
            "The MCP server is no longer reached by the call exec-identifier",
            before=True,
            after=False,
            also=("$.calls[0].arguments",),
        ),
        near=(calls(LOST), calls(CALL)),
    ),
    Trigger(
        old=calls(LOST),
        new=calls(CALL),
        finding=finding_of(
            "call-now-reaches",
            "$.calls[0].reached_server",
            "The MCP server is now reached by the call exec-identifier",
            before=False,
            after=True,
            also=("$.calls[0].arguments",),
        ),
        near=(calls(CALL), calls(LOST)),
    ),
    Trigger(
        old=calls(CALL),
        new=calls({**CALL, "arguments": {"query": "kind-text"}}),
        finding=finding_of(
            "arguments-changed",
            "$.calls[0].arguments",
            "The MCP server gets other arguments from the call exec-identifier",
            before={"query": "kind-several-texts", "limit": 2, "nested": {"parts": ["x", True, None]}},
            after={"query": "kind-text"},
        ),
        near=(calls(CALL), calls(LOST)),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_what_comes_back_for_a_call_that_is_lost_follows_from_it() -> None:
    refused = {**LOST, "answer": {**CALL["answer"], "is_error": True, "blocks": []}}

    assert rules_of(calls(CALL), calls(refused)) == ["call-no-longer-reaches"]


def test_several_calls_are_told_in_one_sentence() -> None:
    new = calls(*({**UNANSWERED, "route": route} for route in "abcdef"))

    assert [each.sentence for each in found({}, new)] == ["The script now makes the calls a, b, c, d, e and f"]
