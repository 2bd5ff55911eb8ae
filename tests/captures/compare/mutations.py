"""Random captures for the property tests of comparing: the full sample with values, items and orders changed."""

from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st
from pydantic import ValidationError

from captures.model import Capture
from captures.pointers import Step
from tests.captures.samples import (
    ABSENT,
    CALL,
    DEFERRED,
    DESCRIBED,
    ENVELOPE,
    INLINE,
    LOADED,
    NAMESPACED,
    REQUEST,
    SIGHTING,
    SUBAGENT,
    UNANSWERED,
    UNSTABLE,
    capture,
)

Steps = tuple[Step, ...]

_FIXED: Final = frozenset({"client", "scenario"})
"""Parts of the question, which both captures have to share; and `requested` is never entered."""

_WORDS: Final = (
    "model",
    "warm-up",
    "side",
    "http",
    "websocket",
    "lookup",
    "mcp__shape_probe__lookup",
    "$.tools[3]",
    "$.tools[21].name",
    "$.input[0].tools[0]",
    "$.title",
    "$.inputSchema",
    "$.name",
    "tool-name",
    "unknown",
    "namespace",
    "dropped",
    "added",
    "alias",
)

_OTHERS: Final = (*_WORDS, None, True, False, 0, 1, 2, 7)

_SAMPLES: Final[tuple[Any, ...]] = (
    ABSENT,
    CALL,
    DEFERRED,
    DESCRIBED,
    ENVELOPE,
    INLINE,
    LOADED,
    NAMESPACED,
    REQUEST,
    SIGHTING,
    SUBAGENT,
    UNANSWERED,
    UNSTABLE,
    {"path": "$.description", "change": "truncated", "kept": 3, "of": 30},
    {"path": "$.name", "change": "renamed", "to": "mcp__shape_probe__lookup"},
    {"attempt": 2, "tools": [DEFERRED]},
    [],
    {},
)


_TOOLS: Final = [
    {**tool, "name": name}
    for name, tool in (("lookup", INLINE), ("kept", NAMESPACED), ("one", DESCRIBED), ("two", LOADED), ("three", ABSENT))
]


@st.composite
def captures(draw: st.DrawFn, *, base: dict[str, Any] | None = None, most: int = 4) -> Capture:
    """The capture `base`, or the full sample, with up to `most` changes; a change that makes it invalid is left out."""
    document = capture(tools=_TOOLS) if base is None else base
    for _ in range(draw(st.integers(0, most))):
        steps = draw(st.sampled_from(list(places(document))))
        candidate = changed(
            document, steps, draw(st.sampled_from(range(5))), draw(st.sampled_from((*_OTHERS, *_SAMPLES)))
        )
        if is_valid(candidate):
            document = candidate
    return Capture.model_validate(document)


def is_valid(document: object) -> bool:
    """Whether it is a capture that shows something."""
    try:
        return Capture.model_validate(document).verdict.kind != "inconclusive"
    except ValidationError:
        return False


def places(value: object, at: Steps = ()) -> Iterator[Steps]:
    """Every place below the root that is no part of the question."""
    entries: Iterator[tuple[Step, Any]] = iter(())
    match value:
        case dict():
            entries = ((key, entry) for key, entry in value.items() if at or key not in _FIXED)
        case list():
            entries = iter(enumerate(value))
    for step, entry in entries:
        if (*at, step) != ("conditions", "requested"):
            yield (*at, step)
            yield from places(entry, (*at, step))


def changed(value: Any, steps: Steps, operation: int, other: Any) -> Any:  # noqa: ANN401 - any JSON value
    """The value with what is at `steps` replaced, left out, doubled, moved to the front, or joined by `other`."""
    step, rest = steps[0], steps[1:]
    if rest:
        entry = changed(value[step], rest, operation, other)
        return _with(value, step, entry)
    if isinstance(value, dict):
        return {**value, str(step): other} if operation else {key: each for key, each in value.items() if key != step}
    items, index = list(value), int(step)
    before, after = items[:index], items[index + 1 :]
    return (
        [*before, *after],
        [*items, items[index]],
        [items[index], *before, *after],
        [*before, other, items[index], *after],
        [*before, other, *after],
    )[operation]


def _with(value: Any, step: Step, entry: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {**value, str(step): entry}
    return [entry if index == step else item for index, item in enumerate(value)]
