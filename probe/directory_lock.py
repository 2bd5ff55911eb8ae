"""Keeps other processes of ours off a directory while something in it is changed. What they wait for is short.

It changes no file but its own, and says nothing of what is to be in the directory.
"""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from probe.errors import SetupError
from probe.writability import printable

LOCK_NAME: Final = ".shape-probe.lock"
"""Hidden, so that whoever reads shapes files passes it over."""

_LONGEST_WAIT_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.01


class DirectoryBusyError(SetupError):
    """Another process has the directory, and does not let go of it."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.directory = directory

    def __str__(self) -> str:
        return f"another shape-probe writes to {printable(self.directory)}; wait until it is done, then try again"


@contextmanager
def locked(directory: Path, *, within_seconds: float = _LONGEST_WAIT_SECONDS) -> Generator[None]:
    """Have the directory alone. The kernel lets go of it when this process dies; the lock's file goes away.

    Raises:
        DirectoryBusyError: Another process had it all the time.
        OSError: It is no directory, or takes no file.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - 20 ms that a command which writes nothing never needs

    lock = FileLock(directory / LOCK_NAME)
    try:
        lock.acquire(timeout=within_seconds, poll_interval=_POLL_SECONDS)
    except Timeout:
        raise DirectoryBusyError(directory) from None
    try:
        yield
    finally:
        with suppress(OSError):  # before it is let go of, so that nobody else has it
            (directory / LOCK_NAME).unlink()
        lock.release()
