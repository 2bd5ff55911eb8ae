"""The facts of one run, as values, in the order in which they happened. They hold raw text and live in memory only.

Rules of this file: everything raw is `repr=False`, so that no traceback and no assertion message shows it; header
values are never taken in at all; times are the probe's own monotonic clock in nanoseconds and never reach a capture.
"""

from dataclasses import dataclass, field
from typing import Literal

from captures.words import JsonValue, Role, Transport

Fault = Literal["body-over-cap", "undecodable-body", "body-not-json"]
"""Why a request's body could not be read as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSeen:
    """A request, read to its end: an HTTP request, or one message of a WebSocket.

    For a message, `method`, `path` and `header_names` are those of the upgrade that opened its WebSocket.
    """

    at_ns: int
    role: Role
    transport: Transport
    method: str
    path: str  # without the query
    header_names: tuple[str, ...]  # as sent, in any case, with repetitions
    body: JsonValue = field(repr=False, default=None)  # None: no body, or one with a fault
    fault: Fault | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameReceived:
    """A JSON-RPC message from the client to the synthetic MCP server."""

    at_ns: int
    connection: int  # from 0, in the order of connecting
    method: str | None  # None: a response
    protocol_version: str | None  # as asked for, in `initialize` or in `_meta` (2026-07-28 and later)
    client_version: str | None  # of `clientInfo`
    params: JsonValue = field(repr=False, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSent:
    """An answer of the synthetic MCP server to `method`; `is_last_page` says that a list is now complete."""

    at_ns: int
    connection: int
    method: str
    is_error: bool
    is_last_page: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySent:
    """The provider answered a request of `role`: with a whole completion, or with something else."""

    at_ns: int
    role: Role
    is_completion: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientEnded:
    """The client is gone. `exit_code` is None when the deadline ended it; `said_completed` is what its output said."""

    at_ns: int
    exit_code: int | None
    said_completed: bool
    refused_lookups: int
    refused_connections: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptEnded:
    """A script has been played. Requests that no turn was left for, and turns that none asked for, were not planned."""

    at_ns: int
    unscripted_requests: int
    unused_turns: tuple[str, ...]


Event = RequestSeen | FrameReceived | FrameSent | ReplySent | ClientEnded | ScriptEnded
