"""Which findings a bisect is after, and on which side of them a capture is. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, get_args

from captures.compare.comparing import compared
from captures.compare.findings import Finding, Severity
from captures.compare.patterns import is_within, steps_of_pattern
from captures.compare.rules import RULES
from captures.model import Capture, Inconclusive, Unstable
from probe.campaigns.bisecting import Side
from probe.campaigns.outcomes import Failed
from probe.errors import SetupError
from probe.installs.spec import shown

_SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
"""The gravest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Findings of this rule, at or below this pointer, of this severity or a graver one; None: of any.

    A finding about several places is at each of them.
    """

    rule: str | None = None
    pointer: str | None = None
    severity: Severity | None = None

    def among(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Those that are meant, in the order given."""
        return tuple(finding for finding in findings if self._means(finding))

    def _means(self, finding: Finding) -> bool:
        pattern = self.pointer
        return (
            self.rule in (None, finding.rule)
            and (pattern is None or any(is_within(place, pattern) for place in (finding.pointer, *finding.also)))
            and (self.severity is None or _gravity(finding.severity) <= _gravity(self.severity))
        )

    def __str__(self) -> str:
        """Say it after `difference`: ` by the rule name-changed at $.tools`."""
        rule = "" if self.rule is None else f" by the rule {self.rule}"
        return rule + ("" if self.pointer is None else f" at {self.pointer}")


class Placed(NamedTuple):
    """On which side a version is. `says` is why nothing can be said of it, else None."""

    side: Side
    says: str | None = None


def wanted(rule: str | None, pointer: str | None) -> Wanted | None:
    """Read what the user is after; None where that is not said.

    Raises:
        SetupError: There is no such rule, or the pointer is none.
    """
    if rule is not None and rule not in RULES:
        raise SetupError(f"there is no rule {shown(rule)}; there are {', '.join(sorted(RULES))}")
    if pointer is not None and steps_of_pattern(pointer) is None:
        raise SetupError(
            f"{shown(pointer)} is no pointer into a capture; write it as findings have it, $.tools[0].pointer, "
            "or with [*] for any index"
        )
    return None if rule is None and pointer is None else Wanted(rule=rule, pointer=pointer)


def gravest(findings: Iterable[Finding]) -> Wanted | None:
    """What is taken where nobody says it: findings as grave as the gravest of these; None where there are none."""
    severities = sorted((finding.severity for finding in findings), key=_gravity)
    return Wanted(severity=severities[0]) if severities else None


def placed(result: Capture | Failed, sought: Wanted, *, oldest: Capture) -> Placed:
    """On which side of `sought` a version is, compared with the oldest one.

    One that wavers and has none of the findings says nothing: it may have them the next time.
    """
    if isinstance(result, Failed):
        return Placed("unknown", result.says)
    if isinstance(result.verdict, Inconclusive):
        return Placed("unknown", f"inconclusive ({result.verdict.reason})")
    if sought.among(compared(oldest, result)):
        return Placed("new")
    if isinstance(result.verdict, Unstable):
        return Placed("unknown", f"unstable: its runs differ at {', '.join(result.verdict.pointers)}")
    return Placed("old")


def _gravity(severity: Severity) -> int:
    return _SEVERITIES.index(severity)
