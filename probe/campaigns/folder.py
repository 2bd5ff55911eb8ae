"""The directory of a matrix: one shapes file a client, version and scenario, with the captures of all conditions.

    <directory>/<client>/<version>/<scenario>.json
    <directory>/.matrix.lock                        while a matrix is at work

A baseline of `shape-probe check`, `<directory>/<client>/<scenario>.json`, is refused: such files would spoil it.
It reads what is there, says which questions that answers, and adds to it. A file is whole at every moment; what a
process that was killed left half written is swept by the next one.
"""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from captures.errors import FixtureMismatchError
from captures.model import Capture, ShapesFile
from captures.store import QuestionKey, merged, question_of
from probe.archive import found_in
from probe.campaigns.cells import Cell
from probe.campaigns.places import check_directory, check_lock, has_file
from probe.errors import ProbeError, SetupError
from probe.scenarios.table import scenario_named
from probe.shapes import fixture_of
from probe.writability import UnwritableError, printable
from probe.writer import write

_LOCK: Final = ".matrix.lock"
_PARTIAL: Final = ".shape-probe-*.partial"
"""What `probe.writability` calls the file that is being written."""


class BusyError(SetupError):
    """Another process works on the directory."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            f"another matrix is at work in {printable(directory)}; wait until it is done, or give another --out"
        )


class OtherFixtureError(SetupError):
    """A file is of another fixture than the scenario has today."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{printable(path)} was made with other tools than its scenario has now; give another --out, or remove it"
        )


class BaselineThereError(SetupError):
    """The directory is the baseline of `shape-probe check`, which takes no files of this layout."""

    def __init__(self, directory: Path, path: Path) -> None:
        name = printable(path.relative_to(directory))
        super().__init__(
            f"{printable(directory)} holds a baseline of `shape-probe check` ({name}); give another directory"
        )


class Folder:
    """The directory, as far as the cells of one matrix go. Nobody else changes it meanwhile: see `opened`."""

    def __init__(self, root: Path, cells: Iterable[Cell]) -> None:
        """Read the files in which answers to `cells` can be.

        Raises:
            BaselineThereError: The directory holds a baseline.
            SetupError: One cannot be read, is no file, no shapes file, or is of another fixture.
            LeakFoundError: One holds something that may not stand in a shapes file.
        """
        _check_no_baseline(root)
        self._root = root
        self._files: dict[Path, ShapesFile] = {}
        for path, scenario in dict.fromkeys((path_of(root, cell), cell.scenario) for cell in cells):
            if has_file(path):
                self._files[path] = found_in([str(path)])[0].file
                if self._files[path].fixture != fixture_of(scenario_named(scenario).catalog):
                    raise OtherFixtureError(path)

    def answers(self) -> Mapping[QuestionKey, Capture]:
        """Which capture answers which question. An inconclusive one is an answer here."""
        return {question_of(capture): capture for file in self._files.values() for capture in file.captures}

    def keep(self, cell: Cell, file: ShapesFile) -> Capture:
        """Add the capture of a cell to its file; gives what stands there for the question now.

        Raises:
            SetupError: The file could not be written; it is as it was before.
            LeakFoundError: The leak guard refused, which it did not when the capture was made.
        """
        path = path_of(self._root, cell)
        old = self._files.get(path)
        whole = file if old is None else _joined(old, file, path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnwritableError(path, number=error.errno) from None
        write(whole, path, canaries=())
        self._files[path] = whole
        return next(capture for capture in whole.captures if question_of(capture) == cell.question)


def path_of(root: Path, question: Cell | QuestionKey) -> Path:
    """Where the capture that answers a question is."""
    return root / question.client / question.version / f"{question.scenario}.json"


@contextmanager
def held(root: Path) -> Generator[None]:
    """Make the directory and keep others off it. The kernel lets go of it when this process dies.

    Raises:
        BaselineThereError: It holds a baseline; nothing is made.
        BusyError: Another process has it.
        NotRegularError: Something else is where the file of the lock should be.
        SetupError: It cannot be made or written.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - 20 ms that a plan without --out never needs

    check_directory(root)
    _check_no_baseline(root)
    check_lock(root / _LOCK)
    lock = FileLock(root / _LOCK)
    try:
        root.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise BusyError(root) from None
    except OSError as error:
        raise UnwritableError(root, number=error.errno) from None
    try:
        _sweep(root)
        yield
    finally:
        with suppress(OSError):  # before it is let go of, so that nobody else has it
            (root / _LOCK).unlink()
        lock.release()


def _check_no_baseline(root: Path) -> None:
    for path in sorted(root.glob("[!.]*/[!.]*.json")):
        if path.is_file() and _is_of_baseline(path):
            raise BaselineThereError(root, path)


def _is_of_baseline(path: Path) -> bool:
    """Say whether a shapes file stands where `check` would have put it, of whatever client and scenario."""
    try:
        [found] = found_in([str(path)])
    except ProbeError:  # none of ours, whatever it is
        return False
    return any((each.client.name, each.scenario) == (path.parent.name, path.stem) for each in found.file.captures)


def _sweep(root: Path) -> None:
    for partial in root.glob(f"*/*/{_PARTIAL}"):
        with suppress(OSError):
            partial.unlink()


def _joined(old: ShapesFile, new: ShapesFile, path: Path) -> ShapesFile:
    try:
        return merged(old, new, name=str(path))
    except FixtureMismatchError:
        raise OtherFixtureError(path) from None
