"""Where things are in the cache, and what its file errors mean to a user.

    <root>/clients/<client>/<exact version>/    an install prefix of npm, whole or not there at all
    <root>/clients/.staging/<name>/             what is being fetched or removed
    <root>/clients/.locks/<name>.lock           held by the one process that works on <name>, released by the kernel

Nothing here writes.
"""

import errno
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from probe.errors import SetupError

VARIABLE: Final = "SHAPE_PROBE_CACHE"
"""The environment variable that moves the cache."""


def cache_root(environ: Mapping[str, str]) -> Path:
    """The cache's absolute path: the variable's, where it is set and not empty, else the platform's user cache."""
    named = environ.get(VARIABLE)
    if named:
        return Path(os.path.abspath(os.path.expanduser(named)))  # noqa: PTH100, PTH111 - pathlib's raise for an unknown ~user
    from platformdirs import user_cache_path  # noqa: PLC0415 - a cache that is named needs it not

    return user_cache_path("shape-probe", appauthor=False)


def clients_directory(cache: Path) -> Path:
    """Where the clients are, one directory each."""
    return cache / "clients"


def version_directory(cache: Path, client: str, version: str) -> Path:
    """The install prefix of one exact version."""
    return clients_directory(cache) / client / version


def staging_directory(cache: Path) -> Path:
    """Where unfinished things are."""
    return clients_directory(cache) / ".staging"


def lock_directory(cache: Path) -> Path:
    """Where the lock files are. They are empty, and stay: to remove one is a race."""
    return clients_directory(cache) / ".locks"


@contextmanager
def cache_errors(cache: Path) -> Generator[None]:
    """Turn the errors of the file system into one sentence.

    Raises:
        SetupError: The cache cannot be used, with what to do about it.
    """
    try:
        yield
    except BrokenPipeError:  # whoever read our output has gone
        raise
    except OSError as error:
        raise SetupError(cache_trouble(cache, error.errno)) from error


def cache_trouble(cache: Path, number: int | None) -> str:
    """What an error number of the file system means for the cache, in one sentence."""
    elsewhere = f"set {VARIABLE} to a directory elsewhere"
    match number:
        case errno.ENOSPC | errno.EDQUOT:
            return f"the disk of the cache {cache} is full; run `shape-probe clients prune`, or {elsewhere}"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return f"the cache {cache} cannot be written; make it writable, or {elsewhere}"
        case errno.ENOTDIR | errno.EEXIST:
            return f"something in the path of the cache {cache} is not a directory; remove it, or {elsewhere}"
        case _:
            name = errno.errorcode.get(number or 0, "an unknown error")
            return f"the cache {cache} cannot be used ({name}); {elsewhere}"
