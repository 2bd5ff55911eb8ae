"""The plainest script: one call a turn, each after the answer to the one before, and OK at the end. Pure.

The calls are those of the synthetic server's tools and of the clients' own ways to them, as measured with Claude Code
2.1.268 and 2.1.332 and Codex 0.154.0 and 0.171.0.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from captures.words import JsonValue
from probe.clients.client import is_at_least
from probe.scenarios.scripted import Occasion, ScriptedCalls
from probe.scripts.script import ANY_REQUEST, Call, Say, Script, Turn, When
from sanitize.planted import PlantedResult
from sanitize.question import CallAsked, Expected

CLAUDE: Final = "anthropic-messages"
CODEX: Final = "openai-responses"
"""The dialects that scripts are written for."""

RECORD: Final = "One synthetic record."
"""What the synthetic tools answer where a catalog says nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call, and what is asked about it."""

    call: Call
    asked: CallAsked


def wire_name(alias: str, tool: str = "lookup") -> str:
    """The name that both clients give a tool of a server, as in `mcp__shape_probe__lookup`."""
    return f"mcp__{alias}__{tool}"


def tool_use(
    route: str,
    name: str,
    *,
    arguments: Mapping[str, JsonValue],
    query: str | None = None,
    expects: Expected = "answer",
) -> Step:
    """A call in the dialect of Claude Code. `query` is added to the arguments."""
    call = Call(kind="tool_use", name=name, arguments=_with_query(arguments, query), id=_id(route))
    return _step(route, call, query=query, expects=expects)


def loading(occasion: Occasion, *names: str) -> list[Step]:
    """The call that loads tools where Claude Code holds them back; nothing where it does not.

    It does by default from a release behind 2.1.300 on (2.1.316 does), before only with ENABLE_TOOL_SEARCH.
    """
    setting = occasion.settings.get("tool-search")
    if setting == "false" or (setting is None and not is_at_least(occasion.version, "2.1.301")):
        return []
    return [tool_use("load", "ToolSearch", arguments={"query": f"select:{','.join(names)}"}, expects="loaded")]


def function_call(
    route: str,
    name: str,
    *,
    namespace: str | None = None,
    arguments: Mapping[str, JsonValue],
    query: str | None = None,
) -> Step:
    """A call of a function in the dialect of Codex. `query` is added to the arguments."""
    call = Call(
        kind="function_call",
        name=name,
        namespace=namespace,
        arguments=_with_query(arguments, query),
        id=_id(route),
    )
    return _step(route, call, query=query)


def exec_call(route: str, identifier: str, *, query: str) -> Step:
    """A program for Codex that calls a tool and shows the whole result."""
    program = f"const result = await {identifier}({json.dumps({'query': query})}); text(JSON.stringify(result));"
    call = Call(kind="custom_tool_call", name="exec", arguments=program, id=_id(route))
    return _step(route, call, shown_as=identifier, query=query)


def all_tools(route: str, alias: str) -> Step:
    """A program for Codex that shows the entries of a server in the list of what programs can call."""
    program = f"text(JSON.stringify(ALL_TOOLS.filter((tool) => tool.name.includes({json.dumps(alias)}))));"
    call = Call(kind="custom_tool_call", name="exec", arguments=program, id=_id(route))
    return _step(route, call, shown_as="ALL_TOOLS", expects="loaded")


def search_call(route: str, query: str) -> Step:
    """A search for tools in the dialect of Codex."""
    call = Call(kind="tool_search_call", name="tool_search", arguments={"query": query, "limit": 8}, id=_id(route))
    return _step(route, call, expects="loaded")


def one_call_a_turn(steps: Sequence[Step], *, results: Iterable[PlantedResult] | None = None) -> ScriptedCalls:
    """The script that makes these calls in order. Each turn has the name of its route; the last is called `done`.

    `results` are what is planted in the results; None: the record in each.
    """
    turns: list[Turn] = []
    when = ANY_REQUEST
    for step in steps:
        turns.append(Turn(name=step.asked.route.replace(".", "-"), items=(step.call,), when=when))
        when = When(answers=step.call.id)
    turns.append(Turn(name="done", items=(Say("OK"),), when=when))
    return ScriptedCalls(
        script=Script(tuple(turns)),
        calls=tuple(step.asked for step in steps),
        results=records(steps) if results is None else tuple(results),
    )


def records(steps: Iterable[Step]) -> tuple[PlantedResult, ...]:
    """That the synthetic server answers each of these calls with the record."""
    queries = [step.asked.query for step in steps if step.asked.query is not None]
    return tuple(PlantedResult(query=query, texts=(("result.text", RECORD),)) for query in queries)


def _step(
    route: str, call: Call, *, shown_as: str | None = None, query: str | None = None, expects: Expected = "answer"
) -> Step:
    asked = CallAsked(
        route=route,
        kind=call.kind,
        call_id=call.id,
        shown_as=shown_as or call.name,
        namespace=call.namespace,
        query=query,
        expects=expects,
    )
    return Step(call=call, asked=asked)


def _with_query(arguments: Mapping[str, JsonValue], query: str | None) -> dict[str, JsonValue]:
    return {**({} if query is None else {"query": query}), **arguments}


def _id(route: str) -> str:
    return f"call_{route.replace('.', '_').replace('-', '_')}"
