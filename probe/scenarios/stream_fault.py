"""What does a client do when the model's answer is sent in an odd way, or breaks off?"""

from collections.abc import Mapping
from typing import Final, cast

from fake_mcp.catalog import LOOKUP
from probe.clients.settings import Setting
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import Occasion, ScriptedCalls, ScriptMaker
from probe.scenarios.turns import CLAUDE, CODEX, Step, exec_call, records, tool_use, wire_name
from probe.scripts.script import Fault, Say, Script, Turn

FAULTS: Final[tuple[Fault, ...]] = ("truncated", "stalled", "wrong-order", "split-character", "crlf")

_QUERY: Final = "route-call"


def claude_script(occasion: Occasion) -> ScriptedCalls:
    """A text and a call of the tool, sent in the odd way once, and OK to whatever the client asks then."""
    return _faulty(occasion, tool_use("call", wire_name(occasion.alias), arguments={}, query=_QUERY))


def codex_script(occasion: Occasion) -> ScriptedCalls:
    """The same by a program."""
    return _faulty(occasion, exec_call("call", f"tools.{wire_name(occasion.alias)}", query=_QUERY))


def _faulty(occasion: Occasion, step: Step) -> ScriptedCalls:
    # Behind the text stands a call: half of the events may be enough for it to be made.
    fault = cast("Fault", occasion.settings["fault"])
    faulty = Turn(name="faulty", items=(Say("Voilà."), step.call), fault=fault)
    # A client may give up: then nobody asks for this one.
    done = Turn(name="done", items=(Say("OK"),), repeats=True)
    return ScriptedCalls(
        script=Script((faulty, done)), calls=(step.asked,), results=records([step]), optional_turns=frozenset({"done"})
    )


SCRIPTS: Final[Mapping[str, ScriptMaker]] = {CLAUDE: claude_script, CODEX: codex_script}

STREAM_FAULT: Final = Scenario(
    name="stream-fault",
    catalog=LOOKUP,
    task="Look up the synthetic record.",
    says="what a client does when an answer of the model is sent in an odd way, or breaks off",
    script_module=__name__,
    settings={"fault": Setting(choices=FAULTS, says="what is odd about the first answer", is_required=True)},
    grants_tool=True,
    default_deadline_seconds=330.0,  # clients wait up to 300 seconds for a stream that says nothing
)
