"""The events of a turn as a reply, with what is odd about it. Pure, and knows no dialect.

A request that wants no events gets one JSON body; of the faults, `wrong-order` is none there.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from captures.words import JsonValue
from probe.providers.replies import Fragments, Frames, HttpReply, Then
from probe.providers.wire import EVENT_STREAM_TYPE, JSON_TYPE, json_text
from probe.scripts.script import Fault

Event = dict[str, JsonValue]

_THEN: Final[Mapping[Fault, Then]] = {"truncated": "close", "stalled": "stall"}

_WHOLE: Final[frozenset[Fault | None]] = frozenset({None, "split-character", "crlf"})
"""What any client has to take for a whole turn."""


def event_stream_of(events: Sequence[Event], fault: Fault | None) -> HttpReply:
    """Server-sent events, one a chunk; with `split-character` one of them is two chunks."""
    line_end = "\r\n" if fault == "crlf" else "\n"
    texts = (
        f"event: {event['type']}{line_end}data: {_one_line(event, fault)}{line_end}{line_end}"
        for event in _in_order(events, fault)
    )
    chunks = tuple(chunk for parts in _pieces(texts, fault) for chunk in parts)
    return _http_reply(EVENT_STREAM_TYPE, chunks, fault)


def json_reply_of(value: JsonValue, fault: Fault | None) -> HttpReply:
    """One JSON body; half of it where half of the events would be sent."""
    text = _any_lines(value, fault)
    if fault in _THEN:
        text = text[: len(text) // 2]
    chunks = tuple(chunk for parts in _pieces((text,), fault) for chunk in parts)
    return _http_reply(JSON_TYPE, chunks, fault)


def frames_of(events: Sequence[Event], fault: Fault | None) -> Frames:
    """A text message for each event. White space is where `crlf` has its line ends."""
    texts = (_any_lines(event, fault) for event in _in_order(events, fault))
    messages = tuple(
        parts[0].decode() if len(parts) == 1 else Fragments(tuple(parts)) for parts in _pieces(texts, fault)
    )
    return Frames(texts=messages, is_completion=fault in _WHOLE, then=_then(fault))


def _http_reply(content_type: str, chunks: tuple[bytes, ...], fault: Fault | None) -> HttpReply:
    is_completion = fault in _WHOLE or (content_type == JSON_TYPE and fault not in _THEN)
    return HttpReply(
        status=200, content_type=content_type, chunks=chunks, is_completion=is_completion, then=_then(fault)
    )


def _then(fault: Fault | None) -> Then:
    return "end" if fault is None else _THEN.get(fault, "end")


def _in_order(events: Sequence[Event], fault: Fault | None) -> Sequence[Event]:
    if fault in _THEN:
        return events[: len(events) // 2]
    if fault == "wrong-order":
        return events[::-1]
    return events


def _one_line(value: JsonValue, fault: Fault | None) -> str:
    return json.dumps(value, ensure_ascii=False) if fault == "split-character" else json_text(value)


def _any_lines(value: JsonValue, fault: Fault | None) -> str:
    return json.dumps(value, separators=(",\r\n", ":\r\n")) if fault == "crlf" else _one_line(value, fault)


def _pieces(texts: Iterable[str], fault: Fault | None) -> Iterator[tuple[bytes, ...]]:
    """Each text in one piece, but for the first that has a character of several bytes, if that is to be split."""
    is_split = fault != "split-character"
    for text in texts:
        if is_split or text.isascii():
            yield (text.encode(),)
        else:
            is_split = True
            before = next(number for number, character in enumerate(text) if not character.isascii())
            cut = before + 1  # what is before it has one byte a character
            yield (text.encode()[:cut], text.encode()[cut:])
