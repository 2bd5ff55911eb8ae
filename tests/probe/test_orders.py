"""What a user names becomes runs, and what cannot be asked is refused before anything is fetched."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from probe.clients.settings import SettingError
from probe.clients.table import client_named
from probe.errors import SetupError
from probe.installs.spec import spec_in
from probe.orders import check_script, conditions_of, named_clients, ordered
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.table import scenario_named
from probe.start import Order
from tests.support.places import REPOSITORY
from tests.support.stage import Stage, opened_stage

CLAUDE = client_named("claude")


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def test_specs_name_clients_in_their_order() -> None:
    named = named_clients(["codex@latest", "claude@2.1.268"], command="run")

    assert [(client.name, spec) for client, spec in named] == [
        ("codex", spec_in("codex@latest")),
        ("claude", spec_in("claude@2.1.268")),
    ]


def test_a_client_takes_its_settings_and_those_of_the_scenario() -> None:
    pairs = {"model": "some-model", "auth": "api-key"}
    assert conditions_of(CLAUDE, FIRST_REQUEST, pairs) == {"model": "some-model"}
    with pytest.raises(SettingError):
        conditions_of(CLAUDE, FIRST_REQUEST, {"fault": "x"})


def test_a_scenario_with_a_script_says_itself_what_requests_get() -> None:
    scripted = scenario_named("tool-call")

    check_script(FIRST_REQUEST, [CLAUDE], reply="refuse")
    check_script(scripted, [CLAUDE], reply="accept")
    with pytest.raises(SetupError, match="the scenario tool-call says itself"):
        check_script(scripted, [CLAUDE], reply="refuse")


def test_a_program_that_is_named_twice_is_found_once(stage: Stage) -> None:
    stage.released("claude")
    code = (
        "from probe.orders import named_clients, programs_of\n"
        "named = named_clients(['claude@2.1.268', 'claude@2.1.268'], command='run')\n"
        "print([(each.client.name, each.version) for each in programs_of(named)])"
    )
    done = stage.run(python=("-c", code))

    assert (done.stdout, done.stderr) == ("[('claude', '2.1.268')]\n", "")


def test_an_order_has_what_differs_from_the_defaults(stage: Stage) -> None:
    program = stage.released("claude").order().program

    found = ordered(program, FIRST_REQUEST, reply="refuse", pairs={"transport": "http", "model": "x"})

    assert found == Order(program=program, scenario=FIRST_REQUEST, reply="refuse", settings={"model": "x"})


def test_without_a_client_on_path_the_message_says_what_to_write(stage: Stage) -> None:
    code = (
        "from probe.errors import SetupError\nfrom probe.orders import named_clients\n"
        "try: named_clients([], command='check --update')\n"
        "except SetupError as error: print(error)"
    )

    assert stage.run(python=("-c", code)).stdout == (
        "neither claude nor codex is on PATH; name a release, for example: "
        "shape-probe check --update claude@latest codex@latest\n"
    )


def test_nothing_heavy_is_imported() -> None:
    code = "import sys, probe.orders; sys.exit(bool({'pydantic', 'asyncio', 'aiohttp'} & sys.modules.keys()))"

    assert subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=False).returncode == 0
