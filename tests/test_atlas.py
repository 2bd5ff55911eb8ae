"""The atlas: each file is where its content belongs, canonical, clean, and answers what it is there for."""

from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from captures.model import Fixture, Observed
from fake_mcp.catalog import LOOKUP
from probe.installs.packages import PACKAGES

ATLAS: Final = Path(__file__).parents[1] / "captures" / "atlas"

VERSIONS: Final = {
    "claude": "1.0.0 1.0.128 2.0.0 2.0.77 2.1.9 2.1.59 2.1.112 2.1.170 2.1.220 2.1.268 2.1.300 2.1.332",
    "codex": "0.50.0 0.80.0 0.110.0 0.120.0 0.125.0 0.130.0 0.142.0 0.147.0 0.150.0 0.154.0 0.163.0 0.171.0",
}
"""About a year of each client. A version more is a word more here, and a run of `shape-probe matrix`."""

ASKED: Final = {
    "first-request": ({"reply": "accept"}, {"reply": "refuse"}),
    "tool-call": ({"reply": "accept"},),
}
"""The scenarios, and the conditions of each."""

FILES: Final = sorted(path.relative_to(ATLAS).as_posix() for path in ATLAS.rglob("*") if path.is_file())


def test_the_atlas_has_the_versions_and_scenarios_of_these_lists_and_nothing_else() -> None:
    assert (
        sorted(
            f"{name}/{version}/{scenario}.json"
            for name in PACKAGES
            for version in VERSIONS[name].split()
            for scenario in ASKED
        )
        == FILES
    )


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_atlas_is_canonical_and_passes_the_leak_guard(name: str) -> None:
    data = (ATLAS / name).read_bytes()

    assert canonical.dumps(canonical.loads(data, name=name)).encode() == data


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_atlas_answers_the_questions_that_its_path_names(name: str) -> None:
    client, version, file_name = name.split("/")
    scenario = file_name.removesuffix(".json")
    file = canonical.loads((ATLAS / name).read_bytes(), name=name)

    assert file.fixture == Fixture(alias=LOOKUP.alias, tool=dict(LOOKUP.tools[0]))
    assert [
        (capture.client.name, capture.client.version, capture.scenario, capture.conditions.requested, capture.verdict)
        for capture in file.captures
    ] == [(client, version, scenario, conditions, Observed(kind="observed")) for conditions in ASKED[scenario]]
