"""The containers that wrap what matters: the entry that defines or describes a planted tool, or is the way to it.

Of each child stay its type, its name, its other keys, and placeholders; its description is left out. It will not list
containers of other tools.
"""

from collections.abc import Iterable
from typing import Final

from captures.model import Envelope
from captures.words import JsonValue
from sanitize.pointers import Steps
from sanitize.policy import Policy, placeholder_of
from sanitize.shapes import Carrier

_FIRST: Final = ("type", "name")
_LEFT_OUT: Final = "description"


def envelopes_of(carriers: Iterable[Carrier], *, policy: Policy) -> tuple[Envelope, ...]:
    """The innermost container of each carrier that is in one: the model request's first, then as in the body."""
    wrapped = {
        (carrier.role, container.steps): container
        for carrier in carriers
        for container in carrier.entry.containers[-1:]
    }
    return tuple(
        Envelope(
            role=role,
            pointer=policy.pointer(steps),
            type=policy.name(container.type, "type"),
            name=policy.name(container.name, "tool"),
            tools=tuple(_children(container.fields.get("tools"), policy=policy)),
        )
        for (role, steps), container in sorted(wrapped.items(), key=lambda item: (item[0][0], _in_order(item[0][1])))
    )


def _in_order(steps: Steps) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in steps)


def _children(tools: JsonValue, *, policy: Policy) -> Iterable[dict[str, JsonValue]]:
    entries = tools if isinstance(tools, list) else []
    return (_child(entry, policy=policy) for entry in entries if isinstance(entry, dict))


def _child(entry: dict[str, JsonValue], *, policy: Policy) -> dict[str, JsonValue]:
    first = [key for key in _FIRST if key in entry]
    others = sorted(entry.keys() - {*_FIRST, _LEFT_OUT})
    names = dict(policy.keys(entry))
    return {names[key]: _written(key, entry, policy=policy) for key in (*first, *others) if key in names}


def _written(key: str, entry: dict[str, JsonValue], *, policy: Policy) -> JsonValue:
    match (key, entry[key]):
        case ("type", str() as text):
            return policy.name(text, "type")
        case ("name", str() as text):
            return policy.name(text, "tool")
        case ("format", dict()) if entry.get("type") == "custom":
            return "<custom grammar>"
        case (_, dict()):
            return {}
        case (_, list()):
            return []
        case _:
            return placeholder_of(entry[key])
