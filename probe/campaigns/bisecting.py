"""The search of a bisect as a value: what is known of each version, and which one is to be asked next. Pure.

Versions are numbers here, the oldest is 0. The search is for the first change: where an answer shows that there is more
than one, it goes on before the first of those that are known. It starts nothing and knows no client.
"""

from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

Side = Literal["old", "new", "unknown"]
"""`old`: the version is without the change; `new`: it has it; `unknown`: it says nothing."""


class Flip(NamedTuple):
    """Two versions that are on different sides; of those between them nobody says on which one they are."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Search:
    """What is known of each version; None: it has not been asked. The first is old and the last is new."""

    sides: tuple[Side | None, ...]

    def told(self, number: int, side: Side) -> "Search":
        """The same with what a version says."""
        return replace(self, sides=(*self.sides[:number], side, *self.sides[number + 1 :]))

    @property
    def bracket(self) -> Flip:
        """The first change as far as it is known: the last version without it, and the first one that has it."""
        after = self.sides.index("new")
        return Flip(max(number for number in range(after) if self.sides[number] == "old"), after)

    @property
    def left(self) -> int:
        """How many versions can still narrow the bracket."""
        before, after = self.bracket
        return self.sides[before:after].count(None)

    @property
    def next_number(self) -> int | None:
        """The version that is to be asked, or None when no version can tell more about the first change.

        It is in the middle of the bracket. Where a version there says nothing, it is in the middle of the most
        versions in a row that have not been asked: what says nothing seldom stands alone.
        """
        before, after = self.bracket
        return _middle(self.sides[: after + 1], first=before)

    @property
    def silent(self) -> tuple[int, ...]:
        """The versions in the bracket that say nothing."""
        before, after = self.bracket
        return tuple(number for number in range(before, after) if self.sides[number] == "unknown")

    @property
    def flips(self) -> tuple[Flip, ...]:
        """All changes of side that are known, the oldest first. Where there is one alone, the answer is monotonic."""
        said = [number for number, side in enumerate(self.sides) if side in ("old", "new")]
        return tuple(Flip(*pair) for pair in pairwise(said) if self.sides[pair[0]] != self.sides[pair[1]])

    def checks(self, count: int) -> tuple[int, ...]:
        """Up to `count` versions that have not been asked, each in the middle of the most in a row; sorted."""
        search, numbers = self, list[int]()
        while len(numbers) < count and (number := _middle(search.sides)) is not None:
            numbers.append(number)
            search = search.told(number, "unknown")
        return tuple(sorted(numbers))


def search_over(count: int) -> Search:
    """A search over `count` versions, at least two, of which the first has been found old and the last new."""
    return Search(("old", *(None,) * (count - 2), "new"))


def most_answers(count: int) -> int:
    """How many versions are asked at most when each says something, the two ends among them."""
    return 2 + (count - 2).bit_length()


def _middle(sides: tuple[Side | None, ...], *, first: int = 0) -> int | None:
    """The middle of the longest row of versions from `first` on that have not been asked, or of the first such row."""
    rows = (
        list(row) for side, row in groupby(range(first, len(sides)), key=lambda number: sides[number]) if side is None
    )
    longest = max(rows, key=len, default=None)
    return None if longest is None else longest[(len(longest) - 1) // 2]
