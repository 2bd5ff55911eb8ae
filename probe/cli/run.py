"""`shape-probe run`: the main job."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from probe.baseline import check_replaceable
from probe.cli.ending import ends_well
from probe.clients.settings import pairs_in
from probe.orders import check_script, conditions_of, named_clients, ordered, programs_of
from probe.reply import reply_policy
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.table import scenario_named
from probe.start import Running, started
from probe.writability import check_writable

DEFAULT_FILE = "native-tool-shapes.json"


@ends_well
def run(
    specs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SPEC…",
            help="claude or codex (the one on PATH), claude@2.1.268, codex@latest, claude@./path/to/binary. "
            "Without a SPEC: whatever of the two is on PATH.",
            show_default=False,
        ),
    ] = None,
    scenario: Annotated[str, typer.Option(help="The question to put.")] = FIRST_REQUEST.name,
    reply: Annotated[
        str, typer.Option(metavar="MODE", help="What model requests get: accept, refuse (HTTP 400), close, status:N.")
    ] = "accept",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="A condition, such as model=NAME or transport=http. Repeatable."
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE|-", help="Where the shapes file goes; - is stdout.", show_default=DEFAULT_FILE),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the shapes file instead of the summary; without --out no file is written."),
    ] = False,
    repeat: Annotated[int, typer.Option(min=1, help="Make each run so many times; what wavers is named unstable.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Runs at a time; 0: one a processor.")] = 0,
    deadline: Annotated[
        float | None,
        typer.Option(min=0.1, help="Seconds that a client gets.", show_default="60, or what the scenario needs"),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log each event to stderr, names only.")] = False,
) -> int:
    """Run clients against the fakes and write what they show the model of the synthetic tool."""
    asked = scenario_named(scenario)
    reply_policy(reply)
    pairs = pairs_in(settings or [])
    named = named_clients(specs or [], command="run")
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
