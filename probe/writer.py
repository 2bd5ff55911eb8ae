"""The one way out: writes shapes files, whole or not at all.

It makes no text: `captures.canonical` does, and looks for leaks first.
"""

from collections.abc import Collection
from pathlib import Path

from captures import canonical
from captures.leaks import LeakError
from captures.model import ShapesFile
from probe.errors import LeakRefusedError
from probe.whole_file import write_whole


class LeakFoundError(LeakRefusedError):
    """The leak guard refused. `pointer` and `rule` say where and what for; what it found stays unsaid."""

    def __init__(self, leak: LeakError) -> None:
        super().__init__(leak.pointer, leak.rule)
        self.pointer = leak.pointer
        self.rule = leak.rule

    def __str__(self) -> str:
        return (
            f"the leak guard refused what stands at {self.pointer} (rule: {self.rule}); nothing was written: "
            "please report this line, it holds nothing of yours"
        )


def text_of(file: ShapesFile, *, canaries: Collection[str]) -> str:
    """The canonical text of `file`, for standard output. `canaries` are texts of the runs that may not be in it.

    Raises:
        LeakFoundError: the leak guard refused.
    """
    try:
        return canonical.dumps(file, canaries=canaries)
    except LeakError as leak:
        raise LeakFoundError(leak) from None


def write(file: ShapesFile, path: Path, *, canaries: Collection[str]) -> None:
    """Write the canonical text of `file` to `path`, whole or not at all: what was there before stays until the end.

    A symbolic link is followed. A file that was there keeps its permissions.

    Raises:
        LeakFoundError: the leak guard refused.
        SetupError: the file could not be written; one sentence says why and what to do.
    """
    write_whole(text_of(file, canaries=canaries).encode("utf-8"), path)
