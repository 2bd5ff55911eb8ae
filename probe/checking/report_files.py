"""Reports in files beside the one on standard output: `--report FORMAT=FILE`, read, checked and written.

What stands in a report is a matter of `captures.compare.formats`.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, get_args

from captures.compare.words import FormatName
from probe.errors import SetupError
from probe.whole_file import write_whole
from probe.writability import check_writable, printable

FORMAT_NAMES: Final[tuple[FormatName, ...]] = get_args(FormatName)


class ReportFile(NamedTuple):
    """One report that is to be written."""

    format: FormatName
    path: Path


def report_files(texts: Sequence[str], *, baseline: Path) -> tuple[ReportFile, ...]:
    """Read `FORMAT=FILE` texts, and make sure that the files can be written.

    Raises:
        SetupError: One has another form, names no known format, names a file that another one names or that would count
            as a part of the baseline, or cannot be written.
    """
    found: list[ReportFile] = []
    for text in texts:
        name, _, file = text.partition("=")
        format_name = next((each for each in FORMAT_NAMES if each == name), None)
        if format_name is None or file in {"", "-"}:
            raise SetupError(
                f"--report takes FORMAT=FILE with one of {', '.join(FORMAT_NAMES)}, for example "
                "--report junit=junit.xml; what goes to standard output is --format"
            )
        path = Path(file)
        if path in (each.path for each in found):
            raise SetupError(f"two reports are to go to {printable(path)}; give each a file of its own")
        refuse_in_baseline(path, baseline)
        check_writable(path)
        found.append(ReportFile(format_name, path))
    return tuple(found)


def refuse_in_baseline(path: Path, baseline: Path) -> None:
    """Make sure that a path is not below the baseline, where it would be taken for a part of it the next time.

    Raises:
        SetupError: It is.
    """
    if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(baseline)):
        raise SetupError(f"{printable(path)} is in the directory of the baseline; write it somewhere else")


def write_report(text: str, path: Path) -> None:
    """Write a report, whole or not at all.

    Raises:
        SetupError: It could not be written.
    """
    write_whole(text.encode("utf-8"), path)
