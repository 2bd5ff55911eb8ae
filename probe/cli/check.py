"""`shape-probe check`: what has changed since the committed baseline? Its options alone; see `probe.cli.checking`."""

import os
from pathlib import Path
from typing import get_args

import click

from captures.compare.words import FailOn, FormatName
from probe.cli.ending import ends_well
from probe.cli.options import (
    deadline_option,
    fail_on_option,
    jobs_option,
    repeat_option,
    settings_file_option,
    verbose_option,
)
from probe.clients.settings import pairs_in

DEFAULT_BASELINE = "shapes"


@click.command("check")
@click.argument(
    "specs",
    metavar="[SPEC…]",
    nargs=-1,
    help="claude@latest, codex@0.171.0, claude@./path/to/binary, claude (the one on PATH). "
    "Without a SPEC: the clients of the baseline, from PATH.",
)
@click.option(
    "--baseline",
    metavar="DIR",
    default=DEFAULT_BASELINE,
    help="The directory of the baseline, CLIENT/SCENARIO.json.",
)
@click.option("--update", is_flag=True, help="Show what changes, then write the answers into the baseline.")
@click.option(
    "--scenario",
    "scenarios",
    metavar="NAME",
    multiple=True,
    show_default="first-request where there is no baseline yet",
    help="Ask this, instead of what the baseline answers. Repeatable.",
)
@click.option(
    "--reply",
    "replies",
    metavar="MODE",
    multiple=True,
    show_default="accept where there is no baseline yet",
    help="What model requests get: accept, refuse, close, status:N. Repeatable.",
)
@click.option("--set", "settings", metavar="KEY=VALUE", multiple=True, help="A condition of what is asked. Repeatable.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(get_args(FormatName)),
    default="text",
    help="How the result is written to stdout.",
)
@click.option(
    "--report",
    "reports",
    metavar="FORMAT=FILE",
    multiple=True,
    help="Write the result to a file too. Repeatable.",
)
@fail_on_option
@settings_file_option
@click.option(
    "--out",
    metavar="DIR",
    show_default="not kept",
    help="Keep what was captured: DIR/CLIENT/VERSION/SCENARIO.json.",
)
@repeat_option
@jobs_option
@deadline_option
@verbose_option
@ends_well
def check(
    *,
    specs: tuple[str, ...],
    baseline: str,
    update: bool,
    scenarios: tuple[str, ...],
    replies: tuple[str, ...],
    settings: tuple[str, ...],
    format_name: FormatName,
    reports: tuple[str, ...],
    fail_on: FailOn | None,
    settings_file: str | None,
    out: str | None,
    repeat: int,
    jobs: int,
    deadline: float | None,
    verbose: bool,
) -> int:
    """Run clients, and compare what they show with the committed baseline."""
    pairs = pairs_in(settings)
    from probe.checking.questions import Named
    from probe.cli.checking import Wishes, checked

    return checked(
        specs,
        Named(scenarios=scenarios, replies=replies, pairs=pairs),
        Wishes(
            baseline=Path(baseline),
            is_update=update,
            format_name=format_name,
            reports=reports,
            fail_on=fail_on,
            settings_file=settings_file,
            kept=None if out is None else Path(out),
            repeat=repeat,
            jobs=jobs or os.cpu_count() or 1,
            deadline_seconds=deadline,
            is_verbose=verbose,
        ),
    )
