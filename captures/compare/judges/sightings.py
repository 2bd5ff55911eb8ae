"""Where planted text surfaced, beside what the tools and envelopes account for."""

from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.phrases import listed
from captures.compare.rule import Rule, notable

UNKNOWN: Final = notable(
    "surfaced-in-unknown-place",
    "Planted text surfaced at a place that no rule knows",
    "It may be tomorrow's shape: a way of showing tools that shape-probe cannot read yet. Please report it.",
)
APPEARED: Final = notable(
    "surfaced-in-another-place",
    "Planted text surfaced where it did not before",
    "The client tells of the tool or its server in one more place. What removes or renames tools in requests has to "
    "look there too.",
)
VANISHED: Final = notable(
    "no-longer-surfaces",
    "Planted text no longer surfaces where it did",
    "What finds the tool or its server by that text no longer does.",
)
PLACE: Final = notable(
    "place-changed",
    "The place where planted text surfaces is of another kind",
    "At the same pointer stands another kind of thing, for example a namespace where a tool was.",
)
CARRIER: Final = notable(
    "surfaces-in-another-request",
    "Planted text surfaces in another request",
    "It came in the warm-up and comes in the model request, or the reverse. What reads only one of them misses it.",
)

RULES: Final = (UNKNOWN, APPEARED, VANISHED, PLACE, CARRIER)


def judge_sightings(case: Case) -> Iterator[Found]:
    """Judge what is left open of the sightings, together by rule."""
    groups: dict[str, list[Pair]] = {}
    for sighting in case.captures.child("sightings").children():
        rule = _rule_of(case, sighting)
        if rule is not None:
            groups.setdefault(rule.id, []).append(sighting)
    for rule in RULES:
        if rule.id in groups:
            yield _found(rule, groups[rule.id])


def _rule_of(case: Case, sighting: Pair) -> Rule | None:
    if not list(case.open_differences(sighting)):
        return None
    if sighting.is_gone:
        return VANISHED
    place = sighting.child("place")
    if (
        isinstance(sighting.new, dict)
        and sighting.new["place"] == "unknown"
        and not (sighting.is_in_both and place.is_same())
    ):
        return UNKNOWN
    if sighting.is_new:
        return APPEARED
    if not place.is_same():
        return PLACE
    return None if sighting.child("role").is_same() else CARRIER


def _found(rule: Rule, sightings: list[Pair]) -> Found:
    return Found(
        rule=rule,
        places=tuple(sightings),
        before=[_place_of(each.old) for each in sightings if not each.is_new] or None,
        after=[_place_of(each.new) for each in sightings if not each.is_gone] or None,
        sentence=f"{_SENTENCES[rule.id]}: {_words(sightings)}",
    )


_SENTENCES: Final = {
    UNKNOWN.id: "Planted text surfaces at a place that no rule knows",
    APPEARED.id: "Planted text surfaces where it did not before",
    VANISHED.id: "Planted text no longer surfaces where it did",
    PLACE.id: "The place where planted text surfaces is of another kind",
    CARRIER.id: "Planted text comes in another request than before",
}


def _words(sightings: list[Pair]) -> str:
    """The tokens, each group with its kind of place: `alias and tool.name (message of the warm-up request)`."""
    tokens: dict[str, list[str]] = {}
    for sighting in sightings:
        kind = f"{sighting.fields['place']} of the {sighting.fields['role']} request"
        tokens.setdefault(kind, []).append(sighting.fields["token"])
    return ", ".join(f"{listed(some)} ({kind})" for kind, some in tokens.items())


def _place_of(sighting: JsonValue) -> JsonValue:
    return sighting["place"] if isinstance(sighting, dict) else None
