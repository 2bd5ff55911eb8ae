"""Anthropic Messages: what the model says, as a message and as its events; and which calls a request answers.

Pure. Wire truth: the Messages API reference (streaming, tool use), and what Claude Code 2.1.268 and 2.1.332 accept.
"""

import json
from collections.abc import Iterator
from typing import Final, assert_never

from captures.words import JsonValue
from probe.scripts.rules import check_script
from probe.scripts.script import Call, Item, Say, Script

INPUT_TOKENS: Final = 100
"""Of every request: far below any threshold by which a client decides to defer tools."""


def check(script: Script) -> None:
    """Make sure that this dialect can play a script.

    Raises:
        ScriptError: it cannot; the message says where and why.
    """
    check_script(script, dialect="Anthropic Messages", kinds={"tool_use"})


def answered_calls(body: JsonValue) -> frozenset[str]:
    """The ids of the calls whose results a request holds."""
    messages = body.get("messages") if isinstance(body, dict) else None
    blocks = (block for message in _objects(messages) for block in _objects(message.get("content")))
    ids = (block.get("tool_use_id") for block in blocks if block.get("type") == "tool_result")
    return frozenset(found for found in ids if isinstance(found, str))


def message_of(items: tuple[Item, ...], message_id: str) -> dict[str, JsonValue]:
    """A whole message."""
    return _empty_message(message_id) | {
        "content": [_block(item) for item in items],
        "stop_reason": _stop_reason(items),
    }


def message_events(items: tuple[Item, ...], message_id: str) -> tuple[dict[str, JsonValue], ...]:
    """The events of the same message, streamed. A text is one delta; arguments are an empty one and two halves."""
    blocks = (event for index, item in enumerate(items) for event in _block_events(item, index))
    return (
        {"type": "message_start", "message": _empty_message(message_id)},
        *blocks,
        {
            "type": "message_delta",
            "delta": {"stop_reason": _stop_reason(items), "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    )


def _empty_message(message_id: str) -> dict[str, JsonValue]:
    return {
        "id": message_id,
        "type": "message",
        "role": "assistant",
        "model": "shape-probe",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {
            "input_tokens": INPUT_TOKENS,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": 1,
        },
    }


def _stop_reason(items: tuple[Item, ...]) -> str:
    return "tool_use" if any(isinstance(item, Call) for item in items) else "end_turn"


def _block(item: Item) -> dict[str, JsonValue]:
    match item:
        case Say():
            return {"type": "text", "text": item.text}
        case Call():
            return {"type": "tool_use", "id": item.id, "name": item.name, "input": item.arguments}
        case _:
            assert_never(item)


def _block_events(item: Item, index: int) -> Iterator[dict[str, JsonValue]]:
    match item:
        case Say():
            empty: dict[str, JsonValue] = {"text": ""}
            deltas: tuple[dict[str, JsonValue], ...] = ({"type": "text_delta", "text": item.text},)
        case Call():
            empty = {"input": {}}
            deltas = tuple({"type": "input_json_delta", "partial_json": part} for part in _parts(item.arguments))
        case _:
            assert_never(item)
    yield {"type": "content_block_start", "index": index, "content_block": _block(item) | empty}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _parts(arguments: JsonValue) -> tuple[str, str, str]:
    text = json.dumps(arguments, ensure_ascii=False)
    half = len(text) // 2
    return ("", text[:half], text[half:])


def _objects(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    for each in value if isinstance(value, list) else ():
        if isinstance(each, dict):
            yield each
