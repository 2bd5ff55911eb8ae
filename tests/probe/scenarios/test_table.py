from pathlib import Path

import pytest

from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.table import ENTRY_POINTS, UnknownScenarioError, scenario_named
from tests.support.packages import install, output_with

OTHER = """
from dataclasses import replace
from probe.scenarios.first_request import FIRST_REQUEST
SCENARIO = replace(FIRST_REQUEST, name="other")
"""
PRINT = "from probe.scenarios.table import scenario_named\n"


def test_our_own_scenarios_are_found_by_name() -> None:
    assert scenario_named("first-request") is FIRST_REQUEST


@pytest.mark.parametrize("name", ["second-request", ""])
def test_an_unknown_scenario_is_refused_with_the_names_of_those_that_there_are(name: str) -> None:
    with pytest.raises(UnknownScenarioError) as refused:
        scenario_named(name)

    assert (str(refused.value), refused.value.exit_code) == (
        "there is no scenario of that name; the scenarios are first-request",
        2,
    )


def test_a_scenario_of_another_package_is_found_through_its_entry_point(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"other": "other:SCENARIO"}, OTHER)

    assert output_with(tmp_path, PRINT + "print(scenario_named('other').name)") == "other\n"


def test_another_package_cannot_take_the_name_of_a_scenario_of_ours(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"first-request": "other:SCENARIO"}, OTHER)

    assert output_with(tmp_path, PRINT + "print(scenario_named('first-request').name)") == "first-request\n"
