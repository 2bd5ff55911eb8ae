"""`shape-probe run`: the main job."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from probe.baseline import check_replaceable
from probe.cli.ending import ends_well
from probe.cli.specs import client_spec
from probe.clients.client import Client
from probe.clients.settings import Setting, checked, pairs_in
from probe.clients.table import CLIENTS
from probe.errors import SetupError
from probe.installs.cache import cache_root
from probe.installs.locate import located
from probe.installs.progress import reporter
from probe.installs.spec import Spec
from probe.reply import reply_policy
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scenario import Scenario
from probe.scenarios.table import scenario_named
from probe.start import Order, Program, Running, started
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
    named = [client_spec(text) for text in specs or []] or _on_path()
    for client, _spec in named:  # all is checked before anything is fetched
        checked(pairs, _settings(client, asked), client=client.name)
    _check_script(asked, [client for client, _spec in named], reply=reply)
    target = _target(out, as_json=as_json)
    orders = [
        Order(
            program=program,
            scenario=asked,
            reply=reply,
            settings=checked(pairs, _settings(client, asked), client=client.name),
        )
        for client, program in _programs(named)
    ]
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


def _settings(client: Client, scenario: Scenario) -> Mapping[str, Setting]:
    """What `--set` takes for a client in a scenario."""
    return {**client.settings, **scenario.settings}


def _check_script(scenario: Scenario, clients: Sequence[Client], *, reply: str) -> None:
    """Refuse a client for which a scenario has no script, and a reply that leaves its script no turn."""
    if scenario.script_module is None:
        return
    from probe.scenarios.scripted import script_maker

    for client in clients:
        script_maker(scenario, client.dialect)
    if reply != "accept":
        raise SetupError(f"the scenario {scenario.name} says itself what model requests get; leave --reply out")


def _target(out: str | None, *, as_json: bool) -> Path | None:
    """Decide where the file goes, and refuse what cannot be written before anything is started."""
    if out == "-" or (out is None and as_json):
        return None
    path = Path(out or DEFAULT_FILE)
    check_writable(path)
    check_replaceable(path)
    return path


def _programs(named: Sequence[tuple[Client, Spec]]) -> list[tuple[Client, Program]]:
    cache = cache_root(os.environ)
    with reporter(sys.stderr) as report:
        found = {spec: (client, located(spec, cache=cache, report=report)) for client, spec in dict.fromkeys(named)}
    return [
        (client, Program(client=client, argv=where.argv, version=where.version, keep=where.keep))
        for client, where in found.values()
    ]


def _on_path() -> list[tuple[Client, Spec]]:
    """Without a SPEC: what is on PATH."""
    import shutil

    names = [name for name in CLIENTS if shutil.which(name)]
    if not names:
        raise SetupError(
            f"neither {' nor '.join(CLIENTS)} is on PATH; name a release, for example: "
            "shape-probe run claude@latest codex@latest"
        )
    return [client_spec(name) for name in names]
