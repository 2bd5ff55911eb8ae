from typing import Any

import pytest

from captures.compare.alignment import Masks, Steps, pair_of
from captures.compare.surfaced import sightings_inside
from tests.captures.samples import SIGHTING


def inside(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[tuple[Steps | None, Steps | None, bool]]:
    """Of the sightings in a tool that moved from `$.tools[1]` to `$.tools[2]`."""
    sides: tuple[dict[str, Any], ...] = ({"pointer": "$.tools[1]"}, {"pointer": "$.tools[2]"})
    captures = pair_of(
        {"sightings": list(old), "tool": sides[0]},
        {"sightings": list(new), "tool": sides[1]},
        masks=Masks(old=frozenset(), new=frozenset()),
    )
    found = sightings_inside(captures, captures.child("tool"))
    return [(each.old_at, each.new_at, each.moves_along) for each in found]


def sighting(pointer: str, **changes: str) -> dict[str, Any]:
    return {**SIGHTING, "pointer": pointer, **changes}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ([sighting("$.tools[1].name")], [sighting("$.tools[2].name")], [(("name",), ("name",), True)]),
        ([sighting("$.tools[1].name")], [], [(("name",), None, False)]),
        ([], [sighting("$.tools[2].name", role="warm-up")], [(None, ("name",), False)]),
        ([sighting("$.tools[1].name")], [sighting("$.tools[2].text")], [(("name",), ("text",), False)]),
        ([], [sighting("$.tools[1].name")], []),
        ([sighting("no pointer")], [], []),
        ([sighting("$.tools[1].name")], [sighting("$.tools[1].name")], []),
    ],
)
def test_a_sighting_is_in_a_thing_where_its_pointer_is(
    old: list[dict[str, Any]], new: list[dict[str, Any]], expected: list[tuple[Steps | None, Steps | None, bool]]
) -> None:
    assert inside(old, new) == expected
