"""`shape-probe check`: what has changed since the committed baseline? Its options alone; see `probe.cli.checking`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from captures.compare.words import FailOn, FormatName
from probe.cli.ending import ends_well
from probe.clients.settings import pairs_in

DEFAULT_BASELINE = "shapes"


@ends_well
def check(
    specs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SPEC…",
            help="claude@latest, codex@0.171.0, claude@./path/to/binary, claude (the one on PATH). "
            "Without a SPEC: the clients of the baseline, from PATH.",
            show_default=False,
        ),
    ] = None,
    baseline: Annotated[
        str, typer.Option(metavar="DIR", help="The directory of the baseline, CLIENT/SCENARIO.json.")
    ] = DEFAULT_BASELINE,
    update: Annotated[
        bool, typer.Option("--update", help="Show what changes, then write the answers into the baseline.")
    ] = False,
    scenario: Annotated[
        list[str] | None,
        typer.Option(
            help="Ask this, instead of what the baseline answers. Repeatable.",
            show_default="first-request where there is no baseline yet",
        ),
    ] = None,
    reply: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODE",
            help="What model requests get: accept, refuse, close, status:N. Repeatable.",
            show_default="accept where there is no baseline yet",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A condition of what is asked. Repeatable."),
    ] = None,
    format_name: Annotated[FormatName, typer.Option("--format", help="How the result is written to stdout.")] = "text",
    report: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMAT=FILE", help="Write the result to a file too. Repeatable."),
    ] = None,
    fail_on: Annotated[
        FailOn | None,
        typer.Option(
            help="From which severity on a finding is drift.", show_default="as the settings say, else breaking"
        ),
    ] = None,
    settings_file: Annotated[
        str | None,
        typer.Option(
            "--settings",
            metavar="FILE",
            help="Severities of yours, and the findings that you accept.",
            show_default="shape-probe.toml where there is one",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Keep what was captured: DIR/CLIENT/VERSION/SCENARIO.json.", show_default="not kept"
        ),
    ] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Make each run so many times; what wavers is named unstable.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Runs at a time; 0: one a processor.")] = 0,
    deadline: Annotated[
        float | None,
        typer.Option(min=0.1, help="Seconds that a client gets.", show_default="60, or what the scenario needs"),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log each event to stderr, names only.")] = False,
) -> int:
    """Run clients, and compare what they show with the committed baseline."""
    pairs = pairs_in(settings or [])
    from probe.checking.questions import Named
    from probe.cli.checking import Wishes, checked

    return checked(
        specs or [],
        Named(scenarios=scenario or [], replies=reply or [], pairs=pairs),
        Wishes(
            baseline=Path(baseline),
            is_update=update,
            format_name=format_name,
            reports=report or [],
            fail_on=fail_on,
            settings_file=settings_file,
            kept=None if out is None else Path(out),
            repeat=repeat,
            jobs=jobs or os.cpu_count() or 1,
            deadline_seconds=deadline,
            is_verbose=verbose,
        ),
    )
