"""What scripts are made for, in tests, and the checks that all of them have to stand."""

from collections.abc import Mapping
from types import MappingProxyType

from probe.providers.table import SCRIPT_CHECKS
from probe.scenarios.scripted import Occasion, ScriptedCalls
from probe.scripts.script import Turn

MARKER = "0f0f0f0f"


def occasion(version: str, settings: Mapping[str, str] = MappingProxyType({})) -> Occasion:
    return Occasion(version=version, alias="shape_probe", settings=settings, marker=MARKER)


def checked(scripted: ScriptedCalls, dialect: str) -> ScriptedCalls:
    """A script that its dialect can play, whose questions are about calls of its own."""
    SCRIPT_CHECKS[dialect](scripted.script)
    ids = {placed.call.id for placed in scripted.script.calls()}
    assert {asked.call_id for asked in scripted.calls} <= ids
    assert scripted.optional_turns <= {turn.name for turn in scripted.script.turns}
    return scripted


def routes(scripted: ScriptedCalls) -> list[str]:
    return [asked.route for asked in scripted.calls]


def turn(scripted: ScriptedCalls, name: str) -> Turn:
    [found] = [turn for turn in scripted.script.turns if turn.name == name]
    return found
