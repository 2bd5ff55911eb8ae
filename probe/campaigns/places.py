"""Whether a directory or a file of a matrix can be where it is to be, asked before it is opened. It changes nothing.

A pipe would never answer, a device would be replaced, and a name that the system does not take is found out early.
"""

import stat
from pathlib import Path

from probe.errors import SetupError
from probe.writability import UnwritableError, printable


class NotRegularError(SetupError):
    """Something else stands where a file of ours should be."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{printable(path)} is no regular file; remove it, or give another --out")


def check_directory(path: Path) -> None:
    """Make sure that `path` is a directory, or free.

    Raises:
        UnwritableError: The system takes no such name.
        SetupError: Something else is there.
    """
    mode = _mode_of(path)
    # A link that leads nowhere becomes no directory.
    if not (stat.S_ISDIR(mode) if mode is not None else not path.is_symlink()):
        raise SetupError("--out takes a directory, one that is there or one to be made")


def has_file(path: Path) -> bool:
    """Say whether a regular file is there. Links are followed.

    Raises:
        NotRegularError: Something else is there.
        UnwritableError: The system takes no such name.
    """
    mode = _mode_of(path)
    if mode is not None and not stat.S_ISREG(mode):
        raise NotRegularError(path)
    return mode is not None


def check_lock(path: Path) -> None:
    """Make sure that the file of a lock is a file, or free. A link would lock something else.

    Raises:
        NotRegularError: Something else is there.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise NotRegularError(path)


def _mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnwritableError(path, number=error.errno) from None
