from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import ENVELOPE, INLINE, SIGHTING


def tool(pointer: str, **changes: Any) -> Changes:  # noqa: ANN401 - any field of a tool
    return {"tools": [{**INLINE, "pointer": pointer, **changes}]}


TRIGGERS: Final = [
    Trigger(
        old=tool("$.tools[21]"),
        new=tool("$.input[0].tools[21]"),
        finding=finding_of(
            "definition-moved",
            "$.tools[0].pointer",
            "lookup stands on another path in the request",
            before="$.tools[21]",
            after="$.input[0].tools[21]",
        ),
        near=(tool("$.tools[21]"), tool("$.tools[20]")),
    ),
    Trigger(
        old={"sightings": [SIGHTING]},
        new={"sightings": [{**SIGHTING, "pointer": "$.instructions"}]},
        finding=finding_of(
            "pointer-moved",
            "$.sightings[0].pointer",
            "A sighting of alias stands on another path in the request",
            before="$.input[1].content[0].text",
            after="$.instructions",
        ),
        near=({"sightings": [SIGHTING]}, {"sightings": [{**SIGHTING, "pointer": "$.input[3].content[1].text"}]}),
    ),
    Trigger(
        old=tool("$.tools[21]"),
        new=tool("$.tools[20]"),
        finding=finding_of(
            "index-moved",
            "$.tools[0].pointer",
            "lookup stands at another index in the request",
            before="$.tools[21]",
            after="$.tools[20]",
        ),
        near=(tool("$.tools[21]"), tool("$.input[0].tools[21]")),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


NAME: Final = {**SIGHTING, "token": "tool.name", "place": "tool-name"}


def test_sightings_move_along_with_what_they_are_in() -> None:
    old = {**tool("$.tools[21]"), "sightings": [{**NAME, "pointer": "$.tools[21].name"}]}
    new = {**tool("$.tools[20]"), "sightings": [{**NAME, "pointer": "$.tools[20].name"}]}

    assert [(each.rule, each.also) for each in found(old, new)] == [("index-moved", ("$.sightings[0].pointer",))]


def test_all_that_moves_by_index_is_one_finding() -> None:
    old, new = ({**tool(f"$.tools[{at}]"), "envelopes": [{**ENVELOPE, "pointer": f"$.tools[{at}]"}]} for at in (2, 3))

    assert [each.sentence for each in found(old, new)] == [
        "lookup and the namespace functions stand at other indexes in the request"
    ]


def two(first: int, second: int) -> Changes:
    """Two tools at these indexes."""
    return {
        "tools": [{**INLINE, "name": name, "pointer": f"$.tools[{at}]"} for name, at in (("a", first), ("b", second))]
    }


@pytest.mark.parametrize(
    ("new", "rule", "sentence"),
    [
        (two(4, 3), "order-changed", "a and b stand in another order in the request"),
        (two(5, 4), "order-changed", "a stands in another order in the request"),
        (two(4, 5), "index-moved", "a and b stand at other indexes in the request"),
    ],
)
def test_tools_that_change_places_are_an_order_that_changed(new: Changes, rule: str, sentence: str) -> None:
    """Case B040: clients order tools and servers by chance, so that it is a fact of its own and never fails."""
    assert [(each.rule, each.severity, each.sentence) for each in found(two(3, 4), new)] == [
        (rule, "cosmetic", sentence)
    ]


def test_tools_on_different_paths_have_no_order() -> None:
    old, new = two(3, 4), two(5, 4)
    old["tools"][1]["pointer"] = new["tools"][1]["pointer"] = "$.input[0].tools[4]"

    assert rules_of(old, new) == ["index-moved"]


def test_a_tool_that_left_the_path_is_no_neighbour() -> None:
    old, new = two(3, 4), two(5, 4)
    new["tools"][1]["pointer"] = "no pointer"

    assert rules_of(old, new) == ["definition-moved", "index-moved"]


def test_where_the_loaded_definition_of_a_sub_agent_stands_is_told() -> None:
    loaded = {**INLINE, "presentation": "deferred", "via": "exec", "announced": True}
    fields = {key: value for key, value in loaded.items() if key not in {"definition", "changes"}}
    sides = [
        {**fields, "loaded": {"attempt": 2, "pointer": pointer, "definition": {}, "changes": []}}
        for pointer in ("$.input[0].output", "$.tools[0]")
    ]
    lists = dict.fromkeys(
        ("header_names_of_child", "header_names_of_parent", "body_keys_of_child", "body_keys_of_parent"), ()
    )
    old, new = ({"subagent": {**lists, "tools": [side]}} for side in sides)

    assert [each.sentence for each in found(old, new)] == [
        "For a sub-agent: the loaded definition of lookup stands on another path in the request"
    ]


def test_answers_to_calls_move_together() -> None:
    text = {"pointer": "$.input[0].output", "length": 3, "planted": []}
    blocks = [{"type": "string", "keys": [], "texts": [text]}]
    moved = [{"type": "string", "keys": [], "texts": [{**text, "pointer": "$.input[7].output"}]}]
    answer = {"attempt": 2, "pointer": "$.input[0]", "type": "output", "is_error": None, "blocks": blocks}
    call = {
        "route": "direct",
        "kind": "tool_use",
        "shown_as": "lookup",
        "namespace": None,
        "reached_server": False,
        "arguments": None,
    }
    old = {"calls": [{**call, "answer": answer}]}
    new = {"calls": [{**call, "answer": {**answer, "pointer": "$.input[7]", "blocks": moved}}]}

    assert [(each.rule, each.sentence) for each in found(old, new)] == [
        ("index-moved", "The answers to calls stand at other indexes in the request")
    ]
