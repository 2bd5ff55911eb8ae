"""The scenarios, by name. Other packages add theirs through the entry-point group `shape_probe.scenarios`.

A scenario is imported when it is asked for: those with scripts bring more along than the default one needs.
"""

from importlib import import_module
from typing import Final, cast

from probe.errors import SetupError
from probe.scenarios.scenario import Scenario

SCENARIOS: Final[dict[str, str]] = {
    "first-request": "probe.scenarios.first_request:FIRST_REQUEST",
    "deferred-load": "probe.scenarios.deferred_load:DEFERRED_LOAD",
    "results": "probe.scenarios.results:RESULTS",
    "stream-fault": "probe.scenarios.stream_fault:STREAM_FAULT",
    "subagent": "probe.scenarios.subagent:SUBAGENT",
    "tool-call": "probe.scenarios.tool_call:TOOL_CALL",
    "tool-call-refused": "probe.scenarios.tool_call:TOOL_CALL_REFUSED",
    "tool-change": "probe.scenarios.tool_change:TOOL_CHANGE",
}
"""Name, and where it is: a module and a constant in it, as in an entry point."""

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
        module, _, constant = SCENARIOS[name].partition(":")
        return cast("Scenario", getattr(import_module(module), constant))
    from importlib import metadata  # noqa: PLC0415 - 20 ms that our own never need

    found = metadata.entry_points(group=ENTRY_POINTS)
    if name in found.names:
        return cast("Scenario", found[name].load())
    raise UnknownScenarioError(sorted({*SCENARIOS, *found.names}))
