"""What a judge finds: a rule, the places that it is about, and the sentence. It becomes a `Finding` in comparing."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from captures.compare.alignment import Pair, Steps, is_below
from captures.compare.findings import Finding
from captures.compare.phrases import within
from captures.compare.rule import Rule
from captures.pointers import pointer_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One difference with its consequences. `places` are all that it accounts for, the one to show first.

    `orders` are lists of which it accounts for the order alone. `where` says in which part of the run it holds: empty
    for the first model request and for the run as a whole.
    """

    rule: Rule
    places: tuple[Pair, ...] = ()
    orders: tuple[Pair, ...] = ()
    before: JsonValue
    after: JsonValue
    sentence: str
    where: str = ""

    def accounts_for(self, pair: Pair) -> bool:
        """Whether `pair` is one of the places or is below one."""
        if pair.is_gone:
            return is_below(pair.old_at, (place.old_at for place in self.places if place.old_at is not None))
        return is_below(pair.new_at, (place.new_at for place in self.places if place.new_at is not None))

    def finding(self) -> Finding:
        """The same for readers, at the default severity."""
        told: list[Steps] = []
        for place in (*self.places, *self.orders):
            if not is_below(place.at, told):
                told.append(place.at)
        first, *others = (pointer_of(at) for at in told)
        return Finding(
            rule=self.rule.id,
            severity=self.rule.severity,
            pointer=first,
            also=tuple(others),
            before=self.before,
            after=self.after,
            sentence=within(self.where, self.sentence),
        )


def joined(found: Iterable[Found]) -> tuple[Found, ...]:
    """The same with what is said alike once: what holds for a sub-agent too is said of the first request alone."""
    alike: dict[tuple[str, str, str], list[Found]] = {}
    for each in found:
        values = json.dumps([each.before, each.after], sort_keys=True)
        alike.setdefault((each.rule.id, each.sentence, values), []).append(each)
    return tuple(map(_one, alike.values()))


def _one(alike: Sequence[Found]) -> Found:
    ordered = sorted(alike, key=lambda each: each.where != "")
    return replace(
        ordered[0],
        places=tuple(place for each in ordered for place in each.places),
        orders=tuple(order for each in ordered for order in each.orders),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What a judge is given: the two captures, and what the judges before it have found."""

    captures: Pair
    found: Sequence[Found]

    def is_open(self, pair: Pair) -> bool:
        """Whether nothing that was found accounts for `pair`."""
        return not any(each.accounts_for(pair) for each in self.found)

    def open_differences(self, pair: Pair) -> Iterator[Pair]:
        """The differences at or below `pair` that nothing accounts for."""
        return filter(self.is_open, pair.differences())

    def is_open_order(self, pair: Pair) -> bool:
        """Whether nothing that was found accounts for the order of a list."""
        return self.is_open(pair) and not any(pair in each.orders for each in self.found)


Judge = Callable[[Case], Iterable[Found]]
"""Finds the differences of one part of a capture."""
