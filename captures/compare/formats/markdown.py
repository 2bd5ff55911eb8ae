"""Findings as a comment on a pull request, in GitHub-flavoured Markdown: a table for each comparison.

How names stay text there is said in `captures.compare.formats.markdown_text`. A comment holds 65,536 characters: what
goes beyond is left out, and said to be.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from captures.compare.findings import Finding
from captures.compare.formats.markdown_text import code, escaped
from captures.compare.formats.phrases import advice_on, alike, summary_of, title_of, why_not_compared
from captures.compare.judging import Judged, JudgedComparison

MAX_CHARACTERS: Final = 65_000
"""Of the whole text: what a comment holds, with some room for whoever puts a line of theirs above it."""


def markdown(judged: Judged) -> str:
    """A headline with the counts, then each comparison that differs, what is stale and what was not compared."""
    sections = [
        *(_table(comparisons, rows) for comparisons, rows in alike(judged.compared, _rows) if rows),
        *_list(
            "Stale",
            (f"{escaped(title_of(each))} {escaped(advice_on(each, judged.settings_name))}" for each in judged.stale),
        ),
        *_list(
            "Not compared",
            (
                f"{escaped(str(each.question))} {escaped(each.version)}: {escaped(why_not_compared(each))}"
                for each in judged.not_compared
            ),
        ),
        *_list(
            "Accepted",
            (
                f"{escaped(str(comparison.question))}: {escaped(each.finding.sentence)} {code(each.finding.rule)}"
                f" because: {escaped(each.reason)}"
                for comparison in judged.compared
                for each in comparison.accepted
            ),
        ),
    ]
    return "\n\n".join(_within_a_comment([f"### shape-probe: {summary_of(judged)}", *sections])) + "\n"


def _table(comparisons: Iterable[JudgedComparison], rows: Iterable[str]) -> str:
    headlines = (
        f"**{escaped(str(each.question))}**: {escaped(each.old_version)} → {escaped(each.new_version)}"
        for each in comparisons
    )
    head = ["| Severity | What changed | Where | Rule |", "| --- | --- | --- | --- |"]
    return "\n".join(["\\\n".join(headlines), "", *head, *rows])


def _rows(comparison: JudgedComparison) -> Sequence[str]:
    return [
        f"| {finding.severity} | {escaped(finding.sentence)} | {_where(finding)} | {code(finding.rule)} |"
        for finding in comparison.findings
    ]


def _where(finding: Finding) -> str:
    return f"{code(finding.pointer)} and {len(finding.also)} more" if finding.also else code(finding.pointer)


def _list(title: str, entries: Iterable[str]) -> list[str]:
    lines = [f"- {entry}" for entry in entries]
    return ["\n".join([f"**{title}**", "", *lines])] if lines else []


def _within_a_comment(sections: list[str]) -> list[str]:
    """The sections that fit, and a line about those that do not."""
    kept: list[str] = []
    left = MAX_CHARACTERS
    for section in sections:
        left -= len(section) + 2
        if left < 0:
            count = len(sections) - len(kept)
            parts = "part is" if count == 1 else "parts are"
            return [*kept, f"{count} more {parts} left out here: a comment holds no more."]
        kept.append(section)
    return kept
