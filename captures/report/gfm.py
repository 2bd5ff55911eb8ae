"""Text as GitHub-flavoured Markdown that shows it as it is. It knows no layout."""

import re
from typing import Final

_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
"""What a backslash makes harmless: all ASCII punctuation (GitHub Flavored Markdown 0.29, section 6.1)."""

_HARMLESS: Final = frozenset(".,;:()'/?%-=")
"""Means nothing in the middle of a line, so that the source stays legible."""


def escaped(text: str) -> str:
    """`text` in the middle of a line. Line breaks become spaces."""
    one_line = " ".join(text.split())
    return _PUNCTUATION.sub(lambda found: found[0] if found[0] in _HARMLESS else f"\\{found[0]}", one_line)


def code(text: str) -> str:
    """`text` as code, where it can be code: a name. GitHub links no account or issue in it."""
    one_line = " ".join(text.split())
    fence = "`" * (max((len(ticks) for ticks in re.findall("`+", one_line)), default=0) + 1)
    pad = " " if "`" in one_line else ""
    return f"{fence}{pad}{one_line}{pad}{fence}"
