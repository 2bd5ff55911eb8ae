"""Made-up versions for the tests of a bisect: what each shows of the tool, and somebody to ask."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from captures.model import Capture
from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Failed
from tests.captures.samples import ABSENT, DEFERRED, INCONCLUSIVE, NAMESPACED, UNSTABLE
from tests.probe.campaigns.made_up import SHOWN, capture_for, cell, failed

SHOWS: Final[dict[str, dict[str, Any]]] = {
    "inline": {"tools": [SHOWN]},
    "renamed": {"tools": [{**SHOWN, "shown_as": "lookup"}]},
    "namespaced": {"tools": [{**NAMESPACED, "definition": {"type": "function", "name": "lookup"}}]},
    "deferred": {"tools": [DEFERRED]},
    "absent": {"tools": [ABSENT]},
    "trait": {"tools": [SHOWN], "traits": {}},
    "unstable": {"tools": [SHOWN], "verdict": UNSTABLE},
    "inconclusive": {"tools": [], "verdict": INCONCLUSIVE},
}
"""What a version shows, by a word."""


def cells(count: int) -> tuple[Cell, ...]:
    """Versions 0.0.0, 0.1.0 and so on."""
    return tuple(cell(version=f"0.{number}.0") for number in range(count))


def result_of(asked: Cell, word: str) -> Capture | Failed:
    """What comes of a version: a word of `SHOWS`, or else the sentence of a failure."""
    return capture_for(asked, **SHOWS[word]) if word in SHOWS else failed(asked, word)


class Asked:
    """Answers as it is told, and remembers the numbers of the cells in each call."""

    def __init__(self, *words: str) -> None:
        self.cells = cells(len(words))
        self.results = {each: result_of(each, word) for each, word in zip(self.cells, words, strict=True)}
        self.calls: list[list[int]] = []

    async def __call__(self, asked: Sequence[Cell]) -> Mapping[Cell, Capture | Failed]:
        self.calls.append([self.cells.index(each) for each in asked])
        return {each: self.results[each] for each in asked}

    def captures(self, *numbers: int) -> dict[Cell, Capture]:
        """What these would answer, as captures that are there already."""
        found = {self.cells[number]: self.results[self.cells[number]] for number in numbers}
        return {each: result for each, result in found.items() if isinstance(result, Capture)}
