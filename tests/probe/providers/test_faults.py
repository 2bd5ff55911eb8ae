import json
from typing import Final, get_args

import pytest
from pydantic import JsonValue

from probe.providers.faults import event_stream_of, frames_of, json_reply_of
from probe.providers.replies import Fragments, Frames, HttpReply
from probe.scripts.script import Fault
from tests.probe.providers.streams import events_of, messages_of, value_of

EVENTS: Final[tuple[dict[str, JsonValue], ...]] = ({"type": "a"}, {"type": "b", "x": "1é2é"}, {"type": "c"})
VALUE: Final[dict[str, JsonValue]] = {"x": "1é2"}

A: Final = b'event: a\ndata: {"type": "a"}\n\n'
B: Final = b'event: b\ndata: {"type": "b", "x": "1\\u00e92\\u00e9"}\n\n'
C: Final = b'event: c\ndata: {"type": "c"}\n\n'


def stream(*chunks: bytes) -> HttpReply:
    return HttpReply(status=200, content_type="text/event-stream; charset=utf-8", chunks=chunks, is_completion=True)


def body(*chunks: bytes) -> HttpReply:
    return HttpReply(status=200, content_type="application/json", chunks=chunks, is_completion=True)


def test_without_a_fault_each_event_is_a_chunk_or_a_message() -> None:
    assert event_stream_of(EVENTS, None) == stream(A, B, C)
    assert json_reply_of(VALUE, None) == body(b'{"x": "1\\u00e92"}')
    assert frames_of(EVENTS, None) == Frames(
        texts=('{"type": "a"}', '{"type": "b", "x": "1\\u00e92\\u00e9"}', '{"type": "c"}'), is_completion=True
    )


@pytest.mark.parametrize(("fault", "then"), [("truncated", "close"), ("stalled", "stall")])
def test_half_of_the_events_or_of_a_body_is_sent(fault: Fault, then: str) -> None:
    streamed, whole, frames = event_stream_of(EVENTS, fault), json_reply_of(VALUE, fault), frames_of(EVENTS, fault)

    assert (streamed.chunks, whole.chunks, frames.texts) == ((A,), (b'{"x": "1',), ('{"type": "a"}',))
    assert [(reply.then, reply.is_completion) for reply in (streamed, whole, frames)] == [(then, False)] * 3


def test_events_in_the_wrong_order_are_no_completion_and_a_body_has_no_order() -> None:
    streamed, frames = event_stream_of(EVENTS, "wrong-order"), frames_of(EVENTS, "wrong-order")

    assert streamed.chunks == (C, B, A)
    assert messages_of(frames) == list(EVENTS[::-1])
    assert [(reply.then, reply.is_completion) for reply in (streamed, frames)] == [("end", False)] * 2
    assert json_reply_of(VALUE, "wrong-order") == json_reply_of(VALUE, None)


def test_the_first_character_of_several_bytes_is_cut_in_two() -> None:
    assert event_stream_of(EVENTS, "split-character") == stream(
        A, b'event: b\ndata: {"type": "b", "x": "1\xc3', b'\xa92\xc3\xa9"}\n\n', C
    )
    assert json_reply_of(VALUE, "split-character") == body(b'{"x": "1\xc3', b'\xa92"}')
    assert frames_of(EVENTS, "split-character") == Frames(
        texts=(
            '{"type": "a"}',
            Fragments((b'{"type": "b", "x": "1\xc3', b'\xa92\xc3\xa9"}')),
            '{"type": "c"}',
        ),
        is_completion=True,
    )


@pytest.mark.parametrize("character", ["\x80", "é", "€", "\U0001f30d"])
def test_no_piece_of_a_cut_character_is_text_by_itself(character: str) -> None:
    first, second = json_reply_of(f"a{character}{character}", "split-character").chunks

    for piece in (first, second):
        with pytest.raises(UnicodeDecodeError):
            piece.decode()
    assert json.loads(first + second) == f"a{character}{character}"


def test_only_one_character_is_cut() -> None:
    events: tuple[dict[str, JsonValue], ...] = ({"type": "a", "x": "é"}, {"type": "b", "x": "é"})

    assert (
        event_stream_of(events, "split-character").chunks[2] == 'event: b\ndata: {"type": "b", "x": "é"}\n\n'.encode()
    )
    assert frames_of(events, "split-character").texts[1] == '{"type": "b", "x": "é"}'


def test_lines_end_with_cr_lf() -> None:
    assert event_stream_of(EVENTS[:1], "crlf") == stream(b'event: a\r\ndata: {"type": "a"}\r\n\r\n')
    assert json_reply_of([1, {"x": 2}], "crlf") == body(b'[1,\r\n{"x":\r\n2}]')
    assert frames_of(EVENTS[1:2], "crlf") == Frames(
        texts=('{"type":\r\n"b",\r\n"x":\r\n"1\\u00e92\\u00e9"}',), is_completion=True
    )


@pytest.mark.parametrize("fault", [None, "split-character", "crlf"])
def test_what_every_client_has_to_take_is_read_back_as_it_was(fault: Fault | None) -> None:
    assert events_of(event_stream_of(EVENTS, fault)) == list(EVENTS)
    assert value_of(json_reply_of(VALUE, fault)) == VALUE
    assert messages_of(frames_of(EVENTS, fault)) == list(EVENTS)


@pytest.mark.parametrize("fault", get_args(Fault))
def test_the_same_events_are_the_same_bytes(fault: Fault) -> None:
    assert event_stream_of(EVENTS, fault) == event_stream_of(EVENTS, fault)
    assert frames_of(EVENTS, fault) == frames_of(EVENTS, fault)
