"""OpenAI Responses: what the model says, as the events of a response; and which calls a request answers.

Pure. Wire truth: the Responses API reference, and the smallest answers with which Codex 0.154 and 0.171 end with exit
code 0.
"""

import json
from typing import Final, assert_never

from captures.words import CallKind, JsonValue
from probe.scripts.rules import check_script
from probe.scripts.script import Call, Item, Say, Script

_KINDS: Final[frozenset[CallKind]] = frozenset({"function_call", "custom_tool_call", "tool_search_call"})


def check(script: Script) -> None:
    """Make sure that this dialect can play a script.

    Raises:
        ScriptError: it cannot; the message says where and why.
    """
    check_script(script, dialect="OpenAI Responses", kinds=_KINDS)


def answered_calls(body: JsonValue) -> frozenset[str]:
    """The ids of the calls whose outputs a request holds: over HTTP all so far, over a WebSocket the newest."""
    items = body.get("input") if isinstance(body, dict) else None
    outputs = (item for item in (items if isinstance(items, list) else ()) if isinstance(item, dict))
    ids = (item.get("call_id") for item in outputs if str(item.get("type")).endswith("_output"))
    return frozenset(found for found in ids if isinstance(found, str))


def response_events(items: tuple[Item, ...], *, number: int, label: str) -> tuple[dict[str, JsonValue], ...]:
    """The events of a whole response. The last one holds the response.

    Args:
        items: What the model says; nothing, for a warm-up.
        number: The place of the response in its chain, from 1.
        label: Makes the ids of texts. Those of calls are made of the id of the call.
    """
    response: dict[str, JsonValue] = {
        "id": f"resp_synthetic_{number}",
        "object": "response",
        "created_at": 0,
        "status": "in_progress",
        "output": [],
    }
    output = [_output_item(item, _text_id(label, index)) for index, item in enumerate(items)]
    done: dict[str, JsonValue] = response | {
        "status": "completed",
        "output": list[JsonValue](output),
        "usage": _usage(len(output)),
    }
    return (
        {"type": "response.created", "response": response},
        *(event for index, item in enumerate(output) for event in _item_events(item, index)),
        {"type": "response.completed", "response": done},
    )


def _text_id(label: str, index: int) -> str:
    return f"msg_{label}_{index}" if index else f"msg_{label}"


def _output_item(item: Item, text_id: str) -> dict[str, JsonValue]:
    match item:
        case Say():
            return {
                "id": text_id,
                "type": "message",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": item.text, "annotations": []}],
            }
        case Call():
            return _call_item(item)
        case _:
            assert_never(item)


_PREFIXES: Final[dict[CallKind, str]] = {"function_call": "fc", "custom_tool_call": "ctc", "tool_search_call": "tsc"}


def _call_item(call: Call) -> dict[str, JsonValue]:
    named: dict[str, JsonValue] = {"name": call.name}
    if call.namespace is not None:
        named["namespace"] = call.namespace
    match call.kind:
        case "function_call":
            said = named | {"arguments": json.dumps(call.arguments, ensure_ascii=False)}
        case "custom_tool_call":
            said = named | {"input": call.arguments}
        case _:
            said = {"execution": "client", "arguments": call.arguments}
    return {
        "id": f"{_PREFIXES[call.kind]}_{call.id}",
        "type": call.kind,
        "status": "completed",
        "call_id": call.id,
        **said,
    }


_BEGUN: Final[dict[str, dict[str, JsonValue]]] = {
    "message": {"content": []},
    "function_call": {"arguments": ""},
    "custom_tool_call": {"input": ""},
    "tool_search_call": {},
}
"""What an item has when it begins, in place of what it will have."""


def _item_events(item: dict[str, JsonValue], index: int) -> tuple[dict[str, JsonValue], ...]:
    begun = item | {"status": "in_progress"} | _BEGUN[str(item["type"])]
    return (
        {"type": "response.output_item.added", "output_index": index, "item": begun},
        {"type": "response.output_item.done", "output_index": index, "item": item},
    )


def _usage(output_tokens: int) -> dict[str, JsonValue]:
    return {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 100 + output_tokens,
    }
