"""What comparing says about released versions: the captures of `captures/atlas`."""

from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from captures.compare.pairing import compared_files
from captures.model import ShapesFile

ATLAS: Final = Path(__file__).parents[3] / "captures" / "atlas"

FLAT: Final = "in a tools array as mcp__shape_probe__lookup"
WRAPPED: Final = "in the namespace mcp__shape_probe as lookup"

BREAKING: Final = {
    "codex 0.110.0 0.120.0": [
        "The model requests come over a WebSocket, no longer over HTTP",
        "The schema of lookup says integer for type of limit, no longer number",
    ],
    "codex 0.120.0 0.125.0": [
        f"lookup is no longer {FLAT}: it is in the namespace mcp__shape_probe__ as lookup",
    ],
    "codex 0.125.0 0.130.0": [],
    "codex 0.130.0 0.142.0": [
        "lookup is in the namespace mcp__shape_probe, no longer in mcp__shape_probe__",
    ],
    "codex 0.142.0 0.147.0": [
        f"lookup is no longer {WRAPPED}: it is deferred behind functions.exec and not announced",
    ],
    "claude 2.1.268 2.1.300": [],
    "claude 2.1.300 2.1.332": [
        f"lookup is no longer {FLAT}: it is deferred behind ToolSearch and announced as mcp__shape_probe__lookup",
    ],
}
"""By client and two versions: the sentences, the same for each reply."""


def shapes(client: str, version: str) -> ShapesFile:
    path = ATLAS / client / version / "first-request.json"
    return canonical.loads(path.read_bytes(), name=path.name)


@pytest.mark.parametrize("pair", BREAKING)
def test_what_breaks_between_two_releases_is_said(pair: str) -> None:
    client, old, new = pair.split()

    both = compared_files([shapes(client, old)], [shapes(client, new)])

    assert [
        [each.sentence for each in comparison.findings if each.severity == "breaking"] for comparison in both.compared
    ] == [BREAKING[pair], BREAKING[pair]]


@pytest.mark.parametrize("path", sorted(ATLAS.glob("*/*/*.json")), ids=lambda path: "-".join(path.parts[-3:-1]))
def test_a_release_does_not_differ_from_itself(path: Path) -> None:
    file = canonical.loads(path.read_bytes(), name=path.name)

    both = compared_files([file], [file])

    assert [comparison.findings for comparison in both.compared] == [()] * len(both.compared)
    assert [each.why for each in both.not_compared if each.why != "inconclusive-in-old"] == []
