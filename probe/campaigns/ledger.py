"""What has become of each cell of a matrix so far. It keeps captures as they come, and turns no failure into an end."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from captures.model import ShapesFile
from probe.campaigns.cells import Cell
from probe.campaigns.folder import Folder
from probe.campaigns.outcomes import Answered, Failed, Outcome, failure_of, is_inconclusive
from probe.errors import ProbeError


class Display(Protocol):
    """Whoever shows a person how far a matrix is. No method may raise."""

    def begun(self, cell: Cell) -> None:
        """The cell's client is about to be started."""
        ...

    def ended(self, outcome: Outcome) -> None:
        """The cell is over."""
        ...


class Ledger:
    """Satisfies `probe.campaigns.outcomes.Told`."""

    def __init__(self, cells: Iterable[Cell], folder: Folder, *, is_retrying: bool) -> None:
        """Take over what the directory answers; with `is_retrying` not what is inconclusive there."""
        self._folder = folder
        self._cells = tuple(cells)
        self._display: Display | None = None
        answers = folder.answers()
        found = (
            Answered(cell=cell, capture=answers[cell.question], is_new=False)
            for cell in self._cells
            if cell.question in answers
        )
        self._outcomes: dict[Cell, Outcome] = {
            outcome.cell: outcome for outcome in found if not (is_retrying and is_inconclusive(outcome))
        }

    @property
    def todo(self) -> tuple[Cell, ...]:
        """The cells of which nothing is known yet, in the order of the plan."""
        return tuple(cell for cell in self._cells if cell not in self._outcomes)

    @property
    def outcomes(self) -> Mapping[Cell, Outcome]:
        """What is known, in the order of the plan."""
        return {cell: self._outcomes[cell] for cell in self._cells if cell in self._outcomes}

    def shown_by(self, display: Display) -> None:
        """Have somebody show what comes from now on."""
        self._display = display

    def begun(self, cell: Cell) -> None:
        """Say so."""
        if self._display is not None:
            self._display.begun(cell)

    def performed(self, cell: Cell, result: ShapesFile | Failed) -> None:
        """Keep a capture: it is on the disk when this returns. What cannot be written is a failure of the cell."""
        outcome: Outcome
        if isinstance(result, Failed):
            outcome = result
        else:
            try:
                outcome = Answered(cell=cell, capture=self._folder.keep(cell, result), is_new=True)
            except ProbeError as error:
                outcome = failure_of(cell, error)
        self._outcomes[cell] = outcome
        if self._display is not None:
            self._display.ended(outcome)


def exit_code_of(outcomes: Iterable[Outcome]) -> int:
    """4 where the leak guard refused something, else 3 where a cell failed or is inconclusive, else 0."""
    found = tuple(outcomes)
    if any(isinstance(outcome, Failed) and outcome.exit_code == 4 for outcome in found):
        return 4
    return 3 if any(isinstance(outcome, Failed) or is_inconclusive(outcome) for outcome in found) else 0
