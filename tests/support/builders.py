"""Valid values with one change: what a test does not name is as in a run of a client that does everything right."""

from collections.abc import Mapping

from pydantic import JsonValue

from captures.words import Role, Transport
from sanitize.events import ClientEnded, Event, Fault, FrameReceived, FrameSent, ReplySent, RequestSeen
from sanitize.planted import Planted
from sanitize.question import Question

PROMPT_MARKER = "quokka7291"

LOOKUP: dict[str, JsonValue] = {
    "name": "lookup",
    "title": "Synthetic Lookup",
    "description": "Looks up one synthetic record.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Synthetic query."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 3, "default": 1},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    "annotations": {
        "title": "Synthetic Lookup",
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    },
}


def planted(*tools: Mapping[str, JsonValue], alias: str = "shape_probe") -> Planted:
    return Planted(alias=alias, tools=tools or (LOOKUP,), prompt_marker=PROMPT_MARKER)


def question(**requested: str) -> Question:
    return Question(
        client="claude", version="2.1.268", scenario="first-request", requested=requested, isolation="namespace"
    )


def request_seen(
    *,
    role: Role = "model",
    transport: Transport = "http",
    method: str = "POST",
    path: str = "/v1/messages",
    header_names: tuple[str, ...] = ("Content-Type", "Authorization"),
    body: JsonValue = None,
    fault: Fault | None = None,
) -> RequestSeen:
    return RequestSeen(
        at_ns=0,
        role=role,
        transport=transport,
        method=method,
        path=path,
        header_names=header_names,
        body=body,
        fault=fault,
    )


def message_seen(*, role: Role = "model", body: JsonValue = None, fault: Fault | None = None) -> RequestSeen:
    """A message of a WebSocket of the Responses API."""
    return request_seen(role=role, transport="websocket", method="GET", path="/v1/responses", body=body, fault=fault)


def frame_received(
    *,
    connection: int = 0,
    method: str | None = "tools/list",
    protocol_version: str | None = None,
    client_version: str | None = None,
) -> FrameReceived:
    return FrameReceived(
        at_ns=0,
        connection=connection,
        method=method,
        protocol_version=protocol_version,
        client_version=client_version,
    )


def frame_sent(
    *, connection: int = 0, method: str = "tools/list", is_error: bool = False, is_last_page: bool = True
) -> FrameSent:
    return FrameSent(at_ns=0, connection=connection, method=method, is_error=is_error, is_last_page=is_last_page)


def reply_sent(*, role: Role = "model", is_completion: bool = True) -> ReplySent:
    return ReplySent(at_ns=0, role=role, is_completion=is_completion)


def client_ended(
    *,
    exit_code: int | None = 0,
    said_completed: bool = True,
    refused_lookups: int = 0,
    refused_connections: int = 0,
) -> ClientEnded:
    return ClientEnded(
        at_ns=0,
        exit_code=exit_code,
        said_completed=said_completed,
        refused_lookups=refused_lookups,
        refused_connections=refused_connections,
    )


HANDSHAKE: tuple[Event, ...] = (
    frame_received(method="initialize", protocol_version="2025-11-25", client_version="2.1.268"),
    frame_sent(method="initialize", is_last_page=False),
    frame_received(method="notifications/initialized"),
    frame_received(),
    frame_sent(),
)
"""A client that connects and lists the tools."""


def recording(*events: Event) -> tuple[Event, ...]:
    """A client that lists the tools first, then `events`, and ends well."""
    return (*HANDSHAKE, *events, client_ended())
