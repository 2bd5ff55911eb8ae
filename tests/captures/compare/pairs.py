"""Pairs of made-up captures for the tests of comparing: what triggers a rule, and what nearly does."""

from dataclasses import dataclass
from typing import Any, Final

from pydantic import JsonValue

from captures.compare.comparing import compared
from captures.compare.findings import Finding
from captures.compare.rules import RULES
from captures.model import Capture
from tests.captures.samples import small_capture

Changes = dict[str, Any]
"""Fields of a capture that are set to other values."""

OUTCOME: Final[Changes] = small_capture()["outcome"]
MCP: Final[Changes] = small_capture()["mcp"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """The smallest pair that makes exactly `finding`, and one near it, old and new, that does not."""

    old: Changes
    new: Changes
    finding: Finding
    near: tuple[Changes, Changes]


def capture_of(changes: Changes) -> Capture:
    """A small capture with these fields changed."""
    return Capture.model_validate(small_capture(**changes))


def found(old: Changes, new: Changes) -> tuple[Finding, ...]:
    """What comparing two small captures says."""
    return compared(capture_of(old), capture_of(new))


def rules_of(old: Changes, new: Changes) -> list[str]:
    """The rules of what comparing two small captures says."""
    return [finding.rule for finding in found(old, new)]


def finding_of(
    rule: str, pointer: str, sentence: str, *, before: JsonValue, after: JsonValue, also: tuple[str, ...] = ()
) -> Finding:
    """A finding with the severity that its rule has."""
    return Finding(
        rule=rule,
        severity=RULES[rule].severity,
        pointer=pointer,
        also=also,
        before=before,
        after=after,
        sentence=sentence,
    )


def outcome(**changes: JsonValue) -> Changes:
    """A capture with another outcome."""
    return {"outcome": {**OUTCOME, **changes}}


def mcp(**changes: JsonValue) -> Changes:
    """A capture with another MCP session."""
    return {"mcp": {**MCP, **changes}}
