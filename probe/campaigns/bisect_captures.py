"""Captures that are there already and answer what a bisect would ask. It reads shapes files, and starts nothing."""

from collections.abc import Iterable, Mapping, Sequence

from captures.compare.history import captures_of
from captures.errors import ShapesFileError
from captures.model import Capture
from captures.store import question_of
from probe.archive import found_in
from probe.campaigns.cells import Cell
from probe.errors import SetupError
from probe.scenarios.table import scenario_named
from probe.shapes import fixture_of


def answers_in(names: Sequence[str], cells: Iterable[Cell]) -> Mapping[Cell, Capture]:
    """The captures below `names` that answer one of `cells`, which are of one scenario.

    A file that was made with other tools than the scenario has today is passed over, and so is a capture that shows
    nothing: another run may.

    Raises:
        SetupError: A file cannot be read or is no shapes file, or two of them answer one question, each in its own way.
        LeakFoundError: One holds something that may not stand in a shapes file.
    """
    by_question = {cell.question: cell for cell in cells}
    fixtures = {
        name: fixture_of(scenario_named(name).catalog) for name in {cell.scenario for cell in by_question.values()}
    }
    files = [(found.name, found.file) for found in found_in(names) if found.file.fixture in fixtures.values()]
    try:
        captures = captures_of(files)
    except ShapesFileError as error:
        raise SetupError(str(error)) from None
    return {
        by_question[question]: capture
        for capture in captures
        if (question := question_of(capture)) in by_question and capture.verdict.kind != "inconclusive"
    }
