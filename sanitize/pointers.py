"""Walks over a JSON value, in one order whatever the order of its keys, and says where each thing stands.

It will not recurse, so that no nesting is too deep for it, and it will not write pointers: `sanitize.policy` does, as a
key may be anybody's text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from captures.pointers import Step
from captures.words import JsonValue

Steps = tuple[Step, ...]
"""The keys and indexes from the root to a place."""

MAX_STEPS: Final = 64
"""What stands deeper has the steps of its ancestor at this depth. The file's own limit is 100 levels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value in a body. `key` is its own key in its object, None for the root and for items of lists."""

    steps: Steps
    key: str | None
    value: JsonValue = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundString:
    """A string in a body: a value, or a key, which has the steps of the value under it and no `key` of its own."""

    steps: Steps
    key: str | None
    text: str = field(repr=False)


def _everything(_node: Node) -> bool:
    return True


def nodes(value: JsonValue, *, is_entered: Callable[[Node], bool] = _everything) -> Iterator[Node]:
    """Every value in `value`, parents first, keys sorted; what `is_entered` denies is given but not looked into."""
    waiting = [Node(steps=(), key=None, value=value)]
    while waiting:
        node = waiting.pop()
        yield node
        if is_entered(node):
            waiting.extend(reversed(_children(node)))


def strings(value: JsonValue) -> Iterator[FoundString]:
    """Every string in `value`, those that are keys too, in the order of `nodes`."""
    for node in nodes(value):
        match node.value:
            case str() as text:
                yield FoundString(steps=node.steps, key=node.key, text=text)
            case dict() as entries:
                for key in sorted(entries):
                    yield FoundString(steps=_below(node.steps, key), key=None, text=key)


def _children(node: Node) -> list[Node]:
    match node.value:
        case dict() as entries:
            return [Node(steps=_below(node.steps, key), key=key, value=entries[key]) for key in sorted(entries)]
        case list() as items:
            return [Node(steps=_below(node.steps, index), key=None, value=item) for index, item in enumerate(items)]
        case _:
            return []


def _below(steps: Steps, step: Step) -> Steps:
    return (*steps, step) if len(steps) < MAX_STEPS else steps
