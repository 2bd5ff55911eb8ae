"""Two captures of one question -> every difference between them as a finding.

Each place at which they differ is named by a finding, or is below one that is. It will not compare captures of two
questions, nor one that is inconclusive: it shows nothing, so that nothing can differ from it.
"""

from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue

from captures.compare.alignment import Masks, Steps, pair_of
from captures.compare.findings import Finding, Severity
from captures.compare.found import Case, Found, joined
from captures.compare.judges.table import JUDGES
from captures.model import Capture, Unstable
from captures.pointers import steps_of

_GRAVITY: Final[tuple[Severity, ...]] = ("breaking", "notable", "cosmetic")


def compared(old: Capture, new: Capture) -> tuple[Finding, ...]:
    """The findings at their default severities: the gravest first, then by pointer.

    The client's version is no difference, and neither is what stands where one of the two says that it wavers.

    Raises:
        ValueError: The captures answer different questions, or one is inconclusive; `captures.compare.pairing` pairs
            none of these.
    """
    _check(old, new)
    captures = pair_of(_document(old), _document(new), masks=Masks(old=_masked(old), new=_masked(new)))
    found: list[Found] = []
    for judge in JUDGES:
        found += judge(Case(captures=captures, found=tuple(found)))
    return tuple(sorted((each.finding() for each in joined(found)), key=_order))


def _check(old: Capture, new: Capture) -> None:
    if _question(old) != _question(new):
        msg = "the captures answer different questions: give two of one client, scenario and requested conditions"
        raise ValueError(msg)
    if "inconclusive" in {old.verdict.kind, new.verdict.kind}:
        msg = "an inconclusive capture shows nothing: give two that show something"
        raise ValueError(msg)


def _question(capture: Capture) -> tuple[str, str, dict[str, str]]:
    return capture.client.name, capture.scenario, capture.conditions.requested


def _document(capture: Capture) -> JsonValue:
    document: JsonValue = capture.model_dump(mode="json", exclude={"client"})
    return document


def _masked(capture: Capture) -> frozenset[Steps]:
    """The places that waver. The verdict itself is not left out: it says that they do."""
    if not isinstance(capture.verdict, Unstable):
        return frozenset()
    return frozenset(_places(capture.verdict))


def _places(verdict: Unstable) -> Iterator[Steps]:
    for pointer in verdict.pointers:
        steps = steps_of(pointer)
        if steps == ():
            yield from ((field,) for field in Capture.model_fields if field != "verdict")
        elif steps is not None and steps[0] != "verdict":
            yield steps


def _order(finding: Finding) -> tuple[int, str, str, str]:
    return _GRAVITY.index(finding.severity), finding.pointer, finding.rule, finding.sentence
