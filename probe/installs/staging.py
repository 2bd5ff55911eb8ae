"""The one place for unfinished things: a staging directory belongs to whoever holds the lock of its name.

The kernel releases the lock of a process that dies, so that a staging directory whose lock is free is rubbish. Nothing
here knows what a version is; names are file names that the caller made.
"""

import os
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from probe.installs.cache import lock_directory, staging_directory


@contextmanager
def staged(cache: Path, name: str, *, on_wait: Callable[[], None]) -> Generator[Path]:
    """Hold the lock of `name`, and give its empty staging directory, which is removed on every path.

    `on_wait` is called once if another process holds the lock; then this waits for as long as that process lives.

    Raises:
        OSError: The cache cannot be written.
    """
    directory = staging_directory(cache) / name
    with _held(cache, name, on_wait=on_wait):
        try:
            _remove(directory)
            directory.mkdir(parents=True)
            yield directory
        finally:
            _remove(directory)


def sweep(cache: Path) -> int:
    """Remove the staging directories of processes that are gone. Gives the bytes freed.

    Raises:
        OSError: The cache cannot be written.
    """
    freed = 0
    for name in stale_names(cache):
        with _held(cache, name, on_wait=None) as is_ours:
            if is_ours:
                directory = staging_directory(cache) / name
                freed += tree_bytes(directory)
                _remove(directory)
    return freed


def stale_names(cache: Path) -> tuple[str, ...]:
    """The names of all staging directories, sorted; some may have a living owner."""
    directory = staging_directory(cache)
    return tuple(sorted(entry.name for entry in directory.iterdir())) if directory.is_dir() else ()


def tree_bytes(directory: Path) -> int:
    """The sizes of all files below a directory. What vanishes meanwhile counts as nothing."""
    total = 0
    for root, _, names in os.walk(directory):
        for name in names:
            with suppress(FileNotFoundError):
                total += os.lstat(os.path.join(root, name)).st_size  # noqa: PTH118 - thousands, five times a second
    return total


@contextmanager
def _held(cache: Path, name: str, *, on_wait: Callable[[], None] | None) -> Generator[bool]:
    """Hold the lock of `name`; where another process has it, wait for that, or without `on_wait` give False."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - 20 ms that a run of a cached version never needs

    directory = lock_directory(cache)
    directory.mkdir(parents=True, exist_ok=True)
    lock = FileLock(directory / f"{name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if on_wait is None:
            yield False
            return
        on_wait()
        lock.acquire()
    try:
        yield True
    finally:
        lock.release()


def _remove(directory: Path) -> None:
    """Remove what can be removed. A rest, say of a program that is just being killed, waits for the next sweep."""
    shutil.rmtree(directory, ignore_errors=True)
