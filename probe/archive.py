"""Reads shapes files: one, standard input, or all that are below a directory. It never writes and judges nothing."""

import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from captures import canonical
from captures.errors import ShapesFileError
from captures.leaks import LeakError
from captures.model import ShapesFile
from probe.errors import LeakRefusedError, SetupError
from probe.writability import printable

MAX_BYTES: Final = 64 * 1024 * 1024
"""Of one file. A file of every release of two clients has about a hundredth of it."""


_SPEC: Final = re.compile(r"[a-z]+@[\w.-]+", re.ASCII)
"""What names a release, for whoever gives one where a file is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A shapes file, and what messages call it."""

    name: str
    file: ShapesFile


class LeakyFileError(LeakRefusedError):
    """A file holds something that may not stand in one: somebody has edited it, or something else has made it.

    `name` is the file's, `pointer` and `rule` say where and what for; what stands there stays unsaid.
    """

    def __init__(self, name: str, leak: LeakError) -> None:
        super().__init__(name, leak.pointer, leak.rule)
        self.name = name
        self.pointer = leak.pointer
        self.rule = leak.rule

    def __str__(self) -> str:
        return (
            f"{self.name}: what stands at {self.pointer} may not stand in a shapes file (rule: {self.rule}); "
            "it was edited, or made by something else: make it again"
        )


def bytes_of(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. One more than is allowed at most, so that an endless one ends.

    Raises:
        OSError: It cannot be read.
        ValueError: It has no such name: there is a NUL character in it.
    """
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def found_in(names: Iterable[str]) -> tuple[Found, ...]:
    """All shapes files that `names` lead to: files, `-`, and directories with `*.json` files at any depth.

    In the order given, those of a directory by path. Hidden files and directories are left out.

    Raises:
        SetupError: One cannot be read or is no shapes file, or a directory has none.
        LeakyFileError: One holds something that may not stand in a shapes file, and so not in what is made of it.
    """
    return tuple(found for name in names for found in _found(name))


def _found(name: str) -> tuple[Found, ...]:
    if name != "-" and os.path.isdir(name):  # noqa: PTH112 - a text of the user's, which may be no path at all
        paths = json_files_below(Path(name))
        if not paths:
            raise SetupError(f"{printable(Path(name))} has no shapes file in it; give a directory that has some")
        return tuple(_read(str(path)) for path in paths)
    return (_read(name),)


def json_files_below(directory: Path) -> list[Path]:
    """The regular files `*.json` at any depth, by path; hidden files and directories are passed over.

    Links to directories are followed, each directory once.

    Raises:
        SetupError: A directory cannot be looked into: what is in it would be passed over in silence.
    """
    found: list[Path] = []
    seen: set[tuple[int, int]] = set()
    waiting = [directory]
    while waiting:
        folder = waiting.pop()
        try:
            state = folder.stat()
            entries = list(os.scandir(folder)) if (state.st_dev, state.st_ino) not in seen else []
        except OSError as error:
            raise SetupError(f"{printable(folder)} cannot be read: {os.strerror(error.errno or 0)}") from None
        seen.add((state.st_dev, state.st_ino))
        for entry in entries:
            if entry.name.startswith("."):
                continue
            path = folder / entry.name
            if path.is_dir():
                waiting.append(path)
            elif entry.name.endswith(".json") and path.is_file():
                found.append(path)
    return sorted(found)


def _read(name: str) -> Found:
    called = "standard input" if name == "-" else printable(Path(name))
    try:
        data = bytes_of(name)
    except OSError as error:
        hint = "; this takes files, which shape-probe run and matrix make" if _SPEC.fullmatch(name) else ""
        raise SetupError(f"{called} cannot be read: {os.strerror(error.errno or 0)}{hint}") from None
    except ValueError:
        raise SetupError(f"{called} is no name of a file") from None
    if len(data) > MAX_BYTES:
        raise SetupError(f"{called} is larger than {MAX_BYTES // 1024 // 1024} MiB")
    try:
        file = canonical.loads(data, name=called)
        canonical.dumps(file)
    except ShapesFileError as error:
        raise SetupError(str(error)) from None
    except LeakError as leak:
        raise LeakyFileError(called, leak) from None
    return Found(name=called, file=file)
