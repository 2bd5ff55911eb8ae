"""Writes shapes files into a directory tree, with the directories that they need; what is the same already stays.

Whether a file may be replaced is decided by the caller.
"""

import os
from collections.abc import Collection
from pathlib import Path

from captures.model import ShapesFile
from probe.errors import SetupError
from probe.writability import UnwritableError, printable
from probe.writer import text_of, write


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
