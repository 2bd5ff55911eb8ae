"""What the client said to the synthetic MCP server, and whether the list of tools was complete in time.

It will not look at what the server answered, beyond whether a list was whole.
"""

from collections.abc import Sequence

from captures.model import McpSession
from captures.names import is_name
from sanitize.events import Event, FrameReceived, FrameSent, RequestSeen
from sanitize.parts import LogicalRequest

_LIST = "tools/list"


def mcp_session(events: Sequence[Event], first: LogicalRequest | None) -> McpSession:
    """The session on the first connection. `first` is the first logical model request, None when there was none.

    `listed_before_model_request` is then false: nothing came after the list.
    """
    connection = min((event.connection for event in events if isinstance(event, FrameReceived)), default=0)
    frames = [event for event in events if isinstance(event, FrameReceived) and event.connection == connection]
    early = events if first is None else _until(events, first.model)
    methods = (event.method for event in early if isinstance(event, FrameReceived) and event.connection == connection)
    asked = next((frame.protocol_version for frame in frames if frame.protocol_version is not None), None)
    return McpSession(
        methods=tuple(
            method if is_name(method, "mcp-method") else "<name>" for method in methods if method is not None
        ),
        protocol_version=asked if asked is None or is_name(asked, "protocol-version") else "<name>",
        listed_before_model_request=first is not None and has_listed(_until(events, first.carrier())),
    )


def has_listed(events: Sequence[Event]) -> bool:
    """Say whether the server sent the last page of its tools, on any connection."""
    return any(
        isinstance(event, FrameSent) and event.method == _LIST and event.is_last_page and not event.is_error
        for event in events
    )


def _until(events: Sequence[Event], request: RequestSeen) -> Sequence[Event]:
    """The events before `request`, which is one of them. By identity: two requests can be equal."""
    number = next(number for number, event in enumerate(events) if event is request)
    return events[:number]
