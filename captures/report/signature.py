"""By what a report is told from any other file. It imports nothing heavy: it is asked for before a report is made."""

from typing import Final

IN_HTML: Final = '<meta name="generator" content="shape-probe report">'
"""Stands on a line of its own in the head of every page."""

IN_MARKDOWN: Final = "<!-- shape-probe report -->"
"""The first line of every report in Markdown. GitHub shows nothing of it."""

_DOCTYPE: Final = "<!doctype html>"


def is_signed(start: bytes) -> bool:
    """Whether a file that begins like this is a report: its first line, or the head of the page, has the signature."""
    first, *others = start.decode("utf-8", "replace").splitlines() or [""]
    if first == IN_MARKDOWN:
        return True
    head = "\n".join(others).partition("</head>")[0].partition("<style>")[0]
    return first.lower() == _DOCTYPE and IN_HTML in head.split("\n")
