"""One request in names alone: what `serve` prints of it and what the pytest plugin hands out.

The client may be anybody's, with servers of its own. So a tool's name stays when it was planted, when the caller says
that it is known, or when it is like those of built-in tools; a name that looks like that of another MCP server's tool
becomes a placeholder. It will not say how a tool is shown; captures do.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from captures.names import is_name
from captures.words import JsonValue, Role, Transport
from sanitize.events import Fault, RequestSeen
from sanitize.places import ToolEntry, tool_entries
from sanitize.policy import Policy
from sanitize.requests import header_names, path_template

_BUILT_IN: Final = re.compile(r"(?!mcp_)(?=.{1,64}\Z)[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*", re.IGNORECASE)
"""Words with single underscores. Clients join the names of a server and its tool with two (Claude Code, Codex)."""

_UNKNOWN: Final = "<name>"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSummary:
    """What a request was, without anything that it said.

    `tools` are the names of all tool entries in the order of the body; one in a container has its container's name and
    a dot before its own (`functions.exec`), one without a name is called by its type.
    """

    role: Role
    method: str
    path: str  # with `<id>` for what is no plain word
    transport: Transport
    header_names: tuple[str, ...]  # lower case, sorted, each once
    tools: tuple[str, ...]
    fault: Fault | None

    @property
    def line(self) -> str:
        """All of it, for people."""
        faults = () if self.fault is None else (self.fault,)
        lists = {"headers": self.header_names, "tools": self.tools, "fault": faults}
        said = (f"{what}: {', '.join(words)}" for what, words in lists.items() if words)
        return "; ".join((f"{self.role} {self.method} {self.path} {self.transport}", *said))


def request_summary(request: RequestSeen, policy: Policy, *, known_names: Collection[str] = ()) -> RequestSummary:
    """Summarize a request. `known_names` are tool names that the caller has given out, which stay as they are."""
    return RequestSummary(
        role=request.role,
        method=request.method if is_name(request.method, "http-method") else _UNKNOWN,
        path=path_template(request.path),
        transport=request.transport,
        header_names=header_names(request.header_names),
        tools=tuple(_tool_names(request.body, policy, frozenset(known_names))),
        fault=request.fault,
    )


def _tool_names(body: JsonValue, policy: Policy, known: frozenset[str]) -> Iterator[str]:
    for entry in tool_entries(body):
        parts: list[str] = []
        for each in (*entry.containers, entry):
            parts.append(_part(each, policy, known, is_in_unknown=_UNKNOWN in parts))
        yield ".".join(parts)


def _part(entry: ToolEntry, policy: Policy, known: frozenset[str], *, is_in_unknown: bool) -> str:
    """The name of an entry. What is in a container of somebody else's may be like a built-in tool and is none."""
    name = entry.name or entry.type
    is_ours = name in known or (name != "" and any(planted.explains(name) for planted in policy.planted))
    is_built_in = not is_in_unknown and _BUILT_IN.fullmatch(name) is not None and is_name(name, "tool")
    return name if is_ours or is_built_in else _UNKNOWN
