"""What the descriptions of clients' tools say, as far as traits tell."""

from collections.abc import Iterator
from typing import Final

from captures.compare.found import Case, Found
from captures.compare.phrases import listed
from captures.compare.rule import notable

CHANGED: Final = notable(
    "trait-changed",
    "A vendor's text says something that it did not say, or the other way round",
    "The model is told other things about the tools, for example whether names of deferred tools may be left out.",
)
APPEARED: Final = notable(
    "trait-appeared",
    "A tool with traits is there",
    "The client has the tool whose description the trait is about, such as `exec`, which runs programs that call the "
    "other tools.",
)
VANISHED: Final = notable(
    "trait-vanished",
    "A tool with traits is gone",
    "The client no longer has the tool whose description the trait is about.",
)

RULES: Final = (CHANGED, APPEARED, VANISHED)


def judge_traits(case: Case) -> Iterator[Found]:
    """Judge the traits: each kind of change once."""
    pairs = [pair for pair in case.captures.child("traits").children() if not pair.is_same()]
    for rule, (one, many), some in (
        (CHANGED, ("is now true", "are now true"), [pair for pair in pairs if pair.is_in_both and pair.new is True]),
        (CHANGED, ("is now false", "are now false"), [pair for pair in pairs if pair.is_in_both and pair.new is False]),
        (APPEARED, ("now applies", "now apply"), [pair for pair in pairs if pair.is_new]),
        (VANISHED, ("no longer applies", "no longer apply"), [pair for pair in pairs if pair.is_gone]),
    ):
        if some:
            names = [str(pair.at[-1]) for pair in some]
            subject, words = ("trait", one) if len(some) == 1 else ("traits", many)
            yield Found(
                rule=rule,
                places=tuple(some),
                before=None if rule == APPEARED else {name: pair.old for name, pair in zip(names, some, strict=True)},
                after=None if rule == VANISHED else {name: pair.new for name, pair in zip(names, some, strict=True)},
                sentence=f"The {subject} {listed(names)} {words}",
            )
