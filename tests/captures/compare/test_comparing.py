"""The promise of comparing: nothing for equal captures, and else every place at which they differ."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from captures.compare.comparing import compared
from captures.compare.findings import Finding
from captures.model import Capture, Unstable
from captures.pointers import Step, steps_of
from tests.captures.compare.mutations import captures
from tests.captures.compare.pairs import finding_of, found, mcp, outcome, rules_of
from tests.captures.samples import (
    ABSENT,
    DEFERRED,
    INCONCLUSIVE,
    INLINE,
    REQUEST,
    SIGHTING,
    a_capture,
    client,
)

Steps = tuple[Step, ...]

KNOWN_BY: Final = {
    "tools": ("alias", "name", "type"),
    "changes": ("path", "change"),
    "requests": ("role", "method", "path", "transport", "header_names"),
    "envelopes": ("type", "name", "role"),
    "sightings": ("token", "role", "pointer", "place"),
    "later_shapes": ("attempt", "tools"),
    "calls": ("route", "kind"),
    "planted": ("token", "head", "tail", "of"),
}
"""By what fields things in a list may be known, in the words of docs/file-format.md."""


def text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def differing(old: Any, new: Any, at: Steps = ()) -> Iterator[Steps]:  # noqa: ANN401 - any JSON value
    """Where two documents differ, found with no knowledge of rules: leaves, and lists as far as items stand still."""
    match (old, new):
        case (dict(), dict()):
            for key in {**old, **new}:
                if key in old and key in new:
                    yield from differing(old[key], new[key], (*at, key))
                else:
                    yield (*at, key)
        case (list(), list()) if len(old) == len(new) and stands_still(old, new, str(at[-1])):
            for index, (one, other) in enumerate(zip(old, new, strict=True)):
                yield from differing(one, other, (*at, index))
        case _ if text(old) != text(new):
            yield at


def stands_still(old: list[Any], new: list[Any], name: str) -> bool:
    """Whether each item is at the index at which it was, and no other item is like it."""
    keys = [[known(item, name) for item in items] for items in (old, new)]
    return keys[0] == keys[1] and len(set(keys[0])) == len(keys[0])


def known(item: Any, name: str) -> str:  # noqa: ANN401 - any JSON value
    return text([item.get(field) for field in KNOWN_BY[name]]) if name in KNOWN_BY and isinstance(item, dict) else ""


def document(capture: Capture) -> dict[str, Any]:
    return capture.model_dump(mode="json", exclude={"client"})


def mentioned(findings: tuple[Finding, ...]) -> list[Steps]:
    pointers = [pointer for finding in findings for pointer in (finding.pointer, *finding.also)]
    return [steps_of(pointer) or () for pointer in pointers]


def is_covered(place: Steps, value: object, mentions: list[Steps]) -> bool:
    """A leaf is at or below a mention; a container may also have a mention in it."""
    is_container = isinstance(value, dict | list)
    return any(
        place[: len(mention)] == mention or (is_container and mention[: len(place)] == place) for mention in mentions
    )


def value_at(document: Any, place: Steps) -> object:  # noqa: ANN401 - any JSON value
    for step in place:
        if isinstance(document, dict) and step not in document:
            return None
        document = document[step]
    return document


def wavering(capture: Capture) -> list[Steps]:
    match capture.verdict:
        case Unstable(pointers=pointers):
            return [steps_of(pointer) or () for pointer in pointers]
    return []


def meet(place: Steps, other: Steps) -> bool:
    """Whether one of the two is in the other."""
    return place[: len(other)] == other or other[: len(place)] == place


@given(captures())
def test_a_capture_does_not_differ_from_itself(capture: Capture) -> None:
    assert compared(capture, capture) == ()


@given(st.data(), captures())
def test_every_place_at_which_two_captures_differ_is_mentioned(data: st.DataObject, old: Capture) -> None:
    new = data.draw(captures(base=document(old) | {"client": client("codex", "0.172.0")}))
    left_out = [*wavering(old), *wavering(new)]

    mentions = mentioned(compared(old, new))

    silent = [
        place
        for place in differing(document(old), document(new))
        if not is_covered(place, value_at(document(old), place), mentions)
        and not is_covered(place, value_at(document(new), place), mentions)
        and not any(meet(place, steps) for steps in left_out)
    ]
    assert silent == []


@given(st.data(), captures())
def test_a_difference_one_way_is_a_difference_the_other_way(data: st.DataObject, old: Capture) -> None:
    new = data.draw(captures(base=document(old) | {"client": client("codex", "0.172.0")}))

    assert bool(compared(old, new)) == bool(compared(new, old))


@given(st.data(), captures())
def test_a_finding_points_to_what_is_there(data: st.DataObject, old: Capture) -> None:
    new = data.draw(captures(base=document(old) | {"client": client("codex", "0.172.0")}))

    for steps in mentioned(compared(old, new)):
        sides = [side for side in (document(old), document(new)) if has(side, steps)]
        assert sides != [], steps


def has(value: Any, steps: Steps) -> bool:  # noqa: ANN401 - any JSON value
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[str(step)]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return False
    return True


def test_the_version_is_no_difference() -> None:
    old = a_capture(client=client("codex", "0.154.0"))

    assert compared(old, a_capture(client=client("codex", "0.171.0"))) == ()


def test_findings_come_with_the_gravest_first_and_then_by_pointer() -> None:
    old = {"tools": [INLINE], **outcome(exit_code=0), **mcp(methods=[])}
    new = {"tools": [ABSENT], **outcome(exit_code=1, refused_lookups=0), **mcp(methods=["ping"]), "requests": [REQUEST]}

    assert [(each.severity, each.pointer) for each in found(old, new)] == [
        ("breaking", "$.tools[0]"),
        ("notable", "$.mcp.methods[0]"),
        ("notable", "$.outcome.exit_code"),
        ("notable", "$.requests[0]"),
    ]


def test_a_tool_that_is_lost_without_a_word_is_the_gravest_finding() -> None:
    """Case B043: a request that was refused aloud is now sent without the tool."""
    old = {"tools": [INLINE], **outcome(exit_code=1, turn_completed=False)}
    new = {"tools": [ABSENT], **outcome(exit_code=0, turn_completed=True)}

    assert [(each.rule, each.severity) for each in found(old, new)] == [
        ("tool-vanished", "breaking"),
        ("exit-code-changed", "notable"),
        ("turn-now-completed", "notable"),
    ]


def test_what_becomes_of_a_tool_is_one_finding_with_all_its_places() -> None:
    old = {
        "tools": [INLINE],
        "sightings": [
            {**SIGHTING, "token": "tool.name", "pointer": "$.tools[21].name", "place": "tool-name"},
            {**SIGHTING, "token": "tool.description", "pointer": "$.tools[21].description"},
        ],
        "later_shapes": [{"attempt": 2, "tools": [INLINE]}],
    }
    new = {
        "tools": [DEFERRED],
        "sightings": [{**SIGHTING, "token": "tool.name", "pointer": DEFERRED["pointer"]}],
        "later_shapes": [{"attempt": 2, "tools": [DEFERRED]}],
    }

    assert found(old, new) == (
        finding_of(
            "tool-presentation-changed",
            "$.tools[0]",
            "lookup is no longer in a tools array as mcp__shape_probe__lookup: it is deferred behind functions.exec "
            "and announced as mcp__shape_probe",
            before={"presentation": "inline", "shown_as": "mcp__shape_probe__lookup"},
            after={
                "presentation": "deferred",
                "via": "functions.exec",
                "announced": True,
                "shown_as": "mcp__shape_probe",
            },
            also=("$.sightings[0]", "$.sightings[1]", "$.later_shapes[0].tools[0]"),
        ),
    )


def wavers(*pointers: str) -> dict[str, Any]:
    return {"verdict": {"kind": "unstable", "pointers": list(pointers)}}


@pytest.mark.parametrize(
    ("in_old", "in_new"),
    [
        (["$.requests[0].count"], ["$.requests[0].count"]),
        (["$.requests[0]"], ["$.requests[0]"]),
        (["$.requests"], ["$.requests"]),
        (["$"], ["$"]),
    ],
)
def test_what_wavers_in_both_is_no_difference(in_old: list[str], in_new: list[str]) -> None:
    old = {"requests": [REQUEST], **wavers(*in_old)}
    new = {"requests": [{**REQUEST, "count": 7}], **wavers(*in_new)}

    assert found(old, new) == ()


def test_what_wavers_in_one_is_no_difference_and_that_it_does_is_one() -> None:
    old, new = {"requests": [REQUEST]}, {"requests": [{**REQUEST, "count": 7}], **wavers("$.requests[0].count")}

    assert rules_of(old, new) == ["became-unstable"]
    assert rules_of(new, old) == ["became-stable"]


def test_what_is_there_only_where_it_wavers_is_no_difference() -> None:
    new = {"requests": [REQUEST], **wavers("$.requests[0]", "no pointer")}

    assert rules_of({}, new) == ["became-unstable"]
    assert rules_of(new, {}) == ["became-stable"]


def test_other_places_that_waver_are_told_apart() -> None:
    old, new = wavers("$.outcome.exit_code", "$.requests"), wavers("$.requests", "$.tools[0].pointer")

    assert rules_of(old, new) == ["became-unstable", "became-stable"]


def test_an_inconclusive_capture_is_refused() -> None:
    with pytest.raises(ValueError, match="an inconclusive capture shows nothing"):
        compared(a_capture(), a_capture(verdict=INCONCLUSIVE))


@pytest.mark.parametrize(
    "changes",
    [
        {"client": client("claude", "0.171.0")},
        {"scenario": "results"},
        {"conditions": {**a_capture().conditions.model_dump(), "requested": {}}},
    ],
)
def test_captures_of_different_questions_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="the captures answer different questions"):
        compared(a_capture(), a_capture(**changes))
