"""What formats say in the same words."""

from captures.compare.formats.phrases import summary_of
from tests.captures.compare.formats.judgements import comparison, finding, judgement


def test_the_summary_counts_each_severity() -> None:
    findings = [finding(severity=severity) for severity in ("notable", "cosmetic", "cosmetic")]

    assert summary_of(judgement(comparison(*findings), comparison())) == (
        "0 breaking, 1 notable, 2 cosmetic; 2 questions compared"
    )


def test_a_comparison_of_nothing_counts_nothing() -> None:
    assert summary_of(judgement()) == "0 breaking, 0 notable, 0 cosmetic; 0 questions compared"
