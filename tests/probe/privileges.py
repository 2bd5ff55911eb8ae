"""For tests of permissions: the superuser, whom tests may run as, is asked for none."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def without_privileges() -> Iterator[None]:
    """As somebody for whom permissions count."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@contextmanager
def open_directory() -> Iterator[Path]:
    """A directory that anybody can enter and write to."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)
