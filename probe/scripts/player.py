"""Plays a script: the one thing of a run that remembers which turns have been used. Does no I/O and knows no dialect.

A client that sends the same request again has sent another request: it gets the next turn that fits, or none.
"""

from dataclasses import dataclass, field

from captures.words import JsonValue
from probe.scripts.script import Script, Turn, When
from sanitize.pointers import strings


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFacts:
    """What conditions are about. `answered` are the ids of the calls whose output the request holds."""

    header_names: tuple[str, ...]
    answered: frozenset[str]
    body: JsonValue = field(repr=False)


class Player:
    """Gives each model request its turn, and counts."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._played: set[str] = set()
        self._unscripted = 0

    def turn_for(self, facts: RequestFacts) -> Turn | None:
        """The turn that answers a request, which is used up by it unless it repeats. None: no turn is left for it."""
        for turn in self._script.turns:
            if (turn.repeats or turn.name not in self._played) and is_met(turn.when, facts):
                self._played.add(turn.name)
                return turn
        self._unscripted += 1
        return None

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of the turns that have answered nothing so far."""
        return tuple(turn.name for turn in self._script.turns if turn.name not in self._played)

    @property
    def unscripted(self) -> int:
        """How many requests no turn was left for."""
        return self._unscripted


def is_met(when: When, facts: RequestFacts) -> bool:
    """Say whether a request is one that `when` asks for."""
    names = {name.lower() for name in facts.header_names}
    return (
        (when.header is None or when.header.lower() in names)
        and (when.no_header is None or when.no_header.lower() not in names)
        and (when.answers is None or when.answers in facts.answered)
        and (when.has_text is None or any(when.has_text in found.text for found in strings(facts.body)))
    )
