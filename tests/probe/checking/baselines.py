"""Made-up parts of a baseline: captures of questions, and the directory that they stand in."""

from pathlib import Path
from typing import Any

from captures import canonical
from captures.model import ShapesFile
from tests.captures.samples import OBSERVED, client, document, shapes_file, small_capture


def answer(
    name: str = "claude",
    version: str = "2.1.268",
    *,
    scenario: str = "first-request",
    verdict: dict[str, Any] = OBSERVED,
    **requested: str,
) -> dict[str, Any]:
    """A capture of one question; without conditions the reply is `accept`."""
    observed = {"isolation": "namespace", "transport": "http"}
    conditions = {"requested": requested or {"reply": "accept"}, "observed": observed}
    return small_capture(client=client(name, version), scenario=scenario, verdict=verdict, conditions=conditions)


def of_another_fixture(*captures: dict[str, Any]) -> ShapesFile:
    """A file whose synthetic tool has another name."""
    return ShapesFile.model_validate(document(*captures, tool={"name": "other", "inputSchema": {"type": "object"}}))


def put_file(directory: Path, name: str, *captures: dict[str, Any]) -> Path:
    """Write a shapes file."""
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical.dumps(shapes_file(*captures)), encoding="utf-8")
    return path
