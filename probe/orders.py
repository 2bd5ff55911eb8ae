"""From what a user names to the runs that are to be made: clients, their programs, the conditions that they take.

It starts nothing, and imports nothing heavy: a client is to boot before that (decision 11 of the design).
"""

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence

from probe.cli.specs import client_spec
from probe.clients.client import Client
from probe.clients.settings import checked
from probe.clients.table import CLIENTS
from probe.errors import SetupError
from probe.installs.cache import cache_root
from probe.installs.locate import located
from probe.installs.progress import reporter
from probe.installs.spec import Spec
from probe.scenarios.scenario import Scenario
from probe.start import Order, Program


def named_clients(specs: Sequence[str], *, command: str) -> list[tuple[Client, Spec]]:
    """Read SPECs; where there is none, take what is on PATH. `command` is what messages call the command.

    Raises:
        SetupError: A SPEC is wrong, or no client is on PATH.
    """
    names = specs or [name for name in CLIENTS if shutil.which(name)]
    if not names:
        raise SetupError(
            f"neither {' nor '.join(CLIENTS)} is on PATH; name a release, for example: "
            f"shape-probe {command} claude@latest codex@latest"
        )
    return [client_spec(name) for name in names]


def conditions_of(client: Client, scenario: Scenario, pairs: Mapping[str, str]) -> dict[str, str]:
    """What a run of `client` is asked for beside the reply: `--set`, checked, only what differs from the defaults.

    Raises:
        SettingError: The client takes no such thing in this scenario.
    """
    return checked(pairs, {**client.settings, **scenario.settings}, client=client.name)


def check_script(scenario: Scenario, clients: Iterable[Client], *, reply: str) -> None:
    """Refuse a client for which a scenario has no script, and a reply that leaves its script no turn.

    Raises:
        SetupError: It is so.
    """
    if scenario.script_module is None:
        return
    from probe.scenarios.scripted import script_maker  # noqa: PLC0415 - brings the dialects along

    for client in clients:
        script_maker(scenario, client.dialect)
    if reply != "accept":
        raise SetupError(f"the scenario {scenario.name} says itself what model requests get; leave --reply out")


def programs_of(named: Sequence[tuple[Client, Spec]]) -> list[Program]:
    """Find each program once, in the order of naming; what the cache has not is fetched, with progress on stderr.

    Raises:
        SetupError: One is not there, or could not be fetched.
    """
    cache = cache_root(os.environ)
    with reporter(sys.stderr) as report:
        found = {spec: (client, located(spec, cache=cache, report=report)) for client, spec in dict.fromkeys(named)}
    return [
        Program(client=client, argv=where.argv, version=where.version, keep=where.keep)
        for client, where in found.values()
    ]


def ordered(program: Program, scenario: Scenario, *, reply: str, pairs: Mapping[str, str]) -> Order:
    """One run.

    Raises:
        SettingError: The client does not take one of `pairs`.
    """
    settings = conditions_of(program.client, scenario, pairs)
    return Order(program=program, scenario=scenario, reply=reply, settings=settings)
