"""By what the page matches the items of two lists: the keys of `captures.compare.identities`, as numbers.

So the browser matches as comparing does and needs no table of its own: what is the same thing has the same numbers.
"""

from collections.abc import Hashable, Iterator, Sequence

from pydantic import JsonValue

from captures.compare.identities import IDENTITIES, Trail
from captures.pointers import Step, pointer_of

ListKeys = dict[str, list[list[int | None]]]
"""By the pointer of a list in its capture: for each item its keys, from strict to loose, null where it has none."""


def keys_of(parts: Sequence[tuple[str, JsonValue]]) -> Iterator[ListKeys]:
    """The keys of the lists in each part of a capture: the name of the part, and its value.

    Lists that are matched by index are left out. A number means the same in all parts that are given together.
    """
    numbers: dict[tuple[Trail, int, Hashable], int] = {}
    for name, value in parts:
        found: ListKeys = {}
        for steps, trail, items in _lists(value, (name,), (name,)):
            found[pointer_of(steps)] = [
                [
                    None if known_by is None else numbers.setdefault((trail, place, known_by), len(numbers))
                    for place, known_by in enumerate(key(item) for key in IDENTITIES[trail])
                ]
                for item in items
            ]
        yield found


def _lists(
    value: JsonValue, steps: tuple[Step, ...], trail: Trail
) -> Iterator[tuple[tuple[Step, ...], Trail, list[JsonValue]]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _lists(inner, (*steps, key), (*trail, key))
        case list():
            if value and trail in IDENTITIES:
                yield steps, trail, value
            for index, inner in enumerate(value):
                yield from _lists(inner, (*steps, index), trail)
        case _:
            return
