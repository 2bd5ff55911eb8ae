"""Several captures of one question as one. Where they differ the verdict says so and names the places.

It will not decide which run was right, and it does not vote.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from captures.model import Capture, Inconclusive, Unstable
from captures.pointers import Step, pointer_of

_Steps = tuple[Step, ...]


def agreed(captures: Sequence[Capture]) -> Capture:
    """The capture that stands for all of `captures`, whatever their order.

    All equal: that one. Else the first in canonical order, with the verdict unstable at the pointers at which any two
    differ. A run that shows nothing beside runs that show something is unstable at `$.verdict`, and the capture is one
    of those that show something; what it lacks for that reason is not named again. Where no run shows anything there
    is nothing to be unstable: the first stands with its own reason.

    Raises:
        ValueError: there is no capture.
    """
    if not captures:
        msg = "there is no capture to agree on: give at least one"
        raise ValueError(msg)
    ordered = sorted(captures, key=_canonical)
    showing = [capture for capture in ordered if not isinstance(capture.verdict, Inconclusive)]
    if not showing:
        return ordered[0]
    first, *others = (capture.model_dump(mode="json", exclude={"verdict"}) for capture in showing)
    pointers = {pointer_of(steps) for other in others for steps in _differences(first, other, ())}
    if len(showing) < len(ordered):
        pointers.add("$.verdict")
    for capture in showing:
        if isinstance(capture.verdict, Unstable):
            pointers.update(capture.verdict.pointers)
    if not pointers:
        return showing[0]
    verdict = Unstable(kind="unstable", pointers=tuple(sorted(pointers)))
    return showing[0].model_copy(update={"verdict": verdict})


def _canonical(capture: Capture) -> str:
    return json.dumps(capture.model_dump(mode="json"), sort_keys=True)


def _differences(one: object, other: object, at: _Steps) -> Iterator[_Steps]:
    """Where two JSON values differ: as deep as their objects and their lists of one length go."""
    match (one, other):
        case (Mapping(), Mapping()) if one.keys() == other.keys():
            for key in one:
                yield from _differences(one[key], other[key], (*at, key))
        case (list(), list()) if len(one) == len(other):
            for index, (item, another) in enumerate(zip(one, other, strict=True)):
                yield from _differences(item, another, (*at, index))
        case _:
            if one != other:
                yield at
