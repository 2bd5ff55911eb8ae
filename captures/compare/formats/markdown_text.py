"""Any text in GitHub-flavoured Markdown, as it is seen and nothing else: what comments and reports share. No layout.

No link, no mention, no image, no list and no table cell comes of it. GitHub looks for mentions and issue numbers after
Markdown has been rendered, where an escape is gone; a space of no width after the sign stops that.
"""

import re
from collections.abc import Mapping
from typing import Final

from captures.compare.one_line import one_line

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

_BLOCK_START: Final = re.compile(r"^(?:[ +-]|\d+[.)](?= |$))")
"""What begins a list, a rule or a block of code where a line or an item begins, and is not escaped anyway."""

_PLAIN_CODE: Final = re.compile(r'[A-Za-z0-9_$.,:;"()\[\]/=+*@ -]+')
"""What stands as it is between backticks, in a table too."""


def escaped(text: str) -> str:
    """`text` on one line, wherever text may stand."""
    text = _ESCAPED.sub(_escape, one_line(text))
    return _BLOCK_START.sub(lambda found: f"{found[0][:-1]}&#{ord(found[0][-1])};", text)


def code(text: str) -> str:
    """`text` as code on one line. An odd text is code in HTML, where each of its signs can be an entity."""
    text = one_line(text)
    if _PLAIN_CODE.fullmatch(text):
        return f"`{text}`"
    return f"<code>{''.join(char if char.isalnum() else f'&#{ord(char)};' for char in text)}</code>"


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"{found[0][:-1]}&#8203;."  # `WWW.`, in any case
