"""The synthetic MCP server for tests: in this process, with a bridge that any host can start, and every call recorded.

It stands on a Unix socket in a private directory. A host that runs in a container, or as another user, cannot reach it;
`python -m fake_mcp CATALOG` serves the same there, and records nothing.
"""

import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from captures.words import JsonValue
from fake_mcp import bridge
from fake_mcp.catalog import Catalog
from fake_mcp.catalogs import CATALOGS
from probe.errors import SetupError
from probe.listeners.mcp_listener import mcp_listener
from probe.recording import Recording
from probe.testing.threads import held
from sanitize.events import FrameReceived

_BACKLOG: Final = 64


class UnknownCatalogError(SetupError):
    """No catalog of that name."""

    def __init__(self) -> None:
        super().__init__(f"there is no catalog of that name; the catalogs are {', '.join(CATALOGS)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A `tools/call`, with its name and arguments as the host sent them."""

    name: JsonValue
    arguments: JsonValue


class SyntheticMcp:
    """A server that serves, or has served."""

    def __init__(self, catalog: Catalog, argv: tuple[str, ...], *, recording: Recording) -> None:
        self.alias = catalog.alias
        """What the server is called in `config`, and is planted as."""
        self.command = argv[0]
        self.args = argv[1:]
        self._recording = recording

    @property
    def config(self) -> dict[str, JsonValue]:
        """What the `mcp.json` of most hosts wants, also `claude --mcp-config`."""
        server: JsonValue = {"type": "stdio", "command": self.command, "args": [*self.args], "env": {}}
        return {"mcpServers": {self.alias: server}}

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that came so far, on all connections."""
        return tuple(frame.method for frame in self._frames() if frame.method is not None)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls so far, in the order of coming."""
        return tuple(_call_in(frame.params) for frame in self._frames() if frame.method == "tools/call")

    def _frames(self) -> list[FrameReceived]:
        return [event for event in self._recording.events if isinstance(event, FrameReceived)]


class SyntheticMcps(Protocol):
    """The type of the fixture `synthetic_mcp`."""

    def __call__(self, catalog: Catalog | str = "lookup") -> SyntheticMcp:
        """Start one."""
        ...


@contextmanager
def synthetic_mcp_served(catalog: Catalog | str = "lookup") -> Iterator[SyntheticMcp]:
    """Serve a catalog, or the one of that name, for the length of the block.

    Raises:
        UnknownCatalogError: there is none of that name.
        ExceptionGroup: failures of ours, at the end of the block.
    """
    offered = catalog if isinstance(catalog, Catalog) else _named(catalog)
    recording = Recording()
    with tempfile.TemporaryDirectory(prefix="mcp-") as directory:
        address = Path(directory) / "s"  # short: the path of a Unix socket has about 100 bytes
        sock = socket.socket(socket.AF_UNIX)
        with sock:
            sock.bind(str(address))
            sock.listen(_BACKLOG)
            argv = (sys.executable, "-I", "-S", bridge.__file__, str(address))
            with held(mcp_listener(sock, offered, recording=recording)):
                yield SyntheticMcp(offered, argv, recording=recording)


def _named(name: str) -> Catalog:
    if name not in CATALOGS:
        raise UnknownCatalogError
    return CATALOGS[name]


def _call_in(params: JsonValue) -> ToolCall:
    found = params if isinstance(params, dict) else {}
    return ToolCall(name=found.get("name"), arguments=found.get("arguments"))
