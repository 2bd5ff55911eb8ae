"""Pointers into JSON values: JSONPath (RFC 9535) in its short form, `$.tools[21].name`, brackets for odd keys.

It will not follow a pointer and it knows no wildcard, slice or filter: a pointer names one place.
"""

import json
import re
from collections.abc import Iterable
from typing import Final

from captures.names import is_name

Step = str | int

_SHORT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_SEGMENT: Final = re.compile(
    r"""
    \.(?P<short>[A-Za-z_\x80-\ud7ff\ue000-\U0010ffff][A-Za-z0-9_\x80-\ud7ff\ue000-\U0010ffff]*)
    | \[(?P<index>0|[1-9][0-9]{0,5})\]
    | \[(?P<quoted>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*")\]
    """,
    re.VERBOSE,
)
"""A member name in shorthand, an index below a million, or a member name in double quotes (RFC 9535, section 2.5.1)."""


def pointer_of(steps: Iterable[Step]) -> str:
    """The pointer that goes through these keys and indexes, from the root."""
    return "$" + "".join(_segment(step) for step in steps)


def steps_of(pointer: str) -> tuple[Step, ...] | None:
    """The keys and indexes that `pointer` goes through, or None when it is no pointer in the short form."""
    if not pointer.startswith("$"):
        return None
    steps: list[Step] = []
    at = 1
    while at < len(pointer):
        segment = _SEGMENT.match(pointer, at)
        if segment is None:
            return None
        steps.append(_step(segment))
        at = segment.end()
    return tuple(steps)


def safe_pointer_of(steps: Iterable[Step]) -> str:
    """The same for a message: a key that is no plain name is shown as `<name>`, as it may be anybody's text."""
    return pointer_of(step if isinstance(step, int) or is_name(step, "key") else "<name>" for step in steps)


def _segment(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if _SHORT.fullmatch(step):
        return f".{step}"
    return f"[{json.dumps(step, ensure_ascii=False)}]"


def _step(segment: re.Match[str]) -> Step:
    if segment["index"] is not None:
        return int(segment["index"])
    if segment["quoted"] is not None:
        return str(json.loads(segment["quoted"]))
    return segment["short"]
