"""Sightings that stand in a thing, such as a tool entry: they come, go and move with it.

A warm-up has the same things at the same places as the model request, so that its sightings follow as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from captures.compare.alignment import Pair, Steps
from captures.pointers import steps_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """A sighting that differs and stands in a thing; where in it, before and now, and null where it is not in it."""

    sighting: Pair
    old_at: Steps | None
    new_at: Steps | None

    @property
    def moves_along(self) -> bool:
        """Whether it stands at the same place of the thing as before."""
        return self.old_at is not None and self.old_at == self.new_at


def sightings_inside(captures: Pair, thing: Pair) -> tuple[Inside, ...]:
    """The sightings that differ and stand in `thing`, a tool or an envelope: before in the old, now in the new one."""
    return tuple(_inside(captures, thing))


def _inside(captures: Pair, thing: Pair) -> Iterator[Inside]:
    for sighting in captures.child("sightings").children():
        if not sighting.is_same():
            old_at, new_at = _at(sighting.old, thing.old), _at(sighting.new, thing.new)
            if old_at is not None or new_at is not None:
                yield Inside(sighting=sighting, old_at=old_at, new_at=new_at)


def _at(sighting: JsonValue, thing: JsonValue) -> Steps | None:
    match (sighting, thing):
        case ({"pointer": str() as pointer}, {"pointer": str() as thing_pointer}):
            steps, thing_steps = steps_of(pointer), steps_of(thing_pointer)
            if steps is not None and thing_steps is not None and steps[: len(thing_steps)] == thing_steps:
                return steps[len(thing_steps) :]
    return None
