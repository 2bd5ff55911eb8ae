"""What makes two things in two lists of a capture the same thing, for each kind of list that is not matched by index.

A list is known by its trail: the keys on the way to it, without indexes. Each identity is keys from strict to loose;
what the strict one leaves over is matched by the next.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

Key = Callable[[JsonValue], Hashable | None]
"""From a thing to what it is known by; null where it cannot be known by that."""

Identity = tuple[Key, ...]

Trail = tuple[str, ...]


def matched_by(identity: Identity, old: Sequence[JsonValue], new: Sequence[JsonValue]) -> dict[int, int]:
    """The index in `new` for each index in `old` that has one. Things of one key are matched in their order."""
    found: dict[int, int] = {}
    for key in identity:
        waiting: dict[Hashable, list[int]] = {}
        taken = set(found.values())
        for index, item in enumerate(new):
            if index not in taken:
                waiting.setdefault(key(item), []).append(index)
        for index, item in enumerate(old):
            if index not in found and (known_by := key(item)) is not None and waiting.get(known_by):
                found[index] = waiting[known_by].pop(0)
    return found


def _text(item: JsonValue) -> str:
    return json.dumps(item, sort_keys=True)


def _fields(*names: str) -> Key:
    def key(item: JsonValue) -> Hashable | None:
        return tuple(_text(item.get(name)) for name in names) if isinstance(item, dict) else None

    return key


def _any(_item: JsonValue) -> Hashable:
    return True


def _tool_request(item: JsonValue) -> Hashable | None:
    """Requests that tools come in are the same by their role alone."""
    match item:
        case {"role": ("model" | "warm-up") as role}:
            return role
    return None


def _child(item: JsonValue) -> Hashable | None:
    match item:
        case {"name": str() as name}:
            return name
    return None


_ITSELF: Final[Identity] = (_text,)
_TOOLS: Final[Identity] = (_fields("alias", "name"),)
_CHANGES: Final[Identity] = (_fields("path", "change"), _fields("path"))

IDENTITIES: Final[Mapping[Trail, Identity]] = {
    ("verdict", "pointers"): _ITSELF,
    ("mcp", "methods"): _ITSELF,
    ("requests",): (
        _fields("role", "method", "path", "transport", "header_names"),
        _fields("role", "method", "path", "transport"),
        _fields("role", "path"),
        _tool_request,
    ),
    ("requests", "header_names"): _ITSELF,
    ("tools",): _TOOLS,
    ("tools", "changes"): _CHANGES,
    ("tools", "loaded", "changes"): _CHANGES,
    ("envelopes",): (_fields("type", "name", "role"), _fields("type", "name"), _fields("type", "tools")),
    ("envelopes", "tools"): (_fields("name", "type"), _child),
    ("sightings",): (
        _text,
        _fields("token", "role", "pointer"),
        _fields("token", "role", "place"),
        _fields("token", "place"),
    ),
    ("later_shapes",): (_text, _fields("tools"), _fields("attempt"), _any),
    ("later_shapes", "tools"): _TOOLS,
    ("later_shapes", "tools", "changes"): _CHANGES,
    ("later_shapes", "tools", "loaded", "changes"): _CHANGES,
    ("calls",): (_fields("route", "kind"), _fields("route")),
    ("calls", "answer", "blocks", "keys"): _ITSELF,
    ("calls", "answer", "blocks", "texts", "planted"): (_text, _fields("token")),
    ("subagent", "header_names_of_child"): _ITSELF,
    ("subagent", "header_names_of_parent"): _ITSELF,
    ("subagent", "body_keys_of_child"): _ITSELF,
    ("subagent", "body_keys_of_parent"): _ITSELF,
    ("subagent", "tools"): _TOOLS,
    ("subagent", "tools", "changes"): _CHANGES,
    ("subagent", "tools", "loaded", "changes"): _CHANGES,
}
"""Lists that are not here have no identities: their items are matched by index."""
