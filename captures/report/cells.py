"""What stands in a cell of the version x question table: how the tools of a capture are shown, in two or three words.

It knows no colours and no mark-up.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from captures.model import (
    AbsentTool,
    Capture,
    DeferredTool,
    DescribedTool,
    Inconclusive,
    InlineTool,
    NamespacedTool,
    ToolShape,
    Unstable,
)

State = Literal[
    "inline",
    "namespaced",
    "described",
    "announced",
    "unannounced",
    "absent",
    "mixed",
    "toolless",
    "unstable",
    "inconclusive",
    "missing",
]

STATES: Final[dict[State, tuple[str, str]]] = {
    "inline": ("inline", "a full definition in the tools array"),
    "namespaced": ("namespaced", "a full definition as a child of a namespace entry"),
    "described": ("described", "rendered inside the description of another tool"),
    "announced": ("deferred, announced", "withheld behind another tool, and its name is shown"),
    "unannounced": ("deferred, unannounced", "withheld behind another tool, and nothing names it"),
    "absent": ("absent", "no trace, and no way to it that we know"),
    "mixed": ("mixed", "several tools, not all shown in the same way"),
    "toolless": ("no tools", "the capture has no tools"),
    "unstable": ("unstable", "runs of the same question differ"),
    "inconclusive": ("inconclusive", "the run shows nothing about the tool"),
    "missing": ("no capture", "nobody asked this version"),
}
"""What each state is called, and what it means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """`detail` says by what name or by which way, or why not; empty where there is nothing to say.

    `later` is what is shown after the first model request, where that differs: `then inline`.
    """

    state: State
    detail: str
    later: str


def cell_of(capture: Capture) -> Cell:
    """The cell of one capture."""
    shown, detail = _shown(capture.tools)
    later = _later(capture, shown)
    match capture.verdict:
        case Inconclusive():
            return Cell(state="inconclusive", detail=capture.verdict.reason, later="")
        case Unstable():
            return Cell(state="unstable", detail=STATES[shown][0], later=later)
        case _:
            return Cell(state=shown, detail=detail, later=later)


def detail_of(tool: ToolShape) -> str:
    """By what name, or by which way."""
    match tool:
        case InlineTool():
            return tool.shown_as
        case NamespacedTool():
            return f"in {tool.namespace}"
        case DescribedTool():
            return f"in {tool.inside}"
        case DeferredTool():
            return f"via {tool.via}"
        case AbsentTool():
            return ""
        case _:
            assert_never(tool)


def _shown(tools: tuple[ToolShape, ...]) -> tuple[State, str]:
    counts = Counter(map(_state, tools))
    match len(counts):
        case 0:
            return ("toolless", "")
        case 1:
            (state,) = counts
            details = dict.fromkeys(map(detail_of, tools))
            return (state, next(iter(details)) if len(details) == 1 else f"{len(tools)} tools")
        case _:
            return ("mixed", ", ".join(f"{count} {STATES[state][0]}" for state, count in counts.items()))


def _later(capture: Capture, first: State) -> str:
    """What the last request shows, when it is not what the first one does."""
    if not capture.later_shapes:
        return ""
    shown, detail = _shown(capture.later_shapes[-1].tools)
    if shown != first:
        return f"then {STATES[shown][0]}"
    return f"then {detail}" if detail != _shown(capture.tools)[1] else "then otherwise"


def _state(tool: ToolShape) -> State:
    match tool:
        case DeferredTool():
            return "announced" if tool.announced else "unannounced"
        case InlineTool() | NamespacedTool() | DescribedTool() | AbsentTool():
            return tool.presentation
        case _:
            assert_never(tool)
