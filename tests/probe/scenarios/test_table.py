import re
import subprocess
import sys
from pathlib import Path

import pytest

from probe.clients.client import Client
from probe.clients.table import CLIENTS
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scripted import scripted_calls
from probe.scenarios.table import ENTRY_POINTS, SCENARIOS, UnknownScenarioError, scenario_named
from tests.probe.scenarios.occasions import checked, occasion
from tests.support.packages import install, output_with
from tests.support.places import REPOSITORY

OTHER = """
from dataclasses import replace
from probe.scenarios.first_request import FIRST_REQUEST
SCENARIO = replace(FIRST_REQUEST, name="other")
"""
PRINT = "from probe.scenarios.table import scenario_named\n"
SETTINGS = {"fault": "stalled"}
"""A value for each setting that a scenario of ours requires."""


def test_the_default_scenario_is_the_first_request() -> None:
    assert scenario_named("first-request") is FIRST_REQUEST


@pytest.mark.parametrize("name", SCENARIOS)
def test_our_own_scenarios_are_found_by_the_names_that_they_have(name: str) -> None:
    assert scenario_named(name).name == name


def test_the_page_about_scenarios_has_each_with_what_it_shows() -> None:
    page = (REPOSITORY / "docs" / "scenarios.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \|$", page, re.MULTILINE)[: len(SCENARIOS)]

    assert dict(shown) == {name: scenario_named(name).says for name in SCENARIOS}


@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_script_of_ours_can_be_played_in_each_dialect(name: str, client: Client) -> None:
    scripted = scripted_calls(scenario_named(name), client.dialect, occasion=occasion("2.1.332", SETTINGS))

    if scripted is not None:
        checked(scripted, client.dialect)


def test_nothing_of_a_script_is_imported_for_the_default_scenario() -> None:
    """Imports before the client starts are time that a run takes longer."""
    code = (
        "import sys, probe.cli.run; from probe.scenarios.table import scenario_named; scenario_named('first-request');"
        "print(sorted(n for n in sys.modules if n.startswith(('probe.scripts', 'probe.scenarios', 'fake_mcp'))))"
    )

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8", timeout=30)

    assert run.stdout.strip() == str(
        ["fake_mcp", "fake_mcp.catalog", "probe.scenarios"]
        + [f"probe.scenarios.{name}" for name in ("first_request", "scenario", "table")]
    )


@pytest.mark.parametrize("name", ["second-request", ""])
def test_an_unknown_scenario_is_refused_with_the_names_of_those_that_there_are(name: str) -> None:
    with pytest.raises(UnknownScenarioError) as refused:
        scenario_named(name)

    assert (str(refused.value), refused.value.exit_code) == (
        (
            "there is no scenario of that name; the scenarios are deferred-load, first-request, results, stream-fault, "
            "subagent, tool-call, tool-call-refused, tool-change"
        ),
        2,
    )


def test_a_scenario_of_another_package_is_found_through_its_entry_point(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"other": "other:SCENARIO"}, OTHER)

    assert output_with(tmp_path, PRINT + "print(scenario_named('other').name)") == "other\n"


def test_another_package_cannot_take_the_name_of_a_scenario_of_ours(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"first-request": "other:SCENARIO"}, OTHER)

    assert output_with(tmp_path, PRINT + "print(scenario_named('first-request').name)") == "first-request\n"
