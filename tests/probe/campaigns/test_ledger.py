from pathlib import Path

import pytest

from probe.campaigns.folder import Folder, path_of
from probe.campaigns.ledger import Ledger, exit_code_of
from probe.campaigns.outcomes import Answered, Outcome
from tests.captures.samples import INCONCLUSIVE, UNSTABLE
from tests.probe.campaigns.made_up import Seen, answered, capture_for, cell, failed, file_for

OLD, NEW, REFUSED = cell(version="0.9.0"), cell(version="0.10.0"), cell(version="0.10.0", reply="refuse")
CELLS = (OLD, NEW, REFUSED)


def ledger(directory: Path, *, is_retrying: bool = False) -> Ledger:
    return Ledger(CELLS, Folder(directory, CELLS), is_retrying=is_retrying)


def test_everything_is_to_be_done_at_first(tmp_path: Path) -> None:
    first = ledger(tmp_path)

    assert (first.todo, first.outcomes) == (CELLS, {})


def test_what_was_performed_is_on_the_disk_and_is_not_asked_again(tmp_path: Path) -> None:
    first = ledger(tmp_path)

    first.begun(REFUSED)
    first.performed(REFUSED, file_for(REFUSED))
    first.performed(OLD, failed(OLD))

    assert first.todo == (NEW,)
    assert first.outcomes == {OLD: failed(OLD), REFUSED: answered(REFUSED)}
    second = ledger(tmp_path)
    assert second.todo == (OLD, NEW)
    assert second.outcomes == {REFUSED: Answered(cell=REFUSED, capture=capture_for(REFUSED), is_new=False)}


def test_what_is_inconclusive_is_an_answer_unless_it_is_to_be_asked_again(tmp_path: Path) -> None:
    first = ledger(tmp_path)
    first.performed(OLD, file_for(OLD, verdict=INCONCLUSIVE))
    first.performed(NEW, file_for(NEW))

    assert ledger(tmp_path).todo == (REFUSED,)
    assert ledger(tmp_path, is_retrying=True).todo == (OLD, REFUSED)


def test_a_capture_that_cannot_be_written_is_a_failure_of_its_cell_alone(tmp_path: Path) -> None:
    first = ledger(tmp_path)
    path_of(tmp_path, OLD).mkdir(parents=True)

    first.performed(OLD, file_for(OLD))
    first.performed(NEW, file_for(NEW))

    path = path_of(tmp_path, OLD)
    assert first.outcomes == {
        OLD: failed(OLD, f"cannot write {path}: it is a directory; name a file in it"),
        NEW: answered(NEW),
    }


def test_a_display_is_told_of_what_comes(tmp_path: Path) -> None:
    first, seen = ledger(tmp_path), Seen()
    first.performed(OLD, failed(OLD))
    first.shown_by(seen)

    first.begun(NEW)
    first.performed(NEW, file_for(NEW))
    first.performed(REFUSED, failed(REFUSED))

    assert (seen.begun_cells, seen.outcomes) == ([NEW], [answered(NEW), failed(REFUSED)])


@pytest.mark.parametrize(
    ("outcomes", "exit_code"),
    [
        ([], 0),
        ([answered(OLD), answered(NEW, verdict=UNSTABLE)], 0),
        ([answered(OLD), answered(NEW, verdict=INCONCLUSIVE)], 3),
        ([answered(OLD), failed(NEW)], 3),
        ([failed(OLD), failed(NEW, exit_code=4), answered(REFUSED)], 4),
    ],
)
def test_the_exit_code_is_the_gravest(outcomes: list[Outcome], exit_code: int) -> None:
    assert exit_code_of(outcomes) == exit_code
