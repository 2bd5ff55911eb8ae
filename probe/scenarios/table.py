"""The scenarios, by name. Other packages add theirs through the entry-point group `shape_probe.scenarios`."""

from typing import Final, cast

from probe.errors import SetupError
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scenario import Scenario

SCENARIOS: Final[dict[str, Scenario]] = {FIRST_REQUEST.name: FIRST_REQUEST}

ENTRY_POINTS: Final = "shape_probe.scenarios"
"""Each entry point names a `probe.scenarios.scenario.Scenario`."""


class UnknownScenarioError(SetupError):
    """No scenario of that name."""

    def __init__(self, known: list[str]) -> None:
        super().__init__(f"there is no scenario of that name; the scenarios are {', '.join(known)}")


def scenario_named(name: str) -> Scenario:
    """Find a scenario: our own at once, others through the entry points.

    Raises:
        UnknownScenarioError: Nobody has it.
    """
    if name in SCENARIOS:
        return SCENARIOS[name]
    from importlib import metadata  # noqa: PLC0415 - 20 ms that our own never need

    found = metadata.entry_points(group=ENTRY_POINTS)
    if name in found.names:
        return cast("Scenario", found[name].load())
    raise UnknownScenarioError(sorted({*SCENARIOS, *found.names}))
