"""What does the definition look like that the first request holds back?"""

from collections.abc import Mapping
from typing import Final

from fake_mcp.catalog import LOOKUP
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import Occasion, ScriptedCalls, ScriptMaker
from probe.scenarios.turns import (
    CLAUDE,
    CODEX,
    all_tools,
    one_call_a_turn,
    search_call,
    tool_use,
    wire_name,
)

_WORDS: Final = "synthetic record"
"""Of the description of the synthetic tool."""

_NO_WORD: Final = "zzyzx"
"""Of no tool."""


def claude_script(occasion: Occasion) -> ScriptedCalls:
    """ToolSearch by name, by words, and in vain. Where there is none, what the client says to that is the answer."""
    queries = {"select": f"select:{wire_name(occasion.alias)}", "keyword": _WORDS, "miss": _NO_WORD}
    return one_call_a_turn(
        [
            tool_use(route, "ToolSearch", arguments={"query": query}, expects="loaded")
            for route, query in queries.items()
        ]
    )


def codex_script(occasion: Occasion) -> ScriptedCalls:
    """The entries of `ALL_TOOLS` by a program, and `tool_search`, which some models have in its place."""
    return one_call_a_turn(
        [
            all_tools("all-tools", occasion.alias),
            search_call("search", _WORDS),
            search_call("search-miss", _NO_WORD),
        ]
    )


SCRIPTS: Final[Mapping[str, ScriptMaker]] = {CLAUDE: claude_script, CODEX: codex_script}

DEFERRED_LOAD: Final = Scenario(
    name="deferred-load",
    catalog=LOOKUP,
    task="Load the synthetic tool.",
    says="the definition that the first request holds back, as it comes when the model asks for it",
    script_module=__name__,
)
