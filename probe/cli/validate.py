"""`shape-probe validate`: is a file a shapes file, in its canonical text, with nothing in it that may not be there?"""

import os
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

import click

from probe.archive import MAX_BYTES, bytes_of
from probe.cli.ending import ends_well, show
from probe.errors import SetupError

_BAD: Final = 2
_LEAK: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is to be said of one file, the exit code that it asks for, and whether rewriting would make it right."""

    says: str
    exit_code: int
    can_be_fixed: bool = False


@click.command("validate")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, help="Shapes files; - is standard input.")
@click.option("--fix", is_flag=True, help="Rewrite files that are right but not canonical.")
@ends_well
def validate(*, files: tuple[str, ...], fix: bool) -> int:
    """Check shapes files: one line each, and the gravest exit code of them (0, 2, or 4 for a leak)."""
    worst = 0
    for name in files:
        verdict = _judged(name, is_to_fix=fix)
        show(f"{_printable(name)}: {verdict.says}")
        worst = max(worst, verdict.exit_code)
    return worst


def verdict_on(data: bytes) -> Verdict:
    """Judge the bytes of a file. What is said repeats nothing from them but names."""
    from captures import canonical
    from captures.errors import ShapesFileError
    from captures.leaks import LeakError

    try:
        text = canonical.dumps(canonical.loads(data, name=""))
    except ShapesFileError as error:
        return Verdict(says=error.problem, exit_code=_BAD)
    except LeakError as leak:
        return Verdict(says=f"refused by the leak guard: {leak}", exit_code=_LEAK)
    line = _first_difference(data, text.encode("utf-8"))
    if line is None:
        return Verdict(says="ok", exit_code=0)
    return Verdict(
        says=f"not canonical: run shape-probe validate --fix on it (line {line} is the first that differs)",
        exit_code=_BAD,
        can_be_fixed=True,
    )


def _judged(name: str, *, is_to_fix: bool) -> Verdict:
    try:
        data = bytes_of(name)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "it has no such name"
        return Verdict(says=f"cannot be read: {reason}", exit_code=_BAD)
    if len(data) > MAX_BYTES:
        return Verdict(says=f"is larger than {MAX_BYTES // 1024 // 1024} MiB", exit_code=_BAD)
    verdict = verdict_on(data)
    return _rewritten(data, Path(name)) if is_to_fix and verdict.can_be_fixed and name != "-" else verdict


def _rewritten(data: bytes, path: Path) -> Verdict:
    from captures import canonical
    from probe.writer import write

    try:
        write(canonical.loads(data, name=""), path, canaries=())
    except SetupError as error:
        return Verdict(says=str(error), exit_code=_BAD)
    return Verdict(says="ok, rewritten", exit_code=0)


def _first_difference(data: bytes, canonical_data: bytes) -> int | None:
    """The number of the first line, from 1, in which the two differ; None when they are the same."""
    if data == canonical_data:
        return None
    lines = zip_longest(data.split(b"\n"), canonical_data.split(b"\n"))
    return next(number for number, (here, there) in enumerate(lines, start=1) if here != there)


def _printable(name: str) -> str:
    """The name on one line, in characters that any terminal takes."""
    return name if name.isprintable() and name.isascii() else ascii(name)
