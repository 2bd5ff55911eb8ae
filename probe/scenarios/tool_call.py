"""By which names can the model call the synthetic tool, and what comes back?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fake_mcp.catalog import LOOKUP
from fake_mcp.catalogs import UNANNOTATED
from probe.clients.client import is_at_least
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import Occasion, ScriptedCalls, ScriptMaker
from probe.scenarios.turns import (
    CLAUDE,
    CODEX,
    Step,
    exec_call,
    function_call,
    loading,
    one_call_a_turn,
    tool_use,
    wire_name,
)

_TASK: Final = "Look up the synthetic record."


def claude_script(occasion: Occasion) -> ScriptedCalls:
    """The name that is shown, the tool's own name, and another case; where tools are deferred, again after loading."""
    shown = wire_name(occasion.alias)
    steps = [
        _claude_route("shown-name", shown),
        _claude_route("raw-name", "lookup"),
        _claude_route("other-case", shown.title()),
    ]
    if loads := loading(occasion, shown):
        steps += [*loads, _claude_route("loaded-name", shown)]
    return one_call_a_turn(steps)


def codex_script(occasion: Occasion) -> ScriptedCalls:
    """A program, a function in a namespace, the two joined, and the tool's own name.

    Before 0.142.0 the namespace is asked for by a second name too: 0.125.0 and 0.130.0 end it with underscores.
    """
    shown, namespace = wire_name(occasion.alias), f"mcp__{occasion.alias}"
    namespaces = {"namespaced": namespace}
    if not is_at_least(occasion.version, "0.142.0"):
        namespaces["underscored"] = f"{namespace}__"
    steps = [
        exec_call("exec", f"tools.{shown}", query="route-exec"),
        *(
            function_call(route, "lookup", namespace=name, arguments={}, query=f"route-{route}")
            for route, name in namespaces.items()
        ),
        function_call("flat-name", shown, arguments={}, query="route-flat-name"),
        function_call("bare-name", "lookup", arguments={}, query="route-bare-name"),
    ]
    return one_call_a_turn(steps)


def _claude_route(route: str, name: str) -> Step:
    return tool_use(route, name, arguments={}, query=f"route-{route}")


SCRIPTS: Final[Mapping[str, ScriptMaker]] = {CLAUDE: claude_script, CODEX: codex_script}

TOOL_CALL: Final = Scenario(
    name="tool-call",
    catalog=LOOKUP,
    task=_TASK,
    says="by which names the model can call the synthetic tool, and what comes back",
    script_module=__name__,
    grants_tool=True,
)

TOOL_CALL_REFUSED: Final = Scenario(
    name="tool-call-refused",
    catalog=replace(UNANNOTATED, alias=LOOKUP.alias),
    task=_TASK,
    says="what comes back when nobody has allowed the tool, and it does not say that it only reads",
    script_module=__name__,
)
