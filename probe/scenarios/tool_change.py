"""What does a client show, and what can be called, when the server's tools change in the middle of a session?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fake_mcp.catalog import LOOKUP
from fake_mcp.catalogs import CHANGING
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import Occasion, ScriptedCalls, ScriptMaker
from probe.scenarios.turns import CLAUDE, CODEX, all_tools, exec_call, loading, one_call_a_turn, tool_use, wire_name

_CHANGE: Final = "change-1"

_QUIET: Final = ("after-1", "after-2")
"""Routes of calls that change nothing: meanwhile a client asks for the new list, and shows it."""

_OTHERS: Final = {"added": "added_later", "removed": "removed_later", "changed": "changed_later"}
"""Route, and the tool that is called once the tools have changed."""


def claude_script(occasion: Occasion) -> ScriptedCalls:
    """The call that changes the tools, two more, and a call of each tool that the change is about."""
    names = {route: wire_name(occasion.alias, tool) for route, tool in _OTHERS.items()}
    shown = wire_name(occasion.alias)
    steps = [tool_use(route, shown, arguments={}, query=_query(route)) for route in ("change", *_QUIET)]
    steps += loading(occasion, names["added"], names["changed"])
    steps += [tool_use(route, name, arguments={}, query=_query(route)) for route, name in names.items()]
    return one_call_a_turn(steps)


def codex_script(occasion: Occasion) -> ScriptedCalls:
    """The same by programs; behind the change, the list of what programs can call is asked for."""
    names = {route: f"tools.{wire_name(occasion.alias, tool)}" for route, tool in _OTHERS.items()}
    shown = f"tools.{wire_name(occasion.alias)}"
    steps = [exec_call(route, shown, query=_query(route)) for route in ("change", *_QUIET)]
    steps.append(all_tools("all-tools", occasion.alias))
    steps += [exec_call(route, name, query=_query(route)) for route, name in names.items()]
    return one_call_a_turn(steps)


def _query(route: str) -> str:
    return _CHANGE if route == "change" else f"route-{route}"


SCRIPTS: Final[Mapping[str, ScriptMaker]] = {CLAUDE: claude_script, CODEX: codex_script}

TOOL_CHANGE: Final = Scenario(
    name="tool-change",
    catalog=replace(CHANGING, alias=LOOKUP.alias),
    task="Look up the synthetic record, then look at the other tools.",
    says="what a client shows when the tools change in the middle of a session",
    script_module=__name__,
    grants_tool=True,
)
