"""`shape-probe report`: one page about many captures, or the same as Markdown."""

from pathlib import Path
from typing import Final, Literal, get_args

import click

from captures.report.signature import is_signed
from probe.baseline import ForeignFileError
from probe.cli.ending import ends_well, put, say
from probe.cli.options import places_argument
from probe.writability import check_writable, printable

_Format = Literal["html", "markdown"]

_LOOKED_AT: Final = 2048
"""Bytes at the start of a file in which a report has its signature."""


@click.command("report")
@places_argument
@click.option("--out", metavar="FILE|-", default="report.html", help="Where the report goes; - is stdout.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(get_args(_Format)),
    show_default="markdown for a FILE in .md, else html",
    help="How it is written.",
)
@ends_well
def report(*, places: tuple[str, ...], out: str, format_name: _Format | None) -> int:
    """Make one page of many captures: a table of versions, a time line of changes, two versions side by side."""
    target = None if out == "-" else Path(out)
    if target is not None:
        check_writable(target)
        check_ours(target)
    is_markdown = format_name == "markdown" or (format_name is None and out.endswith(".md"))

    from captures.report.markdown import markdown_report_of
    from captures.report.page import page_of
    from probe.gathering import gathered
    from probe.whole_file import write_whole

    text = (markdown_report_of if is_markdown else page_of)(gathered(places))
    if target is None:
        put(text.encode("utf-8"))
    else:
        write_whole(text.encode("utf-8"), target)
        say(f"written: {printable(target)}")
    return 0


def check_ours(path: Path) -> None:
    """Make sure that `path` is free, empty, or an earlier report.

    Raises:
        ForeignFileError: It is something else, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            start = file.read(_LOOKED_AT)
    except FileNotFoundError:
        return
    except OSError:
        raise ForeignFileError(path, "cannot be read, so that nobody knows what would be lost") from None
    if start and not is_signed(start):
        raise ForeignFileError(path, "is no report of shape-probe")
