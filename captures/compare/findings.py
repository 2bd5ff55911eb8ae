"""What comparing says: findings, the pairs of captures that they are about, and what could not be compared.

Values only. Which differences make which finding stands in the judges beside this file; what a reader is shown of them
in the formats.
"""

from typing import Literal

from pydantic import JsonValue

from captures.model import Capture, Many, Reason, Value

Severity = Literal["breaking", "notable", "cosmetic"]
"""`breaking`: what reads or calls the tool as before fails. `notable`: somebody who parses requests wants to know.
`cosmetic`: no program should depend on it."""


class Question(Value):
    """What two captures answer both: the client, the scenario, the conditions that were asked for. No version."""

    client: str
    scenario: str
    requested: dict[str, str]

    def __str__(self) -> str:
        """Say it in one line: `codex first-request reply=accept`."""
        conditions = "".join(f" {axis}={setting}" for axis, setting in sorted(self.requested.items()))
        return f"{self.client} {self.scenario}{conditions}"


def question_asked(capture: Capture) -> Question:
    """What `capture` answers, whatever its version."""
    return Question(client=capture.client.name, scenario=capture.scenario, requested=dict(capture.conditions.requested))


class Finding(Value):
    """One difference, in a reader's words.

    `rule` is a key of `captures.compare.rules.RULES`. `pointer` leads into the capture (not the file): the new one, or
    the old one for what is gone. `also` are the other places that differ for the same cause, written alike. `before`
    and `after` are what stands at `pointer`, or the small part of it that matters, null where nothing does. `sentence`
    says it whole, with the names in it and without the versions.
    """

    rule: str
    severity: Severity
    pointer: str
    also: Many[str] = ()
    before: JsonValue
    after: JsonValue
    sentence: str


class Comparison(Value):
    """Two captures of one question, and what is different: no findings, no difference."""

    question: Question
    old_version: str
    new_version: str
    findings: Many[Finding]


class NotCompared(Value):
    """A question that could not be compared. `version` is that of the capture that stands alone or says nothing.

    `why`: one of the two is inconclusive (`reason` says for what reason), or only one of the files has the question.
    """

    question: Question
    version: str
    why: Literal["inconclusive-in-old", "inconclusive-in-new", "only-in-old", "only-in-new"]
    reason: Reason | None = None


class Comparisons(Value):
    """Everything that comparing two sets of captures says, in the order of the new one."""

    compared: Many[Comparison]
    not_compared: Many[NotCompared]
