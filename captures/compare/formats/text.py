"""Findings for a terminal: a line for each finding, below the comparisons that have it. Wraps and colours nothing."""

from collections.abc import Sequence

from captures.compare.formats.phrases import advice_on, alike, summary_of, title_of, versions_of, why_not_compared
from captures.compare.judging import Judged, JudgedComparison
from captures.compare.one_line import one_line

_COLUMN = 8
"""The longest words in the first column: `breaking`, `cosmetic`, `accepted`."""


def text(judged: Judged) -> str:
    """What differs, question by question; then what does not; then what is stale or not compared; the counts.

    Comparisons of the same versions with the same lines stand together.
    """
    groups = alike(judged.compared, _lines)
    blocks = [
        *([*map(_headline, comparisons), *lines] for comparisons, lines in groups if lines),
        [f"{_headline(each)}: no difference" for each in judged.compared if not _lines(each)],
        [f"stale: {title_of(each)} {advice_on(each, judged.settings_name)}" for each in judged.stale],
        [f"not compared: {each.question} {each.version}: {why_not_compared(each)}" for each in judged.not_compared],
        [summary_of(judged)],
    ]
    return "\n\n".join("\n".join(one_line(line) for line in block) for block in blocks if block) + "\n"


def _lines(comparison: JudgedComparison) -> Sequence[str]:
    return [
        *(_line(each.severity, f"{each.sentence} [{each.rule}]") for each in comparison.findings),
        *(
            _line("accepted", f"{each.finding.sentence} [{each.finding.rule}] because: {each.reason}")
            for each in comparison.accepted
        ),
        *([_line("off", f"{comparison.switched_off} of rules that are off")] if comparison.switched_off else []),
    ]


def _headline(comparison: JudgedComparison) -> str:
    return f"{comparison.question}  {versions_of(comparison)}"


def _line(word: str, what: str) -> str:
    return f"  {word:<{_COLUMN}}  {what}"
