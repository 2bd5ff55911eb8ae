"""Finds where the client names a planted tool, or its server, in what the model reads.

A name in a note is no proof that a tool is deferred (it stands there in some modes that show the tool in full): only
who knows that a tool is deferred asks here. Strings of unknown places are no announcements; they are sightings. Nor are
echoes of what the model said and got: what stands in them the model asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from captures.model import CarrierRole, Place
from sanitize.echoes import echoes_of, is_echo
from sanitize.parts import Part
from sanitize.places import ToolEntry, enclosing
from sanitize.planted import Planted
from sanitize.pointers import FoundString, Steps
from sanitize.texts import Alias, Run

_PLACES: Final[Mapping[Place, int]] = {
    "message": 0,
    "tool-description": 1,
    "namespace": 2,
    "tool-schema": 3,
    "tool-name": 4,
}
"""Where a model reads names, the likeliest place of a list first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """The name `text` in the string at `steps`."""

    text: str
    role: CarrierRole
    steps: Steps


def announcement_of(
    index: int, parts: Sequence[Part], owned: Sequence[Sequence[ToolEntry]], *, planted: Planted
) -> Announcement | None:
    """Where the planted tool number `index` is named: best with its own name, else the server's; None when nowhere.

    `owned` are, for each part, the entries that define planted tools: a tool is not announced by the name of another.
    """
    names = [name if isinstance(name := tool.get("name"), str) else "" for tool in planted.tools]
    best = min(
        (
            (0 if run.holds(names[index]) else 1, _PLACES[place], number, len(run.text), announcement)
            for number, (run, place, announcement) in enumerate(_named(parts, owned, alias=Alias(planted.alias)))
            if namesake(run, names) in {index, None}
        ),
        key=lambda ranked: ranked[:4],
        default=None,
    )
    return None if best is None else best[4]


def namesake(run: Run, names: Sequence[str]) -> int | None:
    """Which of the tools called `names` the run names: the longest name that it holds; None for the server alone."""
    held = [index for index, name in enumerate(names) if run.holds(name)]
    return max(held, key=lambda index: len(names[index]), default=None)


def _named(
    parts: Sequence[Part], owned: Sequence[Sequence[ToolEntry]], *, alias: Alias
) -> Iterator[tuple[Run, Place, Announcement]]:
    for part, entries in zip(parts, owned, strict=True):
        definitions = {entry.steps: entry for entry in entries}
        for found, place in _shown(part, alias):
            if place in _PLACES and enclosing(found.steps, definitions) is None:
                for run in alias.runs(found.text):
                    yield run, place, Announcement(text=run.text, role=part.role, steps=found.steps)


def _shown(part: Part, alias: Alias) -> Iterator[tuple[FoundString, Place]]:
    echoes = echoes_of(part.body)
    return part.strings(lambda found: not is_echo(found.steps, echoes) and alias.is_in(found.text))
