"""`shape-probe matrix`: every combination of releases, scenarios and conditions, into a directory of shapes files.

It reads what is asked and makes the plan; `probe.cli.campaign` carries it out.
"""

import json
import os
import sys
from pathlib import Path
from typing import Final

import click

from probe.campaigns.places import check_directory
from probe.cli.ending import ends_well, show
from probe.cli.options import deadline_option, repeat_option
from probe.errors import SetupError

DEFAULT_DIRECTORY: Final = "native-tool-shapes"
"""Called like the file that `shape-probe run` writes."""


@click.command("matrix")
@click.argument(
    "specs",
    metavar="SPEC…",
    nargs=-1,
    required=True,
    help="Releases: codex@0.154.0, codex@latest, codex@0.154.0..latest (both ends are in), "
    "'claude@>=2.1.260,<2.1.300'.",
)
@click.option(
    "--scenario",
    "scenarios",
    metavar="NAME",
    multiple=True,
    show_default="first-request",
    help="A question to put. Repeatable.",
)
@click.option(
    "--reply",
    "replies",
    metavar="MODE,…",
    multiple=True,
    show_default="accept",
    help="What model requests get: accept, refuse (HTTP 400), close, status:N; several with commas. Repeatable.",
)
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE,…",
    multiple=True,
    help="A condition and its alternatives, for the clients that take it; an empty one leaves it out. Repeatable.",
)
@click.option(
    "--out",
    metavar="DIR",
    default=DEFAULT_DIRECTORY,
    help="Where the files go: DIR/CLIENT/VERSION/SCENARIO.json. What they answer already is not asked again.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help="Runs at a time on this machine; 0: one a processor.",
)
@click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster; the address of its scheduler.")
@click.option("--plan", metavar="github", help="Run nothing; print a job matrix for GitHub Actions.")
@repeat_option
@click.option("--retry", is_flag=True, help="Ask again what is inconclusive in DIR.")
@click.option("--discard", is_flag=True, help="Remove each version that this fetches when its cells are done.")
@deadline_option
@click.option("--dry-run", is_flag=True, help="Only say what would be run and fetched.")
@click.option("--json", "as_json", is_flag=True, help="Print a summary as JSON instead of the table.")
@ends_well
def matrix(
    *,
    specs: tuple[str, ...],
    scenarios: tuple[str, ...],
    replies: tuple[str, ...],
    settings: tuple[str, ...],
    out: str,
    jobs: int,
    cluster: str | None,
    plan: str | None,
    repeat: int,
    retry: bool,
    discard: bool,
    deadline: float | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Run every combination of releases, scenarios and conditions; start it again to go on where it was ended."""
    _check(plan=plan, cluster=cluster, is_local=bool(jobs or discard), out=out)
    from probe.campaigns.axes import axes_in
    from probe.campaigns.planning import planned
    from probe.campaigns.releases import releases_in
    from probe.clients.table import client_named
    from probe.installs.cache import cache_root
    from probe.installs.progress import Lines
    from probe.installs.ranges import range_in

    clients = {name: client_named(name) for name in dict.fromkeys(text.partition("@")[0] for text in specs)}
    ranges = [range_in(text, packages={name: client.package for name, client in clients.items()}) for text in specs]
    axes = axes_in(scenarios, ",".join(replies) if replies else None, settings)
    planned(dict.fromkeys(clients, ("0.0.0",)), axes, clients)  # says what is wrong before the registry is asked
    releases = releases_in(ranges, cache=cache_root(os.environ), report=Lines(sys.stderr), environ=os.environ)
    if plan is not None:
        from probe.campaigns.github import jobs_of

        more = [f"--repeat {repeat}"] * (repeat > 1)
        if deadline is not None:
            more.append(f"--deadline {str(deadline).removesuffix('.0')}")
        show(json.dumps(jobs_of(releases, axes, clients, more=more)))
        return 0
    from probe.cli.campaign import Wishes, carried_out, previewed

    cells = planned(releases, axes, clients)
    wishes = Wishes(
        directory=Path(out),
        cluster=cluster,
        jobs=jobs or os.cpu_count() or 1,
        deadline_seconds=deadline,
        repeat=repeat,
        is_retrying=retry,
        is_discarding=discard,
        as_json=as_json,
    )
    return previewed(cells, wishes) if dry_run else carried_out(cells, wishes)


def _check(*, plan: str | None, cluster: str | None, is_local: bool, out: str) -> None:
    """Refuse options that do not go together, and a directory that is none."""
    if plan not in (None, "github"):
        raise SetupError("--plan takes github")
    if cluster is not None and is_local:
        raise SetupError("--jobs and --discard are for this machine; leave them out with --cluster")
    if not out or "\0" in out:
        raise SetupError("--out takes a directory, one that is there or one to be made")
    check_directory(Path(out))
