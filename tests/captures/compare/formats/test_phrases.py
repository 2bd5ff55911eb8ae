"""What formats say in the same words."""

from captures.compare.findings import Severity
from captures.compare.formats.phrases import summary_of
from tests.captures.compare.formats.judgements import comparison, finding, judgement


def test_the_summary_counts_each_severity() -> None:
    severities: tuple[Severity, ...] = ("notable", "cosmetic", "cosmetic")
    findings = [finding(severity=severity, sentence=str(number)) for number, severity in enumerate(severities)]

    assert summary_of(judgement(comparison(*findings), comparison())) == (
        "0 breaking, 1 notable, 2 cosmetic; 2 questions compared"
    )


def test_what_two_questions_have_in_common_counts_once() -> None:
    shared, other = finding(severity="breaking"), finding(severity="breaking", sentence="Another one")

    assert summary_of(judgement(comparison(shared), comparison(shared, other))) == (
        "2 breaking, 0 notable, 0 cosmetic; 2 questions compared"
    )


def test_a_comparison_of_nothing_counts_nothing() -> None:
    assert summary_of(judgement()) == "0 breaking, 0 notable, 0 cosmetic; 0 questions compared"
