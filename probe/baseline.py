"""The shapes file that a run is about to replace: whether it may be replaced at all, and what would be lost.

The first question is asked before a client is started, so it imports nothing heavy; the second when there is a result.
"""

import errno
import json
from pathlib import Path

from captures.words import SCHEMA_VERSION
from probe.errors import InconclusiveError, SetupError
from probe.writability import printable


class ForeignFileError(SetupError):
    """The file to be written exists and holds something else."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{printable(path)} exists and {what}; name another file, or remove it if you do not need it")


class BaselineKeptError(InconclusiveError):
    """The result shows nothing where the file shows something."""

    def __init__(self, path: Path, questions: str) -> None:
        super().__init__(
            f"nothing was written: {printable(path)} answers what this run could not ({questions}), and is kept"
        )


def check_replaceable(path: Path) -> None:
    """Make sure that `path` is free, empty, or a shapes file of this release or an older one.

    Raises:
        ForeignFileError: It is something else, or of a newer release.
    """
    try:
        text = path.read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):  # a matter of `probe.writability`
        return
    except OSError as error:
        raise ForeignFileError(path, f"cannot be read ({errno.errorcode.get(error.errno or 0, 'no reason')})") from None
    if not text.strip():
        return
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise ForeignFileError(path, "is not a shapes file") from None
    version = document.get("schema_version") if isinstance(document, dict) else None
    if type(version) is not int:  # true is an int to isinstance
        raise ForeignFileError(path, "is not a shapes file")
    if version > SCHEMA_VERSION:
        raise ForeignFileError(path, f"was written by a newer release (schema_version {version})")
    if not isinstance(document.get("captures"), list):
        raise ForeignFileError(path, "is not a shapes file")
