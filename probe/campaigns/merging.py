"""Writes joined captures: into one file, or into a directory laid out as a matrix does. What is there is joined too."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from captures.model import Capture, ShapesFile
from captures.store import question_of
from probe.archive import Found, found_in
from probe.baseline import check_replaceable
from probe.campaigns.folder import held, path_of
from probe.campaigns.joining import joined
from probe.campaigns.places import has_file
from probe.errors import SetupError
from probe.writability import UnwritableError
from probe.writer import write


def merged_into(out: Path, found: Sequence[Found]) -> Mapping[Path, ShapesFile]:
    """Write the captures of all files, one a question; gives what was written, by path.

    Everything is read and joined before anything is written. `out` is a file where its name ends in `.json`.

    Raises:
        SetupError: `out` is a directory that holds a baseline of `shape-probe check`, captures of different fixtures
            would share a file, a file that is there is none of ours, or one cannot be written.
        LeakFoundError: The leak guard refused a file that is there.
    """
    if out.suffix == ".json" and not os.path.isdir(out):  # noqa: PTH112 - pathlib's raises for a name that is too long
        return _written({out: found})
    with held(out):
        parts: dict[Path, list[Found]] = {}
        for source in found:
            for capture in source.file.captures:
                one = source.file.model_copy(update={"captures": (capture,)})
                parts.setdefault(path_of(out, question_of(capture)), []).append(Found(name=source.name, file=one))
        return _written(parts)


def notes_on(captures: Iterable[Capture]) -> list[str]:
    """One line for each capture that is unstable or inconclusive."""
    notes = []
    for capture in captures:
        match capture.verdict.kind:
            case "unstable":
                notes.append(
                    f"{question_of(capture)}: unstable: its runs differ at {', '.join(capture.verdict.pointers)}"
                )
            case "inconclusive":
                notes.append(f"{question_of(capture)}: inconclusive ({capture.verdict.reason})")
            case "observed":
                pass
            case _:
                assert_never(capture.verdict.kind)
    return notes


def _written(parts: Mapping[Path, Sequence[Found]]) -> dict[Path, ShapesFile]:
    files = {path: _joined([*_there(path), *found]) for path, found in parts.items()}
    for path, file in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnwritableError(path, number=error.errno) from None
        write(file, path, canaries=())
    return files


def _there(path: Path) -> tuple[Found, ...]:
    if not has_file(path):
        return ()
    check_replaceable(path)
    return found_in([str(path)]) if path.stat().st_size else ()


def _joined(found: Sequence[Found]) -> ShapesFile:
    first = found[0]
    other = next((each for each in found if each.file.fixture != first.file.fixture), None)
    if other is not None:
        raise SetupError(
            f"{first.name} and {other.name} were made with different tools, and cannot share a file; give a directory "
            "as --out, or merge them apart"
        )
    captures = joined(capture for each in found for capture in each.file.captures)
    return first.file.model_copy(update={"captures": captures})
