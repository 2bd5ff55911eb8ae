"""Findings as a comment on a pull request, in GitHub-flavoured Markdown: a table for each comparison.

Names are text there and nothing else: no link, no mention, no image, no table cell of their own. GitHub looks for
mentions and issue numbers after Markdown has been rendered, where an escape is gone; a space of no width after the sign
stops that. A comment holds 65,536 characters: what goes beyond is left out, and said to be.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from captures.compare.findings import Finding
from captures.compare.formats.phrases import advice_on, alike, summary_of, title_of, why_not_compared
from captures.compare.judging import Judged, JudgedComparison
from captures.compare.one_line import one_line

MAX_CHARACTERS: Final = 65_000
"""Of the whole text: what a comment holds, with some room for whoever puts a line of theirs above it."""

_ESCAPES: Final[Mapping[str, str]] = {
    **{mark: f"\\{mark}" for mark in "\\`*_{}[]~!$"},
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "|": "&#124;",  # a backslash before it counts differently inside a table
    "@": "@&#8203;",
    "#": "\\#&#8203;",
    "://": ":&#8203;//",
    "www.": "www&#8203;.",
}

_ESCAPED: Final = re.compile("|".join(re.escape(text) for text in _ESCAPES), re.IGNORECASE)

_PLAIN_CODE: Final = re.compile(r'[A-Za-z0-9_$.,:;"()\[\]/=+*@ -]+')
"""What stands as it is between backticks, in a table too."""


def markdown(judged: Judged) -> str:
    """A headline with the counts, then each comparison that differs, what is stale and what was not compared."""
    sections = [
        *(_table(comparisons, rows) for comparisons, rows in alike(judged.compared, _rows) if rows),
        *_list(
            "Stale",
            (f"{_text(title_of(each))} {_text(advice_on(each, judged.settings_name))}" for each in judged.stale),
        ),
        *_list(
            "Not compared",
            (
                f"{_text(str(each.question))} {_text(each.version)}: {_text(why_not_compared(each))}"
                for each in judged.not_compared
            ),
        ),
        *_list(
            "Accepted",
            (
                f"{_text(str(comparison.question))}: {_text(each.finding.sentence)} {_code(each.finding.rule)}"
                f" because: {_text(each.reason)}"
                for comparison in judged.compared
                for each in comparison.accepted
            ),
        ),
    ]
    return "\n\n".join(_within_a_comment([f"### shape-probe: {summary_of(judged)}", *sections])) + "\n"


def _table(comparisons: Iterable[JudgedComparison], rows: Iterable[str]) -> str:
    headlines = (
        f"**{_text(str(each.question))}**: {_text(each.old_version)} → {_text(each.new_version)}"
        for each in comparisons
    )
    head = ["| Severity | What changed | Where | Rule |", "| --- | --- | --- | --- |"]
    return "\n".join(["\\\n".join(headlines), "", *head, *rows])


def _rows(comparison: JudgedComparison) -> Sequence[str]:
    return [
        f"| {finding.severity} | {_text(finding.sentence)} | {_where(finding)} | {_code(finding.rule)} |"
        for finding in comparison.findings
    ]


def _where(finding: Finding) -> str:
    return f"{_code(finding.pointer)} and {len(finding.also)} more" if finding.also else _code(finding.pointer)


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


def _text(text: str) -> str:
    return _ESCAPED.sub(_escape, one_line(text))


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"{found[0][:-1]}&#8203;."  # `WWW.`, in any case


def _code(text: str) -> str:
    """As code. An odd text is code in HTML, where each of its signs can be an entity."""
    text = one_line(text)
    if _PLAIN_CODE.fullmatch(text):
        return f"`{text}`"
    return f"<code>{''.join(char if char.isalnum() else f'&#{ord(char)};' for char in text)}</code>"
