"""What findings mean to a user: severities of their own, what they accepted, what is stale, and whether it all fails.

It finds no difference (`captures.compare.comparing` does) and words nothing (the formats do).
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from pydantic import JsonValue

from captures.compare.findings import Comparison, Comparisons, Finding, NotCompared, Question, Severity
from captures.compare.patterns import is_within
from captures.compare.settings import Acceptance, Settings
from captures.compare.words import FailOn
from captures.model import Many, Value
from captures.store import QuestionKey

SEVERITIES: Final[tuple[Severity, ...]] = ("breaking", "notable", "cosmetic")
"""The gravest first."""


class AcceptedFinding(Value):
    """A finding that the settings accept, and for what reason. Its severity counts for nothing."""

    finding: Finding
    reason: str


class JudgedComparison(Value):
    """Two captures of one question: what counts, gravest first, what is accepted, and how many findings are off.

    `file` is what the user calls the file that findings are shown at, null where unknown.
    """

    question: Question
    old_version: str
    new_version: str
    file: str | None
    findings: Many[Finding]
    accepted: Many[AcceptedFinding]
    switched_off: int


class StaleAcceptance(Value):
    """An acceptance that fits no finding, although its question was compared. `number` is its place, from 1."""

    number: int
    acceptance: Acceptance


class Judged(Value):
    """All that a format needs. A finding fails from the severity `fail_on` on; `settings_name` is the settings file."""

    schema_version: Literal[1] = 1
    fail_on: FailOn
    settings_name: str
    compared: Many[JudgedComparison]
    stale: Many[StaleAcceptance]
    not_compared: Many[NotCompared]


def judged(
    comparisons: Comparisons,
    settings: Settings,
    *,
    fail_on: FailOn | None = None,
    files: Mapping[QuestionKey, str] | None = None,
    unasked: Iterable[Question] = (),
) -> Judged:
    """Judge `comparisons` as the user wants.

    `fail_on` goes before that of the settings. `files` says in which file a capture stands: findings are shown at that
    of the new capture, else at that of the old one. `unasked` are questions that could have been compared and are in
    `comparisons` nowhere: what may be about one of them is not stale.
    """
    open_questions = (
        *unasked,
        *(each.question for each in comparisons.not_compared if each.why != "only-in-new"),
    )
    return Judged(
        fail_on=fail_on or settings.fail_on,
        settings_name=settings.name,
        compared=tuple(_judged(comparison, settings, files=files or {}) for comparison in comparisons.compared),
        stale=tuple(
            StaleAcceptance(number=number, acceptance=acceptance)
            for number, acceptance in enumerate(settings.accepted, start=1)
            if _is_stale(acceptance, comparisons.compared, open_questions)
        ),
        not_compared=comparisons.not_compared,
    )


def exit_code_of(judgement: Judged) -> int:
    """1 for a finding that fails or a stale acceptance; else 3 where the new capture says nothing; else 0.

    An inconclusive capture is no difference, and no agreement either: 3 too where it leaves nothing to compare.
    """
    if judgement.stale or any(fails(finding, judgement.fail_on) for finding in findings_of(judgement)):
        return 1
    reasons = {each.why for each in judgement.not_compared}
    is_in_vain = "inconclusive-in-old" in reasons and not judgement.compared
    return 3 if "inconclusive-in-new" in reasons or is_in_vain else 0


def findings_of(judgement: Judged) -> Iterator[Finding]:
    """The findings that count, in their order."""
    for comparison in judgement.compared:
        yield from comparison.findings


def fails(finding: Finding, fail_on: FailOn) -> bool:
    """Say whether a finding is at or above the severity from which on findings fail."""
    return fail_on == "any" or SEVERITIES.index(finding.severity) <= SEVERITIES.index(fail_on)


def _judged(comparison: Comparison, settings: Settings, *, files: Mapping[QuestionKey, str]) -> JudgedComparison:
    question = comparison.question
    told: list[Finding] = []
    accepted: list[AcceptedFinding] = []
    switched_off = 0
    for finding in comparison.findings:
        severity = settings.severities.get(finding.rule, finding.severity)
        acceptance = next((each for each in settings.accepted if _accepts(each, finding, question)), None)
        if acceptance is not None:
            accepted.append(AcceptedFinding(finding=finding, reason=acceptance.reason))
        elif severity == "off":
            switched_off += 1
        else:
            told.append(finding.model_copy(update={"severity": severity}))
    return JudgedComparison(
        question=question,
        old_version=comparison.old_version,
        new_version=comparison.new_version,
        file=_file_of(comparison, files),
        findings=tuple(sorted(told, key=lambda finding: SEVERITIES.index(finding.severity))),
        accepted=tuple(accepted),
        switched_off=switched_off,
    )


def _file_of(comparison: Comparison, files: Mapping[QuestionKey, str]) -> str | None:
    keys = (
        QuestionKey(
            client=comparison.question.client,
            version=version,
            scenario=comparison.question.scenario,
            requested=tuple(sorted(comparison.question.requested.items())),
        )
        for version in (comparison.new_version, comparison.old_version)
    )
    return next((files[key] for key in keys if key in files), None)


def _is_stale(acceptance: Acceptance, compared: Sequence[Comparison], open_questions: Collection[Question]) -> bool:
    """Whether what is accepted is gone for sure: all questions that it may be about were compared, and none has it."""
    about = [each for each in compared if _is_about(acceptance, each.question)]
    return (
        bool(about)
        and not any(_is_about(acceptance, question) for question in open_questions)
        and not any(_accepts(acceptance, finding, each.question) for each in about for finding in each.findings)
    )


def _accepts(acceptance: Acceptance, finding: Finding, question: Question) -> bool:
    return (
        acceptance.rule == finding.rule
        and _is_about(acceptance, question)
        and (acceptance.pointer is None or is_within(finding.pointer, acceptance.pointer))
        and all(
            wanted is None or _fits(wanted, value)
            for wanted, value in ((acceptance.before, finding.before), (acceptance.after, finding.after))
        )
    )


def _is_about(acceptance: Acceptance, question: Question) -> bool:
    return (
        acceptance.client in {None, question.client}
        and acceptance.scenario in {None, question.scenario}
        and acceptance.conditions.items() <= question.requested.items()
    )


def _fits(wanted: JsonValue, value: JsonValue) -> bool:
    """Whether a value is as wanted. Of an object only the keys that are named count: it may grow others."""
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(key in value and _fits(wanted[key], value[key]) for key in wanted)
    return json.dumps(wanted) == json.dumps(value)  # to Python, 1 and true are equal
