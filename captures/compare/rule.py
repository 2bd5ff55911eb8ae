"""A rule of comparing as a value. Which rules there are stands with the judges that apply them."""

from dataclasses import dataclass

from captures.compare.findings import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What kind of difference it is, how grave it is unless the user says otherwise, and why.

    `title` is a clause for a heading, `reason` one or two sentences for the reader of docs/rules.md.
    """

    id: str
    severity: Severity
    title: str
    reason: str


def breaking(rule_id: str, title: str, reason: str) -> Rule:
    """A rule for what makes a reader or a caller fail."""
    return Rule(id=rule_id, severity="breaking", title=title, reason=reason)


def notable(rule_id: str, title: str, reason: str) -> Rule:
    """A rule for what somebody who parses requests wants to know."""
    return Rule(id=rule_id, severity="notable", title=title, reason=reason)


def cosmetic(rule_id: str, title: str, reason: str) -> Rule:
    """A rule for what no program should depend on."""
    return Rule(id=rule_id, severity="cosmetic", title=title, reason=reason)
