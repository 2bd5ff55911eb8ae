"""Pointers in which `[*]` stands for any index: whether a pointer is at such a place, or below it."""

from captures.pointers import Step, steps_of

PatternStep = Step | None
"""A key, an index, or None for any index."""

_ANY_INDEX = "[*]"


def steps_of_pattern(pattern: str) -> tuple[PatternStep, ...] | None:
    """What `pattern` goes through, or None when it is no pointer: `$.requests[*].header_names`."""
    first, *others = pattern.split(_ANY_INDEX)
    steps: list[PatternStep] = []
    for number, piece in enumerate((first, *(f"${other}" for other in others))):
        piece_steps = steps_of(piece)
        if piece_steps is None:
            return None
        steps += (None, *piece_steps) if number else piece_steps
    return tuple(steps)


def is_within(pointer: str, pattern: str) -> bool:
    """Say whether `pointer` names what `pattern` does, or something below it."""
    steps, wanted = steps_of(pointer), steps_of_pattern(pattern)
    if steps is None or wanted is None:
        return pointer == pattern
    return len(steps) >= len(wanted) and all(
        isinstance(step, int) if want is None else step == want for step, want in zip(steps, wanted, strict=False)
    )
