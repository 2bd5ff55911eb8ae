"""What the rules say of releases that are known to differ. The releases stand in the atlas; the list is ours."""

from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from captures.compare.pairing import compared_files
from captures.model import ShapesFile

ATLAS: Final = Path(__file__).parents[1] / "captures" / "atlas"

Said = list[tuple[str, str]]

IN_A_NAMESPACE: Final[Said] = [("breaking", "tool-presentation-changed")]
MORE_HEADERS: Final[Said] = [("notable", "header-name-added")]
ANOTHER_NAMESPACE: Final[Said] = [
    ("breaking", "namespace-changed"),
    ("notable", "header-name-added"),
    ("notable", "header-name-removed"),
    ("cosmetic", "index-moved"),
]
BEHIND_PROGRAMS: Final[Said] = [
    ("breaking", "tool-presentation-changed"),
    ("notable", "envelope-appeared"),
    ("notable", "surfaced-in-another-place"),
    ("notable", "trait-appeared"),
]
BEHIND_A_SEARCH: Final[Said] = [("breaking", "tool-presentation-changed")]
INLINE_AFTER_ALL: Final[Said] = [("notable", "later-shape-appeared"), ("notable", "attempts-changed")]


def read(name: str) -> ShapesFile:
    return canonical.loads((ATLAS / name / "first-request.json").read_bytes(), name=name)


@pytest.mark.parametrize(
    ("old", "new", "accepted", "refused"),
    [
        ("codex/0.120.0", "codex/0.125.0", IN_A_NAMESPACE, IN_A_NAMESPACE),
        ("codex/0.125.0", "codex/0.130.0", MORE_HEADERS, MORE_HEADERS),
        ("codex/0.130.0", "codex/0.142.0", ANOTHER_NAMESPACE, ANOTHER_NAMESPACE),
        ("codex/0.142.0", "codex/0.147.0", BEHIND_PROGRAMS, BEHIND_PROGRAMS),
        ("claude/2.1.300", "claude/2.1.332", BEHIND_A_SEARCH, [*BEHIND_A_SEARCH, *INLINE_AFTER_ALL]),
    ],
)
def test_each_change_that_is_known_is_named_with_its_severity(
    old: str, new: str, accepted: Said, refused: Said
) -> None:
    found = compared_files([read(old)], [read(new)])

    assert [[(finding.severity, finding.rule) for finding in each.findings] for each in found.compared] == [
        accepted,
        refused,
    ]
