"""What reaches the model of each kind of result that an MCP tool can give?"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from fake_mcp.catalog import LOOKUP, Catalog
from fake_mcp.result_kinds import RESULT_KINDS, planted_texts
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
from sanitize.planted import PlantedResult

_LAST: Final = "lone-surrogate-and-nul"
"""A client may never answer a call with this result, so that it comes last."""

KINDS: Final = (*(kind for kind in RESULT_KINDS if kind != _LAST), _LAST)
"""In the order of asking."""

WAYS: Final = ("exec", "direct")
"""How Codex calls: by a program, which gets the whole result, or as a function. A route is a way, a dot and a kind."""


def claude_script(occasion: Occasion) -> ScriptedCalls:
    """One call for each kind; the route is the kind. A tool that is held back is loaded first, as a model would."""
    shown = wire_name(occasion.alias)
    steps = loading(occasion, shown)
    steps += [tool_use(route_of(kind), shown, arguments={}, query=_query(kind)) for kind in KINDS]
    return one_call_a_turn(steps, results=map(_planted, KINDS))


def codex_script(occasion: Occasion) -> ScriptedCalls:
    """Two calls for each kind: first all but the last kind by programs and as functions, then that one."""
    steps = [
        step for kinds in (KINDS[:-1], KINDS[-1:]) for way in WAYS for step in _codex_steps(way, kinds, occasion.alias)
    ]
    return one_call_a_turn(steps, results=(_planted(kind, way) for way in WAYS for kind in KINDS))


def route_of(kind: str) -> str:
    """A kind as a part of a route."""
    return kind.lower()


def _codex_steps(way: str, kinds: Iterable[str], alias: str) -> list[Step]:
    if way == "exec":
        name = f"tools.{wire_name(alias)}"
        return [exec_call(f"{way}.{route_of(kind)}", name, query=_query(kind, way)) for kind in kinds]
    space = f"mcp__{alias}"
    return [
        function_call(f"{way}.{route_of(kind)}", "lookup", namespace=space, arguments={}, query=_query(kind, way))
        for kind in kinds
    ]


def _query(kind: str, way: str = "") -> str:
    """A query of its own for each call, as a call is known by it."""
    return f"{way}-kind-{kind}".removeprefix("-")


def _planted(kind: str, way: str = "") -> PlantedResult:
    texts = tuple((each.token, each.text) for each in planted_texts(kind))
    return PlantedResult(query=_query(kind, way), texts=texts)


SCRIPTS: Final[Mapping[str, ScriptMaker]] = {CLAUDE: claude_script, CODEX: codex_script}

CATALOG: Final = Catalog(
    alias=LOOKUP.alias,
    tools=LOOKUP.tools,
    answers=tuple(
        replace(answer, query=_query(kind, way)) for kind, answer in RESULT_KINDS.items() for way in ("", *WAYS)
    ),
)
"""The default tool, with each kind of result for each way."""

RESULTS: Final = Scenario(
    name="results",
    catalog=CATALOG,
    task="Look up the synthetic records.",
    says="what reaches the model of each kind of result",
    script_module=__name__,
    grants_tool=True,
    tool_timeout_seconds=5,
    default_deadline_seconds=120.0,
)
