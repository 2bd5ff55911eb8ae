"""The data that the report page carries for its side-by-side view, as text that is safe inside a script element.

What many captures have alike is there once: each part of a capture is a number in a pool of parts. The findings come
from comparing; the page shows them and makes none.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, Final

from pydantic import JsonValue

from captures.compare.history import Compare, Strand
from captures.model import Capture
from captures.report.matching import keys_of

MAX_STATES: Final = 30
"""Of a question: with more different captures than this, its findings are there for neighbouring versions alone.

All pairs of 30 make 435 comparisons. Of two versions that are further apart the page tells the findings step by step.
"""


class _Pool:
    """Values, each once; a value is known by its number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number_of(self, value: JsonValue) -> int:
        return self.numbers.setdefault(json.dumps(value), len(self.numbers))

    def values(self) -> list[Any]:
        return [json.loads(text) for text in self.numbers]


@dataclass(frozen=True, slots=True)
class _Pools:
    """What all strands share. A part is a field of a capture and its value."""

    parts: _Pool = field(default_factory=_Pool)
    findings: _Pool = field(default_factory=_Pool)


def data_of(strands: Sequence[Strand], *, compare: Compare) -> dict[str, JsonValue]:
    """The data as a JSON value.

    `strands` has, for each question, its versions with the number of their state, oldest first; its states, each part
    of a capture as a number in `parts`; and `pairs`, which has for two states (`0-1`) numbers in `findings`.
    `keys` has, for each part, what `captures.report.matching` says of it.
    """
    pools = _Pools()
    values: list[JsonValue] = [_strand(strand, pools, compare=compare) for strand in strands]
    parts = pools.parts.values()
    keys: list[Any] = list(keys_of(parts))
    return {
        "strands": values,
        "parts": [value for _name, value in parts],
        "keys": keys,
        "findings": pools.findings.values(),
    }


def script_text(data: JsonValue) -> str:
    """`data` as JSON in ASCII with no `<`, `>` and `&`: nothing in it ends a script element or begins a comment."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _strand(strand: Strand, pools: _Pools, *, compare: Compare) -> JsonValue:
    states: dict[tuple[tuple[str, int], ...], int] = {}
    captures: list[JsonValue] = []
    answered: list[tuple[int, Capture]] = []
    for capture in strand.captures:
        value = capture.model_dump(mode="json", exclude={"client", "scenario"})
        key = tuple((name, pools.parts.number_of([name, part])) for name, part in value.items())
        state = states.setdefault(key, len(states))
        captures.append([capture.client.version, state])
        if capture.verdict.kind != "inconclusive":
            answered.append((state, capture))
    pairs: dict[str, JsonValue] = {}
    for (old_state, old), (new_state, new) in _compared_pairs(answered):
        name = f"{old_state}-{new_state}"
        if old_state != new_state and name not in pairs:
            pairs[name] = [pools.findings.number_of(each.model_dump()) for each in compare(old, new)]
    return {
        "client": strand.question.client,
        "scenario": strand.question.scenario,
        "requested": dict(sorted(strand.question.requested.items())),
        "captures": captures,
        "states": [dict(key) for key in states],
        "pairs": pairs,
    }


def _compared_pairs(
    answered: Sequence[tuple[int, Capture]],
) -> Sequence[tuple[tuple[int, Capture], tuple[int, Capture]]]:
    if len({state for state, _capture in answered}) > MAX_STATES:
        return list(pairwise(answered))
    return list(combinations(answered, 2))
