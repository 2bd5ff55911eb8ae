"""The comparisons that README and docs quote are what `shape-probe diff` prints for the atlas today."""

import re
from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from captures.compare.formats.table import FORMATS
from captures.compare.judging import judged
from captures.compare.pairing import compared_files
from captures.compare.settings import Settings

ROOT: Final = Path(__file__).parents[1]
ATLAS: Final = ROOT / "captures" / "atlas"

_QUOTED: Final = re.compile(r"^<!-- diff: (\S+) (\S+) -->\n```text\n(.*?)^```\n<!-- end -->$", re.MULTILINE | re.DOTALL)

QUOTED: Final = [
    pytest.param(old, new, text, id=f"{page.name} {old} {new}")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for old, new, text in _QUOTED.findall(page.read_text(encoding="utf-8"))
]


def test_something_is_quoted() -> None:
    """Else nothing below would be tested."""
    assert len(QUOTED) >= 2


@pytest.mark.parametrize(("old", "new", "text"), QUOTED)
def test_a_comparison_that_is_quoted_is_the_real_one(old: str, new: str, text: str) -> None:
    before, after = (
        canonical.loads((ATLAS / name / "first-request.json").read_bytes(), name=name) for name in (old, new)
    )

    assert FORMATS["text"](judged(compared_files([before], [after]), Settings())) == text
