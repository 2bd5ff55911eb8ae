from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import ABSENT, DEFERRED, DESCRIBED, ENVELOPE, INLINE, NAMESPACED, SIGHTING

BARE: Final[dict[str, Any]] = {**DEFERRED, "announced": False, "shown_as": None, "role": None, "pointer": None}


def tools(*several: dict[str, Any]) -> Changes:
    return {"tools": list(several)}


TRIGGERS: Final = [
    Trigger(
        old=tools(INLINE),
        new=tools(ABSENT),
        finding=finding_of(
            "tool-vanished",
            "$.tools[0]",
            "lookup is no longer offered; it was in a tools array as mcp__shape_probe__lookup",
            before={"presentation": "inline", "shown_as": "mcp__shape_probe__lookup"},
            after={"presentation": "absent"},
        ),
        near=(tools(INLINE), tools(BARE)),
    ),
    Trigger(
        old=tools(ABSENT),
        new=tools(DESCRIBED),
        finding=finding_of(
            "tool-appeared",
            "$.tools[0]",
            "lookup is now offered: it is described inside the tool exec as mcp__shape_probe__lookup",
            before={"presentation": "absent"},
            after={"presentation": "described", "inside": "exec", "shown_as": "mcp__shape_probe__lookup"},
        ),
        near=(tools(ABSENT), tools(ABSENT)),
    ),
    Trigger(
        old=tools(INLINE),
        new=tools(DEFERRED),
        finding=finding_of(
            "tool-presentation-changed",
            "$.tools[0]",
            "lookup is no longer in a tools array as mcp__shape_probe__lookup: it is deferred behind "
            "functions.exec and announced as mcp__shape_probe",
            before={"presentation": "inline", "shown_as": "mcp__shape_probe__lookup"},
            after={
                "presentation": "deferred",
                "via": "functions.exec",
                "announced": True,
                "shown_as": "mcp__shape_probe",
            },
        ),
        near=(tools(ABSENT), tools(DEFERRED)),
    ),
    Trigger(
        old=tools({**NAMESPACED, "namespace": "mcp__shape_probe__"}),
        new=tools(NAMESPACED),
        finding=finding_of(
            "namespace-changed",
            "$.tools[0].namespace",
            "lookup is in the namespace mcp__shape_probe, no longer in mcp__shape_probe__",
            before="mcp__shape_probe__",
            after="mcp__shape_probe",
        ),
        near=(tools(NAMESPACED), tools({**NAMESPACED, "pointer": "$.tools[1].tools[0]"})),
    ),
    Trigger(
        old=tools(DESCRIBED),
        new=tools({**DESCRIBED, "inside": "run"}),
        finding=finding_of(
            "carrying-tool-changed",
            "$.tools[0].inside",
            "lookup is described inside the tool run, no longer inside exec",
            before="exec",
            after="run",
        ),
        near=(tools(DESCRIBED), tools({**DESCRIBED, "shown_as": "lookup"})),
    ),
    Trigger(
        old=tools(BARE),
        new=tools({**BARE, "via": "ToolSearch"}),
        finding=finding_of(
            "deferral-way-changed",
            "$.tools[0].via",
            "lookup is reached through ToolSearch, no longer through functions.exec",
            before="functions.exec",
            after="ToolSearch",
        ),
        near=(tools(BARE), tools(DEFERRED)),
    ),
    Trigger(
        old=tools(BARE),
        new=tools(DEFERRED),
        finding=finding_of(
            "announcement-changed",
            "$.tools[0].shown_as",
            "lookup is announced as mcp__shape_probe; it was not announced",
            before=None,
            after="mcp__shape_probe",
            also=("$.tools[0].announced", "$.tools[0].role", "$.tools[0].pointer"),
        ),
        near=(tools(BARE), tools({**BARE, "via": "ToolSearch"})),
    ),
    Trigger(
        old=tools(DESCRIBED),
        new=tools({**DESCRIBED, "role": "warm-up"}),
        finding=finding_of(
            "carrier-changed",
            "$.tools[0].role",
            "lookup comes in the warm-up request, no longer in the model request",
            before="model",
            after="warm-up",
        ),
        near=(tools(BARE), tools(DEFERRED)),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


RENAMED: Final = {"path": "$.name", "change": "renamed", "to": "lookup"}
NAME: Final = {**SIGHTING, "token": "tool.name", "pointer": "$.tools[21].name", "place": "tool-name"}


def test_another_name_is_one_finding_with_all_that_follows_from_it() -> None:
    other = {
        **INLINE,
        "shown_as": "lookup",
        "definition": {**INLINE["definition"], "name": "lookup"},
        "changes": [each for each in INLINE["changes"] if each["path"] != "$.name"],
    }
    old = {"tools": [INLINE], "sightings": [NAME, {**NAME, "token": "alias"}, {**NAME, "pointer": "$.x"}]}
    new = {"tools": [other], "sightings": [NAME, {**NAME, "pointer": "$.x"}]}

    assert found(old, new) == (
        finding_of(
            "name-rewritten-differently",
            "$.tools[0].shown_as",
            "lookup is named lookup, no longer mcp__shape_probe__lookup",
            before="mcp__shape_probe__lookup",
            after="lookup",
            also=("$.tools[0].definition.name", "$.tools[0].changes[2]", "$.sightings[1]"),
        ),
    )


def test_an_announced_tool_that_is_called_otherwise_has_another_name() -> None:
    old, new = ({**DEFERRED, "shown_as": name} for name in ("mcp__shape_probe__lookup", "mcp__shape-probe__lookup"))

    assert rules_of(tools(old), tools(new)) == ["name-rewritten-differently"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (DEFERRED, BARE, "is no longer announced; it was announced as mcp__shape_probe"),
        (
            DEFERRED,
            {**DEFERRED, "shown_as": "mcp__shape_probe__lookup"},
            "is announced as mcp__shape_probe__lookup; it was announced as mcp__shape_probe",
        ),
    ],
)
def test_an_announcement_is_told_with_the_one_before(old: dict[str, Any], new: dict[str, Any], words: str) -> None:
    assert [(each.rule, each.sentence) for each in found(tools(old), tools(new))] == [
        ("announcement-changed", f"lookup {words}")
    ]


def namespace(name: str, **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of an envelope
    return {**ENVELOPE, "pointer": "$.tools[9]", "name": name, "tools": [{"name": "lookup"}], **changes}


ALIAS: Final = {**SIGHTING, "pointer": "$.tools[9].name", "place": "namespace"}


def test_the_namespace_of_a_tool_comes_and_goes_with_it() -> None:
    flat = tools(INLINE)
    wrapped = {**tools(NAMESPACED), "envelopes": [namespace("mcp__shape_probe")], "sightings": [ALIAS]}

    assert [(each.rule, each.also) for each in found(flat, wrapped)] == [
        ("tool-presentation-changed", ("$.envelopes[0]", "$.sightings[0]"))
    ]
    assert [(each.rule, each.also) for each in found(wrapped, flat)] == [
        ("tool-presentation-changed", ("$.envelopes[0]", "$.sightings[0]"))
    ]


@pytest.mark.parametrize("changes", [{}, {"tools": []}], ids=["the same tools", "other tools"])
def test_another_namespace_is_one_finding_with_its_envelope(changes: dict[str, Any]) -> None:
    old = {
        **tools({**NAMESPACED, "namespace": "others"}),
        "envelopes": [namespace("unlike"), namespace("others", **changes)],
    }
    new = {**tools(NAMESPACED), "envelopes": [namespace("unlike"), namespace("mcp__shape_probe")]}

    assert rules_of(old, new) == ["namespace-changed"]


def test_a_tool_that_moves_to_the_warm_up_takes_its_sightings_along() -> None:
    old = {**tools(INLINE), "sightings": [NAME]}
    new = {**tools({**INLINE, "role": "warm-up"}), "sightings": [{**NAME, "role": "warm-up"}]}

    assert [(each.rule, each.also) for each in found(old, new)] == [("carrier-changed", ("$.sightings[0]",))]


def test_an_entry_for_a_tool_without_a_trace_is_no_tool() -> None:
    assert rules_of({}, tools(ABSENT)) == ["other-difference"]
    assert rules_of({}, tools(INLINE)) == ["tool-appeared"]
    assert rules_of(tools(INLINE), {}) == ["tool-vanished"]


def test_what_else_is_in_a_tool_does_not_go_with_its_name() -> None:
    old = {**tools(DESCRIBED), "sightings": [{**NAME, "pointer": f"{DESCRIBED['pointer']}.text"}]}

    assert rules_of(old, tools({**DESCRIBED, "shown_as": "lookup"})) == [
        "name-rewritten-differently",
        "no-longer-surfaces",
    ]
