"""From a scenario to what its fake model says in one run. Pure but for importing the scenario's script.

Without a script nothing of it is needed before the client has been started, and it is imported then.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import cast

from probe.errors import SetupError
from probe.scenarios.scenario import Scenario
from probe.scripts.script import Script
from sanitize.planted import PlantedResult
from sanitize.question import CallAsked


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What a script may depend on. `settings` hold only what differs from the defaults."""

    version: str
    alias: str
    settings: Mapping[str, str]
    marker: str = field(repr=False)  # of the prompt: a request that has it in its messages is a model request


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedCalls:
    """A script, and what is asked about it.

    `calls` are those of the script whose answers the capture is to have. `results` are what is planted in results that
    they get. `optional_turns` may stay unused: whether the client asks for them is the question.
    """

    script: Script
    calls: tuple[CallAsked, ...] = ()
    results: tuple[PlantedResult, ...] = ()
    optional_turns: frozenset[str] = frozenset()


ScriptMaker = Callable[[Occasion], ScriptedCalls]
"""Pure: the same occasion gives the same script."""


class NoScriptError(SetupError):
    """A scenario that a client cannot be asked, as its dialect has no script."""

    def __init__(self, scenario: str, dialects: list[str]) -> None:
        super().__init__(f"the scenario {scenario} has scripts for {', '.join(dialects)} only; leave the others out")


def scripted_calls(scenario: Scenario, dialect: str, *, occasion: Occasion) -> ScriptedCalls | None:
    """What the model says in a run. None: the scenario has no script.

    Raises:
        NoScriptError: It has scripts, and none in this dialect.
    """
    maker = script_maker(scenario, dialect)
    return None if maker is None else maker(occasion)


def script_maker(scenario: Scenario, dialect: str) -> ScriptMaker | None:
    """What makes the script of a scenario in a dialect. None: the scenario has no script.

    Raises:
        NoScriptError: It has scripts, and none in this dialect.
    """
    if scenario.script_module is None:
        return None
    scripts = cast("Mapping[str, ScriptMaker]", import_module(scenario.script_module).SCRIPTS)
    if dialect not in scripts:
        raise NoScriptError(scenario.name, sorted(scripts))
    return scripts[dialect]
