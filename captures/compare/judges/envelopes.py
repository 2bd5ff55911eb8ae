"""The containers that clients wrap tools in, and what else is in them."""

from collections.abc import Iterator, Sequence
from typing import Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.phrases import counted, listed
from captures.compare.rule import notable
from captures.compare.surfaced import Inside, sightings_inside

APPEARED: Final = notable(
    "envelope-appeared",
    "The tool, or the way to it, is in an envelope that was not there",
    "What reads the tools array flat finds a container with tools inside. A gateway has to look into it.",
)
VANISHED: Final = notable(
    "envelope-vanished",
    "An envelope is gone",
    "What looks for the tool, or for the way to it, inside that container finds no such container.",
)
CHILD_ADDED: Final = notable(
    "envelope-child-added",
    "An envelope has another tool in it",
    "The client offers another tool of its own beside the way to the planted one. A gateway that allows tools by name "
    "meets a new one.",
)
CHILD_REMOVED: Final = notable(
    "envelope-child-removed",
    "An envelope lacks a tool that was in it",
    "The client no longer offers that tool of its own. What depends on it, such as a rule in a gateway, is idle.",
)
CHILD_RETYPED: Final = notable(
    "envelope-child-retyped",
    "A tool in an envelope is of another type",
    "The type says how the tool is called: with JSON arguments or with free text. What reads its calls has to follow.",
)
CHILD_CHANGED: Final = notable(
    "envelope-child-changed",
    "A tool in an envelope has other keys or other kinds of values",
    "A gateway that checks tool entries against a closed list of keys may refuse it.",
)
CARRIER: Final = notable(
    "envelope-carrier-changed",
    "An envelope comes in another request",
    "Some clients send envelopes in a warm-up ahead of the turn. What reads only one of the two requests misses it.",
)
RENAMED: Final = notable(
    "envelope-renamed",
    "An envelope with the same tools in it has another name",
    "What looks for the container by its name no longer finds it.",
)

RULES: Final = (APPEARED, VANISHED, CHILD_ADDED, CHILD_REMOVED, CHILD_RETYPED, CHILD_CHANGED, CARRIER, RENAMED)


def judge_envelopes(case: Case) -> Iterator[Found]:
    """Judge the envelopes and their children, where the tools do not account for them."""
    for envelope in case.captures.child("envelopes").children():
        inside = sightings_inside(case.captures, envelope)
        name = f"{envelope.fields['type']} {envelope.fields['name']}"
        if envelope.is_in_both:
            yield from _name(envelope, name, case)
            yield from _carrier(envelope, inside, name)
            yield from _children(envelope.child("tools").children(), name)
        elif case.is_open(envelope):
            yield _presence(envelope, inside, f"{name} with {counted(len(envelope.fields['tools']), 'tool')} in it")


def _presence(envelope: Pair, inside: Sequence[Inside], name: str) -> Found:
    rule, words = (APPEARED, "is new") if envelope.is_new else (VANISHED, "is gone")
    return Found(
        rule=rule,
        places=(envelope, *(each.sighting for each in inside)),
        before=name if envelope.is_gone else None,
        after=name if envelope.is_new else None,
        sentence=f"The {name} {words}",
    )


def _name(envelope: Pair, name: str, case: Case) -> Iterator[Found]:
    pair = envelope.child("name")
    if not pair.is_same() and case.is_open(pair):
        sentence = f"The {name} was called {pair.old}, with the same tools in it"
        yield Found(rule=RENAMED, places=(pair,), before=pair.old, after=pair.new, sentence=sentence)


def _carrier(envelope: Pair, inside: Sequence[Inside], name: str) -> Iterator[Found]:
    role = envelope.child("role")
    if not role.is_same():
        yield Found(
            rule=CARRIER,
            places=(role, *(each.sighting for each in inside if each.moves_along)),
            before=role.old,
            after=role.new,
            sentence=f"The {name} comes in the {role.new} request, no longer in the {role.old} request",
        )


def _children(children: tuple[Pair, ...], name: str) -> Iterator[Found]:
    added = [child for child in children if child.is_new]
    if added:
        names = [_name_of(child) for child in added]
        sentence = f"The {name} now has {listed(names)} in it"
        yield Found(rule=CHILD_ADDED, places=tuple(added), before=None, after=list(names), sentence=sentence)
    removed = [child for child in children if child.is_gone]
    if removed:
        names = [_name_of(child) for child in removed]
        sentence = f"The {name} no longer has {listed(names)} in it"
        yield Found(rule=CHILD_REMOVED, places=tuple(removed), before=list(names), after=None, sentence=sentence)
    for child in children:
        if child.is_in_both:
            yield from _child(child, name)


def _child(child: Pair, name: str) -> Iterator[Found]:
    kind = child.child("type")
    if not kind.is_same():
        sentence = f"{_name_of(child)} in the {name} is of the type {kind.new}, no longer {kind.old}"
        yield Found(rule=CHILD_RETYPED, places=(kind,), before=kind.old, after=kind.new, sentence=sentence)
    others = [pair for pair in child.children() if pair.at[-1] != "type" and not pair.is_same()]
    if others:
        keys = [str(pair.at[-1]) for pair in others]
        yield Found(
            rule=CHILD_CHANGED,
            places=tuple(others),
            before=[str(pair.at[-1]) for pair in others if not pair.is_new],
            after=[str(pair.at[-1]) for pair in others if not pair.is_gone],
            sentence=f"{_name_of(child)} in the {name} differs in {listed(keys)}",
        )


def _name_of(child: Pair) -> str:
    """Its name, or its type where it has none."""
    return str(child.fields.get("name", f"a tool of the type {child.fields.get('type')}"))
