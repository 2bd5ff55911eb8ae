from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Trigger, finding_of, found, mcp, rules_of
from tests.captures.samples import CALL, DESCRIBED, ENVELOPE, INLINE, REQUEST, SIGHTING

OTHER: Final = {**DESCRIBED, "name": "kept"}

TRIGGERS: Final = [
    Trigger(
        old={"tools": [INLINE, OTHER]},
        new={"tools": [OTHER, INLINE]},
        finding=finding_of(
            "order-changed",
            "$.tools",
            "The tools stand in another order",
            before=["lookup", "kept"],
            after=["kept", "lookup"],
        ),
        near=({"tools": [INLINE]}, {"tools": [OTHER, INLINE]}),
    ),
    Trigger(
        old=mcp(listed_before_model_request=True),
        new=mcp(listed_before_model_request=False),
        finding=finding_of(
            "other-difference",
            "$.mcp.listed_before_model_request",
            "What stands in mcp.listed_before_model_request is another value, and no rule knows what that means",
            before=True,
            after=False,
        ),
        near=(mcp(methods=[]), mcp(methods=["ping"])),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


@pytest.mark.parametrize(
    ("field", "things", "names"),
    [
        ("requests", [REQUEST, {**REQUEST, "path": "/x"}], ["/v1/sessions/<id>/models", "/x"]),
        ("envelopes", [ENVELOPE, {**ENVELOPE, "name": "others"}], ["functions", "others"]),
        ("sightings", [SIGHTING, {**SIGHTING, "token": "tool.name"}], ["alias", "tool.name"]),
        ("calls", [CALL, {**CALL, "route": "direct"}], ["exec-identifier", "direct"]),
        ("later_shapes", [{"attempt": 2, "tools": []}, {"attempt": 3, "tools": [INLINE]}], [2, 3]),
    ],
)
def test_an_order_is_told_with_the_names_of_things(field: str, things: list[dict[str, Any]], names: list[Any]) -> None:
    (finding,) = found({field: things}, {field: things[::-1]})

    assert (finding.pointer, finding.before, finding.after) == (f"$.{field}", names, names[::-1])


def test_a_list_without_words_of_its_own_is_called_by_its_key() -> None:
    names = ["accept", "host"]
    old, new = ({"requests": [{**REQUEST, "header_names": each}]} for each in (names, names[::-1]))

    assert [each.sentence for each in found(old, new)] == ["The entries of header_names stand in another order"]


def test_things_without_a_name_are_told_as_null() -> None:
    tools = [{"type": "custom"}, {"type": "function"}]
    old, new = ({"envelopes": [{**ENVELOPE, "tools": each}]} for each in (tools, tools[::-1]))

    assert [(each.before, each.after) for each in found(old, new)] == [([None, None], [None, None])]
