"""Every place in a JSON value where a string stands, and the value with one of them changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from captures.pointers import Step


@dataclass(frozen=True, slots=True)
class Place:
    """Where a string stands: as a value, or as the key that `steps` ends with."""

    steps: tuple[Step, ...]
    is_key: bool


def places(value: object, steps: tuple[Step, ...] = ()) -> Iterator[Place]:
    """All of them, keys before what they lead to."""
    match value:
        case str():
            yield Place(steps, is_key=False)
        case dict():
            for key, entry in value.items():
                yield Place((*steps, key), is_key=True)
                yield from places(entry, (*steps, key))
        case list():
            for index, item in enumerate(value):
                yield from places(item, (*steps, index))


def changed(value: Any, place: Place, text: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value with `text` at `place`. The order of keys stays."""
    if not place.steps:
        return text
    step, below = place.steps[0], Place(place.steps[1:], is_key=place.is_key)
    if isinstance(value, list):
        return [changed(item, below, text) if index == step else item for index, item in enumerate(value)]
    if place.is_key and len(place.steps) == 1:
        return {text if key == step else key: entry for key, entry in value.items()}
    return {key: changed(entry, below, text) if key == step else entry for key, entry in value.items()}
