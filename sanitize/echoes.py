"""Finds in a body what is an echo: what the model said before, and what came back for its calls.

An echo is no announcement, as the script's own words come back in it; a definition that stands in one was asked for.
It will not say which call an answer is for; `sanitize.answers` does.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from captures.words import JsonValue
from sanitize.pointers import Steps

_ITEM_ENDS: Final = ("_call", "_output")
"""How types of items of the Responses API end: `custom_tool_call`, `tool_search_output`."""


def echoes_of(body: JsonValue) -> frozenset[Steps]:
    """Where the echoes stand: messages of the model, results of its calls, its calls themselves."""
    if not isinstance(body, dict):
        return frozenset()
    return frozenset((*_in_messages(body.get("messages")), *_in_input(body.get("input"))))


def is_echo(steps: Steps, echoes: Collection[Steps]) -> bool:
    """Say whether what stands at `steps` is one of `echoes`, or inside one."""
    return steps[:2] in echoes or steps[:4] in echoes


def objects(value: JsonValue) -> Iterator[tuple[int, Mapping[str, JsonValue]]]:
    """The objects in a list, each with its index; nothing when it is no list."""
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict):
            yield index, item


def _in_messages(messages: JsonValue) -> Iterator[Steps]:
    for number, message in objects(messages):
        if message.get("role") == "assistant":
            yield ("messages", number)
            continue
        for index, block in objects(message.get("content")):
            if _type(block).endswith("tool_result"):
                yield ("messages", number, "content", index)


def _in_input(items: JsonValue) -> Iterator[Steps]:
    for number, item in objects(items):
        if item.get("role") == "assistant" or _type(item).endswith(_ITEM_ENDS):
            yield ("input", number)


def _type(block: Mapping[str, JsonValue]) -> str:
    found = block.get("type")
    return found if isinstance(found, str) else ""
