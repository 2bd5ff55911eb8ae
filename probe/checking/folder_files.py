"""Writes shapes files into a directory tree, with the directories that they need; what is the same already stays.

Whether a file may be replaced is decided by the caller. What is made of the file that is there is made while the file
is held, so that nothing is lost of what another process puts into it.
"""

import os
from collections.abc import Collection, Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from captures.model import ShapesFile
from probe.archive import found_in
from probe.directory_lock import locked
from probe.errors import SetupError
from probe.writability import UnwritableError, printable
from probe.writer import text_of, write

_TRIES: Final = 20
"""Another process can remove a directory just after it is made here, as long as it is empty."""


def check_directory(path: Path) -> None:
    """Try whether `path` can be a directory with new files in it. Nothing is made.

    Raises:
        SetupError: It cannot; one sentence says why.
    """
    there = Path(os.path.realpath(path))
    while not os.path.lexists(there):
        there = there.parent
    if not there.is_dir():
        raise SetupError(f"{printable(path)} cannot be a directory: {printable(there)} is a file; name another one")
    if not os.access(there, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        raise SetupError(f"cannot write below {printable(path)}: permission is denied; name a directory that is yours")


@contextmanager
def held(path: Path) -> Generator[ShapesFile | None]:
    """Keep other processes from `path`, and give what stands there now; None where nothing does.

    Directories that are made for it go away again when nothing is put into them.

    Raises:
        DirectoryBusyError: Another process had it all the time.
        SetupError: The file cannot be read or is no shapes file, or its directory takes no file.
        LeakFoundError: The file holds something that may not stand in a shapes file.
    """
    with ExitStack() as stack:
        stack.callback(_remove_empty, [parent for parent in path.parents if not parent.exists()])
        try:
            _hold(path.parent, stack)
            is_there = path.exists()
        except OSError as error:
            raise UnwritableError(path, number=error.errno) from error
        yield found_in([str(path)])[0].file if is_there else None


def _hold(directory: Path, stack: ExitStack, *, tries: int = _TRIES) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        stack.enter_context(locked(directory))
    except FileNotFoundError:
        if tries == 1:
            raise
        _hold(directory, stack, tries=tries - 1)


def _remove_empty(directories: Collection[Path]) -> None:
    """Remove those that hold nothing, the innermost first."""
    for directory in directories:
        with suppress(OSError):
            directory.rmdir()


def write_below(file: ShapesFile, path: Path, *, canaries: Collection[str]) -> bool:
    """Write `file` to `path`, unless the same stands there; says whether anything was written.

    Raises:
        LeakFoundError: The leak guard refused.
        SetupError: The file could not be written.
    """
    text = text_of(file, canaries=canaries)
    try:
        if path.is_file() and path.read_bytes() == text.encode("utf-8"):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(path, number=error.errno) from error
    write(file, path, canaries=canaries)
    return True
