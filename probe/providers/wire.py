"""Reply values made of JSON: a body, an event stream, a text frame. Knows no dialect; what it writes is ASCII.

Replies that are odd on purpose are made in `probe.providers.faults`.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from captures.words import JsonValue
from probe.providers.replies import HttpReply

JSON_TYPE: Final = "application/json"
EVENT_STREAM_TYPE: Final = "text/event-stream; charset=utf-8"


def json_reply(value: JsonValue, *, status: int = 200, is_completion: bool = False) -> HttpReply:
    """One JSON body."""
    return HttpReply(
        status=status, content_type=JSON_TYPE, chunks=(json_text(value).encode(),), is_completion=is_completion
    )


def event_stream(events: Iterable[Mapping[str, JsonValue]], *, is_completion: bool = False) -> HttpReply:
    """Server-sent events, one a chunk, each named by its `type` (WHATWG HTML, 9.2.5; both dialects name them so)."""
    chunks = tuple(f"event: {event['type']}\ndata: {json_text(dict(event))}\n\n".encode() for event in events)
    return HttpReply(status=200, content_type=EVENT_STREAM_TYPE, chunks=chunks, is_completion=is_completion)


def json_text(value: JsonValue) -> str:
    """`value` on one line."""
    return json.dumps(value)


def wants_stream(body: JsonValue) -> bool:
    """Whether a request asks for events: `"stream": true`, in both dialects."""
    return isinstance(body, dict) and body.get("stream") is True
