"""In which order things stand in the lists of a capture, and what no other judge knows: it comes last.

So nothing that differs is silent, a field of a later release included.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import JsonValue

from captures.compare.found import Case, Found
from captures.compare.identities import Trail
from captures.compare.rule import cosmetic, notable

REORDERED: Final = cosmetic(
    "order-changed",
    "The same things stand in another order",
    "Clients order servers and tools by their own needs, and some by chance: it can change between two runs of one "
    "version. No program should depend on it.",
)
OTHER: Final = notable(
    "other-difference",
    "Something differs that no rule knows",
    "It may be a field that this release of shape-probe cannot judge. Please report it: it wants a rule of its own.",
)

RULES: Final = (REORDERED, OTHER)


def judge_orders(case: Case) -> Iterator[Found]:
    """Judge the lists whose items are the same and stand in another order."""
    for pair in case.captures.reorderings():
        if case.is_open_order(pair):
            yield Found(
                rule=REORDERED,
                orders=(pair,),
                before=_names(pair.old),
                after=_names(pair.new),
                sentence=f"{_WORDS.get(pair.trail, f'The entries of {pair.trail[-1]}')} stand in another order",
            )


_WORDS: Final[Mapping[Trail, str]] = {
    ("tools",): "The tools",
    ("mcp", "methods"): "The methods that the client says to the MCP server",
    ("requests",): "The requests",
    ("envelopes",): "The envelopes",
    ("envelopes", "tools"): "The tools in an envelope",
    ("sightings",): "The sightings",
    ("later_shapes",): "The later shapes",
    ("calls",): "The calls",
}


def _names(things: JsonValue) -> JsonValue:
    """What the things of a list are called, as far as they are called anything."""
    return [_name(thing) for thing in things] if isinstance(things, list) else None


_NAMES: Final = ("name", "token", "route", "path", "attempt")


def _name(thing: JsonValue) -> JsonValue:
    if isinstance(thing, dict):
        return next((thing[key] for key in _NAMES if key in thing), None)
    return thing


def judge_others(case: Case) -> Iterator[Found]:
    """Judge whatever is still open."""
    for pair in case.open_differences(case.captures):
        yield Found(
            rule=OTHER,
            places=(pair,),
            before=pair.old,
            after=pair.new,
            sentence=f"What stands in {'.'.join(pair.trail)} is another value, and no rule knows what that means",
        )
