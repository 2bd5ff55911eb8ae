"""The table of known ways to a tool whose definition is withheld. A new way is one function and one line here.

It will not say whether a tool is deferred: a way may be there and the tool shown all the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from captures.words import JsonValue
from sanitize.places import ToolEntry
from sanitize.traits import ENUMERATED, MAY_BE_OMITTED, exec_traits, is_exec


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The tool by which the model reaches a deferred one, and what we call it."""

    via: str
    entry: ToolEntry


def _claude_search(entry: ToolEntry, body: JsonValue) -> str | None:
    """Claude Code: `ToolSearch`, in versions about 2.0.77 `MCPSearch`."""
    is_messages = isinstance(body, dict) and "messages" in body
    return entry.name if is_messages and entry.name in {"ToolSearch", "MCPSearch"} else None


def _responses_search(entry: ToolEntry, _body: JsonValue) -> str | None:
    """Codex without code mode: an entry of a type of its own in the Responses API."""
    return "tool_search" if entry.type == "tool_search" else None


def _program(entry: ToolEntry, _body: JsonValue) -> str | None:
    """Codex in code mode: programs find all tools in `ALL_TOOLS`, also those that the description leaves out."""
    if not is_exec(entry):
        return None
    traits = exec_traits(entry.description)
    if not (traits[ENUMERATED] and traits[MAY_BE_OMITTED]):
        return None
    is_in_functions = any(container.name == "functions" for container in entry.containers[-1:])
    return "functions.exec" if is_in_functions else "exec"


_WAYS: Final[Sequence[Callable[[ToolEntry, JsonValue], str | None]]] = (_claude_search, _responses_search, _program)


def way_in(entries: Sequence[ToolEntry], body: JsonValue) -> Way | None:
    """The way to deferred tools in `body`, the first of the table that is there; None when there is none."""
    found = ((way(entry, body), entry) for way in _WAYS for entry in entries)
    return next((Way(via=via, entry=entry) for via, entry in found if via is not None), None)
