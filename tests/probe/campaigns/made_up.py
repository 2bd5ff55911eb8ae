"""Made-up cells, captures and displays for the tests of this room."""

import io
from typing import Any, Final

from captures.model import Capture, ShapesFile
from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Answered, Failed, Outcome
from probe.scenarios.table import scenario_named
from probe.shapes import fixture_of
from tests.captures.samples import INLINE, OBSERVED, client, shapes_file, small_capture

SHOWN: Final[dict[str, Any]] = {**INLINE, "definition": {"name": "mcp__shape_probe__lookup"}, "changes": []}
"""The synthetic tool in full, as far as a table goes."""


def cell(client: str = "codex", version: str = "0.154.0", **changes: Any) -> Cell:  # noqa: ANN401 - any field
    """A cell without settings."""
    return Cell(**{"client": client, "version": version, "scenario": "first-request", "reply": "accept"} | changes)


def file_for(asked: Cell, *, verdict: dict[str, Any] = OBSERVED, **changes: Any) -> ShapesFile:  # noqa: ANN401
    """What performing a cell gives: one capture, with the tool inline."""
    conditions = {"requested": dict(asked.conditions), "observed": {"isolation": "namespace", "transport": "http"}}
    fields = {"tools": [SHOWN], "verdict": verdict, "conditions": conditions, "scenario": asked.scenario} | changes
    file = shapes_file(small_capture(client=client(asked.client, asked.version), **fields))
    return file.model_copy(update={"fixture": fixture_of(scenario_named(asked.scenario).catalog)})


def capture_for(asked: Cell, **changes: Any) -> Capture:  # noqa: ANN401 - any field of a capture
    """The capture in it."""
    return file_for(asked, **changes).captures[0]


def answered(asked: Cell, **changes: Any) -> Answered:  # noqa: ANN401 - any field of a capture
    """A cell that was performed now."""
    return Answered(cell=asked, capture=capture_for(asked, **changes), is_new=True)


def failed(asked: Cell, says: str = "it could not be had", *, exit_code: int = 2) -> Failed:
    """A cell that was not."""
    return Failed(cell=asked, says=says, exit_code=exit_code)


class Seen:
    """A display that remembers."""

    def __init__(self) -> None:
        self.begun_cells: list[Cell] = []
        self.outcomes: list[Outcome] = []

    def begun(self, cell: Cell) -> None:
        self.begun_cells.append(cell)

    def ended(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


class Heard:
    """Is told of cells, and remembers."""

    def __init__(self) -> None:
        self.begun_cells: list[Cell] = []
        self.results: dict[Cell, ShapesFile | Failed] = {}

    def begun(self, cell: Cell) -> None:
        self.begun_cells.append(cell)

    def performed(self, cell: Cell, result: ShapesFile | Failed) -> None:
        assert cell not in self.results
        self.results[cell] = result

    @property
    def failures(self) -> dict[str, str]:
        """What is said of the cells that failed, by release."""
        return {one.release: result.says for one, result in self.results.items() if isinstance(result, Failed)}

    @property
    def answers(self) -> list[str]:
        """The releases with an answer, in the order of ending."""
        return [one.release for one, result in self.results.items() if isinstance(result, ShapesFile)]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True
