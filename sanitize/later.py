"""The shapes that a client comes to after its first one: what it answers to an error, what a changed list leads to.

It compares what is shown and not where: a pointer that moved is no new shape. Requests that go on from a response and
bring no tools show what was shown before. A tool that was deferred at first and is there because the model asked for it
is no new shape either; `sanitize.loaded` has it.
"""

from collections.abc import Sequence

from captures.model import AbsentTool, LaterShape, ToolShape
from sanitize.loaded import deferred_in, without_loaded
from sanitize.parts import LogicalRequest, have_entries
from sanitize.planted import Planted
from sanitize.policy import Policy
from sanitize.shapes import seen_tools


def later_shapes(
    first: Sequence[ToolShape], requests: Sequence[LogicalRequest], planted: Planted, *, policy: Policy
) -> tuple[LaterShape, ...]:
    """The distinct shapes in `requests`, those after the first, each as first seen. `first` is the first shape."""
    in_force = tuple(first)
    known = [_shown(in_force)]
    deferred = deferred_in(first)
    later: list[LaterShape] = []
    for request in requests:
        parts = without_loaded(request.parts(), deferred, planted)
        if request.model.fault is not None or (request.is_chained and not have_entries(parts)):
            continue
        shapes = tuple(seen.shape for seen in seen_tools(parts, planted, policy=policy))
        if request.is_chained:
            shapes = tuple(map(_inherited, in_force, shapes))
        in_force = shapes
        if _shown(shapes) not in known:
            known.append(_shown(shapes))
            later.append(LaterShape(attempt=request.attempt, tools=shapes))
    return tuple(later)


def _inherited(before: ToolShape, now: ToolShape) -> ToolShape:
    """A chained request that does not mention a tool leaves it as it was."""
    return before if isinstance(now, AbsentTool) else now


def _shown(shapes: Sequence[ToolShape]) -> list[dict[str, object]]:
    return [shape.model_dump(exclude={"pointer", "role"}) for shape in shapes]
