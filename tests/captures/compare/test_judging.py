"""What findings mean to a user: severities, acceptances, what is stale, and the exit code."""

from typing import Any

import pytest
from pydantic import JsonValue

from captures.compare.findings import Comparison, Comparisons, Finding, NotCompared, Question, Severity
from captures.compare.judging import (
    AcceptedFinding,
    Judged,
    JudgedComparison,
    StaleAcceptance,
    exit_code_of,
    fails,
    judged,
)
from captures.compare.settings import Acceptance, Settings
from captures.compare.words import FailOn
from captures.store import QuestionKey
from tests.captures.compare.formats.judgements import OTHER, QUESTION, comparison, finding, judgement

HEADER = finding(rule="header-name-added", severity="cosmetic", pointer="$.requests[2].header_names[3]", after="x-new")


def compared(*findings: Finding, question: Question = QUESTION) -> Comparison:
    return Comparison(question=question, old_version="0.120.0", new_version="0.125.0", findings=findings)


def of(*found: Comparison, not_compared: tuple[NotCompared, ...] = ()) -> Comparisons:
    return Comparisons(compared=found, not_compared=not_compared)


def accepting(**changes: Any) -> Settings:  # noqa: ANN401 - any field of an acceptance
    return Settings(accepted=(Acceptance(**{"rule": "header-name-added", "reason": "why not", **changes}),))


def is_accepted(settings: Settings, found: Finding = HEADER) -> bool:
    (each,) = judged(of(compared(found)), settings).compared
    assert len(each.findings) + len(each.accepted) == 1
    return each.findings == ()


def is_stale(settings: Settings, comparisons: Comparisons, **options: Any) -> bool:  # noqa: ANN401 - of `judged`
    return bool(judged(comparisons, settings, **options).stale)


def test_without_settings_the_findings_are_as_they_were() -> None:
    question = NotCompared(question=OTHER, version="2.1.332", why="only-in-new")

    assert judged(of(compared(finding(), HEADER), not_compared=(question,)), Settings()) == Judged(
        fail_on="breaking",
        settings_name="shape-probe.toml",
        compared=(
            JudgedComparison(
                question=QUESTION,
                old_version="0.120.0",
                new_version="0.125.0",
                file=None,
                findings=(finding(), HEADER),
                accepted=(),
                switched_off=0,
            ),
        ),
        stale=(),
        not_compared=(question,),
    )


def test_the_user_sets_severities_and_the_gravest_comes_first() -> None:
    settings = Settings(severities={"header-name-added": "breaking", "tool-presentation-changed": "notable"})
    (each,) = judged(of(compared(finding(), HEADER)), settings).compared

    assert each.findings == (
        HEADER.model_copy(update={"severity": "breaking"}),
        finding(severity="notable"),
    )


def test_a_rule_that_is_off_is_counted_and_not_told() -> None:
    (each,) = judged(of(compared(finding(), HEADER)), Settings(severities={"header-name-added": "off"})).compared

    assert (each.findings, each.switched_off) == ((finding(),), 1)


def test_the_exit_threshold_of_the_command_goes_before_that_of_the_settings() -> None:
    settings = Settings(fail_on="notable", name="some.toml")

    assert judged(of(), settings) == judgement(fail_on="notable", settings_name="some.toml")
    assert judged(of(), settings, fail_on="any") == judgement(fail_on="any", settings_name="some.toml")


def test_an_accepted_finding_stands_apart_with_its_reason_even_if_its_rule_is_off() -> None:
    settings = accepting().model_copy(update={"severities": {"header-name-added": "off"}})

    assert judged(of(compared(finding(), HEADER)), settings).compared == (
        comparison(finding(), file=None, accepted=(AcceptedFinding(finding=HEADER, reason="why not"),)),
    )


@pytest.mark.parametrize(
    "narrowed",
    [
        {},
        {"client": "codex"},
        {"scenario": "first-request"},
        {"conditions": {"reply": "accept"}},
        {"pointer": "$.requests[2].header_names[3]"},
        {"pointer": "$.requests[*].header_names"},
        {"before": "inline"},
        {"after": "x-new"},
    ],
)
def test_what_narrows_an_acceptance_and_fits_accepts(narrowed: dict[str, Any]) -> None:
    assert is_accepted(accepting(**narrowed))


@pytest.mark.parametrize(
    "narrowed",
    [
        {"rule": "header-name-removed"},
        {"client": "claude"},
        {"scenario": "results"},
        {"conditions": {"reply": "refuse"}},
        {"conditions": {"model": "accept"}},
        {"pointer": "$.requests[1]"},
        {"before": "x-old"},
        {"after": "x-other"},
    ],
)
def test_what_narrows_an_acceptance_and_does_not_fit_accepts_nothing(narrowed: dict[str, Any]) -> None:
    assert not is_accepted(accepting(**narrowed))


def test_one_is_not_true() -> None:
    changed = HEADER.model_copy(update={"after": [True]})

    assert is_accepted(accepting(after=[True]), changed)
    assert not is_accepted(accepting(after=[1]), changed)


@pytest.mark.parametrize(
    ("wanted", "is_it"),
    [
        ({"presentation": "deferred"}, True),
        ({"presentation": "deferred", "more": {"a": 1}}, True),
        ({"presentation": "absent"}, False),
        ({"more": {"a": 2}}, False),
        ({"more": {"c": None}}, False),
        ({"presentation": {}}, False),
    ],
)
def test_of_an_object_only_what_is_named_has_to_fit(wanted: dict[str, JsonValue], is_it: bool) -> None:  # noqa: FBT001
    changed = HEADER.model_copy(update={"after": {"more": {"b": 2, "a": 1}, "presentation": "deferred"}})

    assert is_accepted(accepting(after=wanted), changed) is is_it


def test_an_acceptance_that_fits_nothing_is_stale() -> None:
    used, unused = (Acceptance(rule=rule, reason="r") for rule in ("header-name-added", "attempts-changed"))

    assert judged(of(compared(HEADER)), Settings(accepted=(used, unused))).stale == (
        StaleAcceptance(number=2, acceptance=unused),
    )


def test_of_two_acceptances_of_one_finding_none_is_stale() -> None:
    twice = accepting().accepted * 2

    assert not is_stale(Settings(accepted=twice), of(compared(HEADER)))


def test_an_acceptance_is_stale_only_where_its_question_was_compared() -> None:
    assert is_stale(accepting(client="codex"), of(compared()))
    assert not is_stale(accepting(client="claude"), of(compared()))
    assert not is_stale(accepting(), of())


@pytest.mark.parametrize("why", ["inconclusive-in-new", "inconclusive-in-old", "only-in-old"])
def test_an_acceptance_that_may_be_about_what_was_not_compared_is_not_stale(why: Any) -> None:  # noqa: ANN401
    comparisons = of(compared(), not_compared=(NotCompared(question=OTHER, version="2.1.332", why=why),))

    assert not is_stale(accepting(), comparisons)
    assert is_stale(accepting(client="codex"), comparisons)


def test_a_question_that_is_new_cannot_have_what_was_accepted() -> None:
    comparisons = of(compared(), not_compared=(NotCompared(question=OTHER, version="2.1.332", why="only-in-new"),))

    assert is_stale(accepting(), comparisons)


def test_an_acceptance_that_may_be_about_what_was_not_asked_is_not_stale() -> None:
    assert not is_stale(accepting(), of(compared()), unasked=(OTHER,))
    assert is_stale(accepting(client="codex"), of(compared()), unasked=(OTHER,))


def test_a_finding_is_shown_at_the_file_of_the_new_capture_else_of_the_old_one() -> None:
    new, old = (
        QuestionKey(client="codex", version=version, scenario="first-request", requested=(("reply", "accept"),))
        for version in ("0.125.0", "0.120.0")
    )

    def file(files: dict[QuestionKey, str]) -> str | None:
        return judged(of(compared()), Settings(), files=files).compared[0].file

    assert file({old: "old.json", new: "new.json"}) == "new.json"
    assert file({old: "old.json"}) == "old.json"
    assert file({}) is None


@pytest.mark.parametrize(
    ("severity", "fail_on", "is_failing"),
    [
        ("breaking", "breaking", True),
        ("notable", "breaking", False),
        ("breaking", "notable", True),
        ("notable", "notable", True),
        ("cosmetic", "notable", False),
        ("cosmetic", "any", True),
    ],
)
def test_a_finding_fails_at_or_above_the_threshold(severity: Severity, fail_on: FailOn, is_failing: bool) -> None:  # noqa: FBT001
    assert fails(finding(severity=severity), fail_on) is is_failing


INCONCLUSIVE = NotCompared(question=OTHER, version="2.1.332", why="inconclusive-in-new", reason="no-model-request")
STALE = StaleAcceptance(number=1, acceptance=Acceptance(rule="tool-vanished", reason="r"))
ACCEPTED = AcceptedFinding(finding=finding(), reason="r")


@pytest.mark.parametrize(
    ("judgement", "code"),
    [
        (judgement(), 0),
        (judgement(comparison(accepted=(ACCEPTED,), switched_off=1)), 0),
        (judgement(comparison(finding(severity="notable"))), 0),
        (judgement(comparison(), comparison(finding())), 1),
        (judgement(comparison(finding(severity="notable")), fail_on="notable"), 1),
        (judgement(stale=(STALE,)), 1),
        (judgement(not_compared=(INCONCLUSIVE,)), 3),
        (judgement(not_compared=(INCONCLUSIVE.model_copy(update={"why": "inconclusive-in-old"}),)), 3),
        (judgement(comparison(), not_compared=(INCONCLUSIVE.model_copy(update={"why": "inconclusive-in-old"}),)), 0),
        (judgement(not_compared=(INCONCLUSIVE.model_copy(update={"why": "only-in-old", "reason": None}),)), 0),
        (judgement(comparison(finding()), not_compared=(INCONCLUSIVE,)), 1),
    ],
)
def test_the_exit_code_is_drift_before_inconclusive_before_done(judgement: Judged, code: int) -> None:
    assert exit_code_of(judgement) == code
