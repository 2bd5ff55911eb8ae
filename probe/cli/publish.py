"""The end of `shape-probe run`: from observations to the shapes file, the summary and the exit code."""

from collections.abc import Sequence
from pathlib import Path

from captures import canonical
from captures.errors import ShapesFileError
from captures.model import ShapesFile
from captures.store import would_lose
from probe.baseline import BaselineKeptError
from probe.cli.ending import heed_signals, put, say, show
from probe.cli.summary import summary_lines, warnings_about
from probe.errors import SetupError
from probe.observe import Observation
from probe.shapes import canaries_of, shapes_file_of
from probe.writability import printable
from probe.writer import text_of, write


def published(observations: Sequence[Observation], *, target: Path | None, as_json: bool) -> int:
    """Write the shapes file and print the result; gives the exit code.

    Raises:
        ProbeError: The leak guard refused, the file could not be written, or an answer in it would be lost.
    """
    file = shapes_file_of(observations)
    canaries = canaries_of(observations)
    text = text_of(file, canaries=canaries)
    for line in warnings_about(file):
        say(f"shape-probe: {line}")
    heed_signals()
    kept = None
    if target is not None:
        kept = _kept(file, target)
        if kept is None:
            write(file, target, canaries=canaries)
            say(f"written: {printable(target)}")
    if target is None or as_json:
        put(text.encode("utf-8"))
    else:
        for line in summary_lines(canonical.loads(text, name="the result")):  # in the order of the file
            show(line)
    if kept is not None:
        raise kept
    return 3 if any(capture.verdict.kind == "inconclusive" for capture in file.captures) else 0


def _kept(file: ShapesFile, target: Path) -> BaselineKeptError | None:
    """Say that a file is to be kept, as it answers what this run could not; None: it may be replaced.

    Raises:
        SetupError: It cannot be read.
    """
    try:
        data = target.read_bytes()
    except FileNotFoundError:
        return None
    if not data.strip():
        return None
    try:
        lost = would_lose(canonical.loads(data, name=str(target)), file)
    except ShapesFileError as error:
        raise SetupError(f"nothing was written: {error}") from None
    return BaselineKeptError(target, ", ".join(map(str, lost))) if lost else None
