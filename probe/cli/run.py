"""`shape-probe run`: the main job."""

import os
from contextlib import ExitStack
from pathlib import Path

import click

from probe.baseline import check_replaceable
from probe.cli.ending import ends_well
from probe.cli.options import (
    deadline_option,
    jobs_option,
    repeat_option,
    reply_option,
    scenario_option,
    settings_option,
    verbose_option,
)
from probe.clients.settings import pairs_in
from probe.orders import check_script, conditions_of, named_clients, ordered, programs_of
from probe.reply import reply_policy
from probe.scenarios.table import scenario_named
from probe.start import Running, started
from probe.writability import check_writable

DEFAULT_FILE = "native-tool-shapes.json"


@click.command("run")
@click.argument(
    "specs",
    metavar="[SPEC…]",
    nargs=-1,
    help="claude or codex (the one on PATH), claude@2.1.268, codex@latest, claude@./path/to/binary. "
    "Without a SPEC: whatever of the two is on PATH.",
)
@scenario_option
@reply_option
@settings_option
@click.option("--out", metavar="FILE|-", show_default=DEFAULT_FILE, help="Where the shapes file goes; - is stdout.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the shapes file instead of the summary; without --out no file is written.",
)
@repeat_option
@jobs_option
@deadline_option
@verbose_option
@ends_well
def run(
    *,
    specs: tuple[str, ...],
    scenario: str,
    reply: str,
    settings: tuple[str, ...],
    out: str | None,
    as_json: bool,
    repeat: int,
    jobs: int,
    deadline: float | None,
    verbose: bool,
) -> int:
    """Run clients against the fakes and write what they show the model of the synthetic tool."""
    asked = scenario_named(scenario)
    reply_policy(reply)
    pairs = pairs_in(settings)
    named = named_clients(specs, command="run")
    for client, _spec in named:  # all is checked before anything is fetched
        conditions_of(client, asked, pairs)
    check_script(asked, [client for client, _spec in named], reply=reply)
    target = _target(out, as_json=as_json)
    orders = [ordered(program, asked, reply=reply, pairs=pairs) for program in programs_of(named)]
    count = jobs or os.cpu_count() or 1
    queue = [order for order in orders for _ in range(repeat)]
    with ExitStack() as open_runs:
        first: list[Running] = []
        for order in queue[:count]:
            running = started(order)
            open_runs.callback(running.sandbox.close)
            first.append(running)
        # The clients boot while this imports asyncio, aiohttp and pydantic.
        from probe.cli.result import Wishes, finished

        return finished(
            first,
            queue[count:],
            Wishes(
                target=target,
                as_json=as_json,
                deadline_seconds=deadline or asked.default_deadline_seconds,
                is_verbose=verbose,
            ),
        )


def _target(out: str | None, *, as_json: bool) -> Path | None:
    """Decide where the file goes, and refuse what cannot be written before anything is started."""
    if out == "-" or (out is None and as_json):
        return None
    path = Path(out or DEFAULT_FILE)
    check_writable(path)
    check_replaceable(path)
    return path
