import json

import pytest
from pydantic import JsonValue

from probe.providers.replies import HttpReply
from probe.providers.wire import event_stream, json_reply, json_text, wants_stream


def test_a_json_reply_is_one_chunk() -> None:
    assert json_reply({"a": [1]}, status=418) == HttpReply(
        status=418, content_type="application/json", chunks=(b'{"a": [1]}',)
    )


def test_an_event_stream_has_one_named_event_a_chunk() -> None:
    assert event_stream([{"type": "a"}, {"type": "b", "x": 1}], is_completion=True) == HttpReply(
        status=200,
        content_type="text/event-stream; charset=utf-8",
        chunks=(b'event: a\ndata: {"type": "a"}\n\n', b'event: b\ndata: {"type": "b", "x": 1}\n\n'),
        is_completion=True,
    )


def test_text_stays_on_one_line_and_ascii() -> None:
    text = json_text({"a": "line\nline \u2028 \ud83d"})

    assert text.isascii()
    assert text.splitlines() == [text]
    assert json.loads(text) == {"a": "line\nline \u2028 \ud83d"}


@pytest.mark.parametrize(
    "body", [None, 1, "stream", ["stream"], {}, {"stream": False}, {"stream": 1}, {"stream": "true"}]
)
def test_only_true_asks_for_a_stream(body: JsonValue) -> None:
    assert not wants_stream(body)
    assert wants_stream({"stream": True})
