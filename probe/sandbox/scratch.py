"""The scratch directory of a run without namespaces: made, locked, removed, and swept when its owner was killed.

Runs inside the warden: standard library only. With namespaces there is none of this, as the scratch is a tmpfs of the
jail.
"""

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from typing import Final

PARENT: Final = "/var/tmp"  # noqa: S108 - short enough for a socket's path, and not a client's own temp directory
_PREFIX: Final = "shape-probe-"
_LOCK: Final = ".lock"


def made(parent: str = PARENT) -> tuple[str, int]:
    """Make a scratch directory that only this user can enter, and its lock: the path and the open lock file.

    Raises:
        OSError: `parent` cannot be written.
    """
    path = os.path.realpath(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    unlocked = os.path.join(path, _LOCK + ".new")
    lock = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.rename(unlocked, os.path.join(path, _LOCK))  # a sweeper never finds the lock free
    return path, lock


def removed(path: str) -> bool:
    """Remove a scratch directory with all that is in it, read-only directories too; say whether it is gone."""
    shutil.rmtree(path, ignore_errors=True)
    if os.path.lexists(path):
        _open_up(path)
        shutil.rmtree(path, ignore_errors=True)
    return not os.path.lexists(path)


def swept(parent: str = PARENT) -> int:
    """Remove scratch directories of this user whose owner is dead (nobody holds the lock): how many."""
    count = 0
    for name in sorted(os.listdir(parent)):
        path = os.path.join(parent, name)
        if not name.startswith(_PREFIX):
            continue
        with contextlib.suppress(OSError):  # its owner, or another sweeper, may remove it at any moment
            found = os.lstat(path)
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
                continue
            lock = os.open(os.path.join(path, _LOCK), os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                count += removed(path)
            finally:
                os.close(lock)
    return count


def _open_up(path: str) -> None:
    """Let the owner change every directory from `path` down. Links are not followed, and nothing above is touched."""
    if not os.path.isdir(path) or os.path.islink(path):
        return
    os.chmod(path, 0o700)
    for directory, names, _files in os.walk(path):
        for name in names:
            inner = os.path.join(directory, name)
            if not os.path.islink(inner):
                os.chmod(inner, 0o700)  # before the walk enters it
