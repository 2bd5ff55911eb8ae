"""The committed baseline: a directory with a shapes file for each client and scenario, `CLIENT/SCENARIO.json`.

No version is in a path, so that `git diff` shows a change as a change. It reads, and writes nothing.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from captures.compare.findings import question_asked
from captures.model import Capture, ShapesFile
from probe.archive import found_in, json_files_below
from probe.errors import SetupError
from probe.writability import printable


class Part(NamedTuple):
    """What one file of a baseline is about."""

    client: str
    scenario: str


class ForeignFileError(SetupError):
    """A file in the directory is no part of a baseline."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            f"{printable(path)} is no part of a baseline: {what}; "
            "move or remove it, or name another directory with --baseline"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """What is in a baseline; nothing where the directory is empty or not there yet."""

    directory: Path
    files: Mapping[Part, ShapesFile]

    @property
    def clients(self) -> tuple[str, ...]:
        """The names of the clients that it has answers of, sorted."""
        return tuple(sorted({part.client for part in self.files}))

    def captures_of(self, client: str) -> tuple[Capture, ...]:
        """All captures of a client, in the order of scenarios and of the files."""
        files = (file for part, file in sorted(self.files.items(), key=_part_first) if part.client == client)
        return tuple(capture for file in files for capture in file.captures)

    def path_of(self, part: Part) -> Path:
        """Where a part of it stands, or would stand."""
        return self.directory / part.client / f"{part.scenario}.json"


def baseline_in(directory: Path) -> Baseline:
    """Read a baseline. Every `*.json` below `directory` has to be a part of it; hidden and other files are left out.

    Raises:
        SetupError: A file cannot be read, is no shapes file, or stands where its captures do not belong; or
            `directory` is none.
        LeakFoundError: A file holds something that may not stand in a shapes file.
    """
    if directory.exists() and not directory.is_dir():
        raise SetupError(f"{printable(directory)} is a file; --baseline takes a directory")
    files = {}
    for path in json_files_below(directory) if directory.exists() else ():
        part = _part_at(path, path.relative_to(directory).parts)
        files[part] = _file_at(path, part)
    return Baseline(directory=directory, files=files)


def _part_first(item: tuple[Part, ShapesFile]) -> Part:
    return item[0]


def _part_at(path: Path, names: tuple[str, ...]) -> Part:
    if len(names) != 2:
        raise ForeignFileError(path, "a baseline has CLIENT/SCENARIO.json")
    return Part(client=names[0], scenario=names[1].removesuffix(".json"))


def _file_at(path: Path, part: Part) -> ShapesFile:
    [found] = found_in([str(path)])
    times: Counter[str] = Counter()
    for capture in found.file.captures:
        if (capture.client.name, capture.scenario) != part:
            raise ForeignFileError(path, f"it has captures of {capture.client.name} {capture.scenario}")
        times[str(question_asked(capture))] += 1
    twice = next((question for question, count in times.items() if count > 1), None)
    if twice is not None:
        raise ForeignFileError(path, f"it answers {twice} twice, and a baseline has one version of a client")
    return found.file
