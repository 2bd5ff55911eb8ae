"""All formats of findings, by name. A new one is a file and a line here."""

from collections.abc import Callable, Mapping
from typing import Final

from captures.compare.formats.github import github
from captures.compare.formats.json_text import json_text
from captures.compare.formats.junit import junit
from captures.compare.formats.markdown import markdown
from captures.compare.formats.sarif import sarif
from captures.compare.formats.text import text
from captures.compare.judging import Judged
from captures.compare.words import FormatName

Format = Callable[[Judged], str]
"""Makes the whole text of a judgement: the same for the same values, with one newline at its end and no colours."""

FORMATS: Final[Mapping[FormatName, Format]] = {
    "text": text,
    "markdown": markdown,
    "json": json_text,
    "junit": junit,
    "sarif": sarif,
    "github": github,
}
