"""Whether a file can be written, asked before any client is started. It imports nothing heavy, and leaves no trace.

Here stands also what is said about each way in which the system refuses.
"""

import errno
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from probe.errors import SetupError

_SAYS: Final[Mapping[int, str]] = {
    errno.ENOENT: "its directory does not exist; create it or name another file",
    errno.ENOTDIR: "what should be its directory is a file; name another file",
    errno.EISDIR: "it is a directory; name a file in it",
    errno.EACCES: "permission is denied; name a file in a directory that is yours",
    errno.EPERM: "permission is denied; name a file in a directory that is yours",
    errno.EROFS: "the file system is read-only; name a file on another one",
    errno.ENOSPC: "the disk is full; free some space or name a file on another disk",
    errno.EDQUOT: "the disk quota is used up; free some space or name a file on another disk",
    errno.EFBIG: "the file would be larger than is allowed here; raise the limit or name a file on another disk",
    errno.ELOOP: "it is a symbolic link that leads to itself; remove it or name another file",
    errno.EINVAL: "it is no name that the system takes; name another file",
    errno.ENAMETOOLONG: "its name is too long; name another file",
}


class UnwritableError(SetupError):
    """A file cannot be written; `path` is what the user called it, `number` the system's error number."""

    def __init__(self, path: Path, *, number: int | None) -> None:
        super().__init__(path, number)
        self.path = path
        self.number = number

    def __str__(self) -> str:
        says = _SAYS.get(self.number or 0, f"the system refused ({errno.errorcode.get(self.number or 0, 'no reason')})")
        return f"cannot write {printable(self.path)}: {says}"


class NotAFileError(SetupError):
    """What stands at the path is a device, a pipe or a socket, and replacing it would do harm."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"cannot write {printable(self.path)}: it is no regular file; use - for standard output"


def check_writable(path: Path) -> None:
    """Try whether `path` can be written, by making and removing an empty file beside it.

    Raises:
        SetupError: it cannot; one sentence says why and what to do.
    """
    try:
        partial = partial_beside(target_of(path))
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        partial.unlink()
    except OSError as error:
        raise UnwritableError(path, number=error.errno) from error


def target_of(path: Path) -> Path:
    """The regular file that is to be replaced, or made: symbolic links are followed.

    Raises:
        NotAFileError: something else is there.
        OSError: a directory is there, the file may not be written, or a link leads to itself.
    """
    if "\0" in os.fspath(path):
        raise OSError(errno.EINVAL, "has a NUL character")
    target = Path(os.path.realpath(os.fspath(path)))
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return target
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory")
    if stat.S_ISLNK(mode):  # only a loop is left as a link
        raise OSError(errno.ELOOP, "is a loop of links")
    if not stat.S_ISREG(mode):
        raise NotAFileError(path)
    if not os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        # Replacing it would work, but somebody has made it read-only.
        raise PermissionError(errno.EACCES, "is read-only")
    return target


def partial_beside(target: Path) -> Path:
    """A new name in the directory of `target`, of a length that every file system takes."""
    return target.with_name(f".shape-probe-{secrets.token_hex(8)}.partial")


def printable(path: Path) -> str:
    """The path on one line, in characters that any terminal takes."""
    text = os.fspath(path)
    return text if text.isprintable() and text.isascii() else ascii(text)
