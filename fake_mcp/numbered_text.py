"""Long texts whose every part tells where it stood, so that a cut can be measured. Finds no cut itself.

A text is made of cells of 8 ASCII characters. The first two and the last two cells have the text's name, filled up with
dots. Each cell between them is its own number, counted from 0, and a space: `0000005 ` is the sixth cell, and begins at
character 40. So one whole number in what is left of a text says which characters of it these are.
"""

from functools import cache
from typing import Final

CELL: Final = 8
"""Characters in a cell: seven digits and a space."""

_NAME_CELLS: Final = 2


@cache
def numbered_text(name: str, size: int) -> str:
    """A text of `size` characters that begins and ends with `name`. Made once, and kept.

    Raises:
        ValueError: the name is longer than 15 characters, or `size` is not a whole number of cells with at least one
            number, or has more cells than seven digits count.
    """
    cells, rest = divmod(size, CELL)
    if len(name) >= CELL * _NAME_CELLS:
        msg = f"the name has {len(name)} characters: it can have up to {CELL * _NAME_CELLS - 1}"
        raise ValueError(msg)
    if rest or not 2 * _NAME_CELLS < cells <= 10 ** (CELL - 1):
        msg = f"the size is {size}: it has to be a multiple of {CELL}, from {(2 * _NAME_CELLS + 1) * CELL} to 80000000"
        raise ValueError(msg)
    head = name.ljust(CELL * _NAME_CELLS - 1, ".") + " "
    numbers = _numbers(cells)[CELL * _NAME_CELLS : CELL * (cells - _NAME_CELLS)]
    return head + numbers + name.rjust(CELL * _NAME_CELLS, ".")


def _numbers(cells: int) -> str:
    """At least `cells` cells from 0 on. A thousand at a time, as one by one would hold up a server for 0.1 seconds."""
    low = [f"{number:03d} " for number in range(1000)]
    high = [f"{number:04d}" for number in range(cells // 1000 + 1)]
    return "".join([digits + digits.join(low) for digits in high])
