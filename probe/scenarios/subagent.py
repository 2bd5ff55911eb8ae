"""How are the requests of a sub-agent told from its parent's, and how is the tool shown to it?"""

from collections.abc import Mapping
from typing import Final

from fake_mcp.catalog import LOOKUP
from probe.clients.client import is_at_least
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import Occasion, ScriptedCalls, ScriptMaker
from probe.scenarios.turns import CLAUDE, CODEX, Step, exec_call, function_call, records, tool_use, wire_name
from probe.scripts.script import Say, Script, Turn, When

_CLAUDE_CHILD: Final = "x-claude-code-agent-id"
_CODEX_CHILD: Final = "x-openai-subagent"
"""Headers that requests of sub-agents alone have (Claude Code 2.1.268 and 2.1.332, Codex 0.154.0 and 0.171.0)."""

_QUERY: Final = "route-child-call"


def claude_script(occasion: Occasion) -> ScriptedCalls:
    """The parent starts a child and waits for it; the child calls the tool."""
    name = "Agent" if is_at_least(occasion.version, "2.1.112") else "Task"
    spawn = tool_use(
        "spawn",
        name,
        arguments={
            "description": "Look up a record",
            # The marker: what has it not in its messages is a side request.
            "prompt": f"Look up the synthetic record. ({occasion.marker})",
            "subagent_type": "general-purpose",
            "run_in_background": False,
        },
    )
    call = tool_use("child-call", wire_name(occasion.alias), arguments={}, query=_QUERY)
    script = Script(
        (
            Turn(name="spawn", items=(spawn.call,), when=When(no_header=_CLAUDE_CHILD)),
            Turn(name="child-call", items=(call.call,), when=When(header=_CLAUDE_CHILD)),
            Turn(name="child-done", items=(Say("OK"),), when=When(header=_CLAUDE_CHILD, answers=call.call.id)),
            Turn(name="done", items=(Say("OK"),), when=When(no_header=_CLAUDE_CHILD, answers=spawn.call.id)),
        )
    )
    return _scripted(script, call)


def codex_script(occasion: Occasion) -> ScriptedCalls:
    """The same: the parent starts a child and waits for it; the child calls the tool by a program."""
    spawn = function_call(
        "spawn",
        "spawn_agent",
        namespace="collaboration",
        arguments={
            "task_name": "probe_child",
            "message": f"Look up the synthetic record. ({occasion.marker})",
            "fork_turns": "none",
        },
    )
    wait = function_call("wait", "wait_agent", namespace="collaboration", arguments={"timeout_ms": 60000})
    call = exec_call("child-call", f"tools.{wire_name(occasion.alias)}", query=_QUERY)
    script = Script(
        (
            Turn(name="spawn", items=(spawn.call,), when=When(no_header=_CODEX_CHILD)),
            Turn(name="wait", items=(wait.call,), when=When(no_header=_CODEX_CHILD, answers=spawn.call.id)),
            Turn(name="child-call", items=(call.call,), when=When(header=_CODEX_CHILD)),
            Turn(name="child-done", items=(Say("OK"),), when=When(header=_CODEX_CHILD, answers=call.call.id)),
            Turn(name="done", items=(Say("OK"),), when=When(no_header=_CODEX_CHILD, answers=wait.call.id)),
        )
    )
    return _scripted(script, call)


def _scripted(script: Script, call: Step) -> ScriptedCalls:
    # The calls of the parent are not asked about: their answers have times in them, and are never the same.
    return ScriptedCalls(script=script, calls=(call.asked,), results=records([call]))


SCRIPTS: Final[Mapping[str, ScriptMaker]] = {CLAUDE: claude_script, CODEX: codex_script}

SUBAGENT: Final = Scenario(
    name="subagent",
    catalog=LOOKUP,
    task="Have a sub-agent look up the synthetic record.",
    says="how requests of a sub-agent are told from its parent's, and how the tool is shown to it",
    script_module=__name__,
    grants_tool=True,
    has_subagent=True,
)
