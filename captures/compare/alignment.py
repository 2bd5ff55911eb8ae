"""Which place in the old capture is the same as which place in the new one.

Things in lists are matched by what they are (`IDENTITIES`), never by their index; what has no identity, such as the
lists of a schema, by index where both lists are of one length. It finds out where two captures differ and gives no
difference a name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from captures.compare.identities import IDENTITIES, Trail, matched_by
from captures.pointers import Step

Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Masks:
    """Places that waver, in the old and in the new capture: what stands at or below them is no difference."""

    old: frozenset[Steps]
    new: frozenset[Steps]

    def hide(self, old_at: Steps | None, new_at: Steps | None) -> bool:
        """Whether one of the two places is at or below one that wavers."""
        return self.are_any and (is_below(old_at, self.old) or is_below(new_at, self.new))

    @property
    def are_any(self) -> bool:
        """Whether anything wavers at all."""
        return bool(self.old or self.new)


@dataclass(frozen=True, kw_only=True)  # no slots: what is asked of a pair again and again is kept in its dictionary
class Pair:
    """One thing in two captures. `old_at` or `new_at` is null where one of them lacks it, and its value is then null.

    `trail` is the keys on the way to it, without indexes and names of things: it says what kind of thing it is.
    The two values must not be changed: what follows from them is found once.
    """

    old: JsonValue = field(repr=False)
    new: JsonValue = field(repr=False)
    old_at: Steps | None
    new_at: Steps | None
    trail: Trail
    masks: Masks = field(repr=False)

    @property
    def is_new(self) -> bool:
        """Whether only the new capture has it."""
        return self.old_at is None

    @property
    def is_gone(self) -> bool:
        """Whether only the old capture has it."""
        return self.new_at is None

    @property
    def is_in_both(self) -> bool:
        """Whether both captures have it."""
        return self.old_at is not None and self.new_at is not None

    @property
    def at(self) -> Steps:
        """Where it stands: in the new capture, or in the old one for what is gone."""
        return self.new_at if self.new_at is not None else self.old_at or ()

    @property
    def either(self) -> JsonValue:
        """What stands there in the new capture, or in the old one for what is gone."""
        return self.old if self.is_gone else self.new

    @property
    def fields(self) -> Mapping[str, Any]:
        """The same where it is an object; empty where it is something else."""
        return self.either if isinstance(self.either, dict) else {}

    def is_same(self) -> bool:
        """Whether there is no difference here or below, order included."""
        return not self._differences and not self._reorderings

    def child(self, key: str) -> "Pair":
        """What stands under `key` of an object; with both values null where neither has it."""
        return self._by_key.get(key) or self._absent(key)

    def children(self) -> tuple["Pair", ...]:
        """What is in it, matched; nothing where the two do not match in kind. What wavers is left out."""
        return self._children

    def differences(self) -> Iterator["Pair"]:
        """The places at or below this one that differ, each as deep as it can be named."""
        return iter(self._differences)

    def reorderings(self) -> Iterator["Pair"]:
        """The lists at or below this one in which the same things stand in another order."""
        return iter(self._reorderings)

    @cached_property
    def _is_equal(self) -> bool:
        return _is_equal(self.old, self.new)

    @cached_property
    def _matched(self) -> Sequence[tuple[Step | None, Step | None]] | None:
        return _matched(self.old, self.new, self.trail) if self.is_in_both else None

    @cached_property
    def _children(self) -> tuple["Pair", ...]:
        pairs = (self._inner(old_step, new_step) for old_step, new_step in self._matched or ())
        return tuple(pair for pair in pairs if not self.masks.hide(pair.old_at, pair.new_at))

    @cached_property
    def _by_key(self) -> Mapping[str, "Pair"]:
        return {step: pair for pair in self._children if isinstance(step := pair.at[-1], str)}

    @cached_property
    def _differences(self) -> tuple["Pair", ...]:
        if self._is_equal and self.is_in_both:
            return ()
        if self._matched is None:
            return (self,)
        return tuple(below for pair in self._children for below in pair.differences())

    @cached_property
    def _reorderings(self) -> tuple["Pair", ...]:
        if self._is_equal:
            return ()
        here = (self,) if self._is_reordered() else ()
        return (*here, *(below for pair in self._children for below in pair.reorderings()))

    def _is_reordered(self) -> bool:
        if self.trail not in IDENTITIES or not isinstance(self.old, list) or not isinstance(self.new, list):
            return False
        # By the strict key alone: the loose ones match things that are not the same.
        matched = matched_by(IDENTITIES[self.trail][:1], self.old, self.new)
        indexes = [matched[index] for index in sorted(matched)]
        return indexes != sorted(indexes)

    def _inner(self, old_step: Step | None, new_step: Step | None) -> "Pair":
        step = new_step if new_step is not None else old_step
        return Pair(
            old=_entry(self.old, old_step),
            new=_entry(self.new, new_step),
            old_at=None if old_step is None or self.old_at is None else (*self.old_at, old_step),
            new_at=None if new_step is None or self.new_at is None else (*self.new_at, new_step),
            trail=(*self.trail, step) if isinstance(step, str) else self.trail,
            masks=self.masks,
        )

    def _absent(self, key: str) -> "Pair":
        at = (*self.at, key)
        return Pair(old=None, new=None, old_at=at, new_at=at, trail=(*self.trail, key), masks=self.masks)


def pair_of(old: JsonValue, new: JsonValue, *, masks: Masks) -> Pair:
    """The roots of two captures."""
    return Pair(old=old, new=new, old_at=(), new_at=(), trail=(), masks=masks)


def is_below(at: Steps | None, places: Iterable[Steps]) -> bool:
    """Whether `at` is one of these places or stands below one of them."""
    return at is not None and any(at[: len(place)] == place for place in places)


def _matched(old: JsonValue, new: JsonValue, trail: Trail) -> Sequence[tuple[Step | None, Step | None]] | None:
    """The steps of the same things: keys in their order, items as they stand in the new list; then what is gone.

    None where nothing in the two can be matched: they are of different kinds, or lists of different lengths without
    identities.
    """
    match (old, new):
        case (dict(), dict()):
            keys = dict.fromkeys((*new, *old))
            return [(key if key in old else None, key if key in new else None) for key in keys]
        case (list(), list()) if trail in IDENTITIES:
            matched = matched_by(IDENTITIES[trail], old, new)
            by_new = {new_index: old_index for old_index, new_index in matched.items()}
            gone = [(index, None) for index in range(len(old)) if index not in matched]
            return [*((by_new.get(index), index) for index in range(len(new))), *gone]
        case (list(), list()) if len(old) == len(new):
            return [(index, index) for index in range(len(old))]
    return None


def _entry(value: JsonValue, step: Step | None) -> JsonValue:
    match (value, step):
        case (dict(), str()):
            return value[step]
        case (list(), int()):
            return value[step]
    return None


def _is_equal(one: JsonValue, other: JsonValue) -> bool:
    """Whether two JSON values are equal: 1 and 1.0 are, 1 and true are not."""
    return one == other and _has_same_truths(one, other)


def _has_same_truths(one: Any, other: Any) -> bool:  # noqa: ANN401 - equal JSON values
    """Whether true and false stand at the same places of two values that are equal to Python, as 1 and True are."""
    if isinstance(one, dict):
        return all(_has_same_truths(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return all(map(_has_same_truths, one, other))
    return isinstance(one, bool) is isinstance(other, bool)
