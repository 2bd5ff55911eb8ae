"""Puts bytes into a file, whole or not at all: what was there before stays until the end.

It makes no content and judges none; whoever calls it answers for that nothing raw is in it.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

from probe.writability import UnwritableError, partial_beside, target_of


def write_whole(data: bytes, path: Path) -> None:
    """Write `data` to `path`. A symbolic link is followed. A file that was there keeps its permissions.

    Raises:
        UnwritableError: it could not be written; one sentence says why and what to do.
    """
    try:
        _replace(target_of(path), data)
    except OSError as error:
        raise UnwritableError(path, number=error.errno) from error


def _replace(target: Path, data: bytes) -> None:
    partial = partial_beside(target)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as output:
            with suppress(FileNotFoundError):
                os.fchmod(descriptor, stat.S_IMODE(target.stat().st_mode))
            output.write(data)
            output.flush()
            os.fsync(descriptor)
        partial.replace(target)
    except BaseException:
        with suppress(OSError):  # what went wrong first is what is said
            partial.unlink()
        raise
    _settle(target.parent)


def _settle(directory: Path) -> None:
    """Have the new name survive a power cut, where the system can do that for directories."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
