"""Where things stand in the body of a request: at another index of the same arrays, or on another path.

It looks at what the judges before it left open: a thing that is shown in another way stands elsewhere anyway.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.judges.orders import REORDERED
from captures.compare.phrases import listed
from captures.compare.rule import Rule, breaking, cosmetic, notable
from captures.compare.surfaced import sightings_inside
from captures.pointers import Step, steps_of

DEFINITION: Final = breaking(
    "definition-moved",
    "A definition stands on another path",
    "What reads the tools of a request at the path where they were finds none, as when a client moves them from the "
    "tools array of the body into an item of the input.",
)
PATH: Final = notable(
    "pointer-moved",
    "A thing stands on another path",
    "What looks for an announcement, an envelope or an answer at its old path misses it. Where a definition moves, "
    "the finding is `definition-moved`.",
)
INDEX: Final = cosmetic(
    "index-moved",
    "A thing stands at another index of the same arrays",
    "Something came or went before it, such as a built-in tool. No program should depend on an index.",
)

RULES: Final = (DEFINITION, PATH, INDEX)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A thing that stands in a request, where in the run, and the pointer to it. `along` moves with it.

    `kind` is null for what has no order of its own, such as a sighting.
    """

    thing: str
    pointer: Pair
    where: str = ""
    kind: str | None = None
    along: tuple[Pair, ...] = ()
    is_definition: bool = False

    def is_on_its_path(self) -> bool:
        """Whether the paths are the same but for their indexes."""
        old, new = _form(self.pointer.old), _form(self.pointer.new)
        return old is not None and old == new


def judge_positions(case: Case) -> Iterator[Found]:
    """Judge the pointers of tools, envelopes, sightings and answers."""
    places = list(_places(case.captures))
    along = [pair for place in places for pair in place.along]
    moved = [
        place
        for place in places
        if not place.pointer.is_same() and case.is_open(place.pointer) and place.pointer not in along
    ]
    for place in moved:
        if not place.is_on_its_path():
            rule = DEFINITION if place.is_definition else PATH
            yield _found([place], rule, f"{{}} {_stand([place])} on another path in the request")
    moved = [place for place in moved if place.is_on_its_path()]
    swapped = [place for place in moved if _is_swapped(place, places)]
    if swapped:
        yield _found(swapped, REORDERED, f"{{}} {_stand(swapped)} in another order in the request")
    others = [place for place in moved if place not in swapped]
    if others:
        indexes = "another index" if _stand(others) == "stands" else "other indexes"
        yield _found(others, INDEX, f"{{}} {_stand(others)} at {indexes} in the request")


def _places(captures: Pair) -> Iterator[_Place]:
    yield from _tools(captures, captures.child("tools"), where="")
    for envelope in captures.child("envelopes").children():
        thing = f"the {envelope.fields['type']} {envelope.fields['name']}"
        along = _along(captures, envelope)
        yield _Place(thing=thing, pointer=envelope.child("pointer"), kind="envelope", along=along)
    for sighting in captures.child("sightings").children():
        yield _Place(thing=f"a sighting of {sighting.fields['token']}", pointer=sighting.child("pointer"))
    for shape in captures.child("later_shapes").children():
        yield from _tools(captures, shape.child("tools"), where=LATER)
    yield from _tools(captures, captures.child("subagent").child("tools"), where=SUBAGENT)
    for call in captures.child("calls").children():
        yield from _answers(call.child("answer"), ANSWERS)


ANSWERS: Final = "the answers to calls"
LATER: Final = "Later in the run"
SUBAGENT: Final = "For a sub-agent"


def _tools(captures: Pair, tools: Pair, *, where: str) -> Iterator[_Place]:
    for tool in tools.children():
        name = tool.fields["name"]
        yield _Place(
            thing=name,
            pointer=tool.child("pointer"),
            where=where,
            kind="tool",
            along=() if where else _along(captures, tool),
            is_definition="definition" in tool.fields,
        )
        loaded = tool.child("loaded").child("pointer")
        yield _Place(thing=f"the loaded definition of {name}", pointer=loaded, where=where, is_definition=True)


def _answers(answer: Pair, thing: str) -> Iterator[_Place]:
    yield _Place(thing=thing, pointer=answer.child("pointer"))
    for block in answer.child("blocks").children():
        for text in block.child("texts").children():
            yield _Place(thing=thing, pointer=text.child("pointer"))


def _along(captures: Pair, thing: Pair) -> tuple[Pair, ...]:
    """The pointers of sightings that move with `thing`."""
    return tuple(each.sighting.child("pointer") for each in sightings_inside(captures, thing) if each.moves_along)


def _found(places: Sequence[_Place], rule: Rule, words: str) -> Found:
    first = places[0]
    where = first.where if all(place.where == first.where for place in places) else ""
    return Found(
        rule=rule,
        places=tuple(pair for place in places for pair in (place.pointer, *place.along)),
        before=first.pointer.old,
        after=first.pointer.new,
        sentence=words.format(_things(places)),
        where=where,
    )


def _things(places: Sequence[_Place]) -> str:
    """What they are called, at the start of a sentence. A name of a tool keeps its letters."""
    things = listed(place.thing for place in places)
    return things if places[0].kind == "tool" else things[:1].upper() + things[1:]


def _stand(places: Sequence[_Place]) -> str:
    is_one = len({place.thing for place in places}) == 1 and places[0].thing != ANSWERS
    return "stands" if is_one else "stand"


def _is_swapped(place: _Place, places: Iterable[_Place]) -> bool:
    """Whether something of its kind that stood before it stands behind it now, or the other way round."""
    return any(_are_swapped(place, other) for other in places if place.kind is not None)


def _are_swapped(one: _Place, other: _Place) -> bool:
    if (one.kind, one.where) != (other.kind, other.where) or not other.is_on_its_path():
        return False
    if _form(one.pointer.old) != _form(other.pointer.old):
        return False
    was_before = _indexes(one.pointer.old) < _indexes(other.pointer.old)
    is_before = _indexes(one.pointer.new) < _indexes(other.pointer.new)
    was_behind = _indexes(one.pointer.old) > _indexes(other.pointer.old)
    is_behind = _indexes(one.pointer.new) > _indexes(other.pointer.new)
    return (was_before and is_behind) or (was_behind and is_before)


def _indexes(pointer: object) -> tuple[int, ...]:
    return tuple(step for step in _steps(pointer) or () if isinstance(step, int))


def _form(pointer: object) -> tuple[Step, ...] | None:
    """The pointer without its indexes."""
    steps = _steps(pointer)
    return None if steps is None else tuple(0 if isinstance(step, int) else step for step in steps)


def _steps(pointer: object) -> tuple[Step, ...] | None:
    return steps_of(pointer) if isinstance(pointer, str) else None
