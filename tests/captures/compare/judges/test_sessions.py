from typing import Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, mcp, rules_of


def said(*methods: str) -> Changes:
    return mcp(methods=list(methods))


def isolated(by: str) -> Changes:
    return {"conditions": {"requested": {}, "observed": {"isolation": by, "transport": "http"}}}


TRIGGERS: Final = [
    Trigger(
        old=said("tools/list"),
        new=said("ping", "tools/list", "prompts/list"),
        finding=finding_of(
            "mcp-method-added",
            "$.mcp.methods[0]",
            "The client now says ping and prompts/list to the MCP server",
            before=None,
            after=["ping", "prompts/list"],
            also=("$.mcp.methods[2]",),
        ),
        near=(said("tools/list"), said("tools/list", "tools/list")),
    ),
    Trigger(
        old=said("ping", "tools/list"),
        new=said("tools/list"),
        finding=finding_of(
            "mcp-method-removed",
            "$.mcp.methods[0]",
            "The client no longer says ping to the MCP server",
            before=["ping"],
            after=None,
        ),
        near=(said("ping", "ping"), said("ping")),
    ),
    Trigger(
        old=said("tools/list"),
        new=said("tools/list", "tools/list"),
        finding=finding_of(
            "mcp-method-count-changed",
            "$.mcp.methods[1]",
            "The client says tools/list to the MCP server 2 times; it said it 1",
            before=1,
            after=2,
        ),
        near=(said("tools/list"), said("tools/list", "ping")),
    ),
    Trigger(
        old=said("ping", "tools/list"),
        new=said("tools/list", "ping"),
        finding=finding_of(
            "mcp-methods-reordered",
            "$.mcp.methods",
            "The client says the same methods to the MCP server in another order",
            before=["ping", "tools/list"],
            after=["tools/list", "ping"],
        ),
        near=(said("ping", "tools/list"), said("initialize", "ping", "tools/list")),
    ),
    Trigger(
        old=mcp(protocol_version="2025-06-18"),
        new=mcp(protocol_version="2025-11-25"),
        finding=finding_of(
            "protocol-version-changed",
            "$.mcp.protocol_version",
            "The client asks the MCP server for 2025-11-25 of the protocol; it asked for 2025-06-18",
            before="2025-06-18",
            after="2025-11-25",
        ),
        near=(said("ping"), said("tools/list")),
    ),
    Trigger(
        old=isolated("namespace"),
        new=isolated("environment"),
        finding=finding_of(
            "isolation-changed",
            "$.conditions.observed.isolation",
            "The run was isolated by environment, no longer by namespace",
            before="namespace",
            after="environment",
        ),
        near=(isolated("namespace"), {**isolated("namespace"), **said("ping")}),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_a_client_may_name_no_version() -> None:
    assert [each.sentence for each in found(mcp(protocol_version=None), mcp(protocol_version="2025-06-18"))] == [
        "The client asks the MCP server for 2025-06-18 of the protocol; it asked for none"
    ]
