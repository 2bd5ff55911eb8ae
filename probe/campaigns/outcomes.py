"""What can become of a cell, as values: a capture that answers it, or a sentence that says why there is none."""

from dataclasses import dataclass
from typing import Protocol, assert_never

from captures.model import Capture, ShapesFile
from probe.campaigns.cells import Cell
from probe.errors import InconclusiveError, ProbeError, SetupError
from probe.refusals import refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A capture answers it. `is_new` says that it was made this time, and not found in the directory."""

    cell: Cell
    capture: Capture
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """There is no capture. `says` is one sentence; `exit_code` is what it would have been of a single run."""

    cell: Cell
    says: str
    exit_code: int


Outcome = Answered | Failed


class Told(Protocol):
    """Whoever is told of cells while they are performed, in the event loop's thread."""

    def begun(self, cell: Cell) -> None:
        """Its client is about to be started."""
        ...

    def performed(self, cell: Cell, result: ShapesFile | Failed) -> None:
        """It is over."""
        ...


def failure_of(cell: Cell, error: Exception) -> Failed:
    """Turn what a cell raised, alone or in a group, into a value: one cell is never the end of a matrix."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, ProbeError):
        return Failed(cell=cell, says=str(error), exit_code=error.exit_code)
    if isinstance(error, OSError):
        return Failed(cell=cell, says=refusal(error.errno), exit_code=SetupError.exit_code)
    # Its text may hold what a client sent; its name does not.
    says = f"shape-probe itself failed ({type(error).__name__}); `{cell.command}` shows where: please report it"
    return Failed(cell=cell, says=says, exit_code=InconclusiveError.exit_code)


def is_inconclusive(outcome: Outcome) -> bool:
    """Say whether there is a capture that shows nothing."""
    match outcome:
        case Answered():
            return outcome.capture.verdict.kind == "inconclusive"
        case Failed():
            return False
        case _:
            assert_never(outcome)
