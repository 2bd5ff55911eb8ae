"""Replies read back as a client reads them, for the tests of the dialects."""

import json

from pydantic import JsonValue

from probe.providers.replies import ConnectionClosed, Fragments, Frames, HttpReply


def value_of(reply: HttpReply | ConnectionClosed) -> JsonValue:
    """The JSON body."""
    assert isinstance(reply, HttpReply)
    assert reply.content_type == "application/json"
    value: JsonValue = json.loads(b"".join(reply.chunks))
    return value


def events_of(reply: HttpReply | ConnectionClosed) -> list[JsonValue]:
    """The data of server-sent events (WHATWG HTML, 9.2.6), each of which is named by its type."""
    assert isinstance(reply, HttpReply)
    assert reply.content_type == "text/event-stream; charset=utf-8"
    lines = b"".join(reply.chunks).decode().replace("\r\n", "\n")
    events: list[JsonValue] = []
    for block in lines.removesuffix("\n\n").split("\n\n"):
        name, data = block.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert name == f"event: {event['type']}"
        events.append(event)
    return events


def messages_of(reply: Frames | ConnectionClosed) -> list[JsonValue]:
    """The values of text messages, whole ones and those in fragments."""
    assert isinstance(reply, Frames)
    return [json.loads(b"".join(text.parts) if isinstance(text, Fragments) else text) for text in reply.texts]
