"""`shape-probe diff`: what is different between captures of the same questions? `probe.diffing` does the work."""

from pathlib import Path
from typing import get_args

import click

from captures.compare.words import FailOn, FormatName
from probe.cli.ending import ends_well, put
from probe.cli.options import fail_on_option, settings_file_option
from probe.errors import SetupError
from probe.writability import check_writable


@click.command("diff")
@click.argument("old", metavar="OLD", help="A shapes file, a directory with some, or - for stdin.")
@click.argument("new", metavar="NEW", help="What is compared with it, of the same three.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(get_args(FormatName)),
    default="text",
    help="How the result is written.",
)
@fail_on_option
@settings_file_option
@click.option("--out", metavar="FILE|-", default="-", help="Where the result goes; - is stdout.")
@ends_well
def diff(
    *, old: str, new: str, format_name: FormatName, fail_on: FailOn | None, settings_file: str | None, out: str
) -> int:
    """Compare captures of the same questions: one line for each difference, exit code 1 for drift."""
    if old == new == "-":
        raise SetupError("OLD and NEW cannot both be standard input; name a file for one of them")
    target = None if out == "-" else Path(out)
    if target is not None:
        check_writable(target)

    from captures.compare.formats.table import FORMATS
    from captures.compare.judging import exit_code_of
    from probe.checking.report_files import write_report
    from probe.diffing import judged_sides, refuse_input
    from probe.settings_file import settings_from

    judgement = judged_sides(old, new, settings=settings_from(settings_file), fail_on=fail_on)
    text = FORMATS[format_name](judgement)
    if target is None:
        put(text.encode("utf-8"))
    else:
        refuse_input(target, (old, new, settings_file or "shape-probe.toml"))
        write_report(text, target)
    return exit_code_of(judgement)
