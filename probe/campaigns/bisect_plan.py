"""What a bisect is about to do: which versions it may ask, which answer already, what it may have to fetch; as lines.

It looks into the cache, and neither starts nor fetches anything.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from captures.model import Capture
from probe.campaigns.bisecting import most_answers
from probe.campaigns.cells import Cell
from probe.campaigns.releases import missing_in
from probe.errors import SetupError


class AbsentEndError(SetupError):
    """One end of the range is not had, and may not be fetched."""

    def __init__(self, cell: Cell) -> None:
        super().__init__(
            f"{cell.release} is one end of the range, and neither in the cache nor among --captures; "
            f"fetch it with `shape-probe clients install {cell.release}`, take another end, or leave --cached out"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The range, and how far it can be had.

    `cells` are the versions that may be asked, the oldest first. `absent` are those between them that may not, as they
    would have to be fetched. Of `cells`, `known` have an answer, and `missing` are neither known nor in the cache.
    `checks` more are asked when the change is found.
    """

    cells: tuple[Cell, ...]
    absent: tuple[str, ...]
    known: AbstractSet[Cell]
    missing: AbstractSet[Cell]
    checks: int

    @property
    def most_asked(self) -> int:
        """How many the search asks at most, when each says something."""
        return min(most_answers(len(self.cells)), len(self.cells) - len(self.known))

    @property
    def most_checked(self) -> int:
        """How many are asked on top of these, at most."""
        return min(self.checks, len(self.cells) - len(self.known) - self.most_asked)


def plan_over(  # noqa: PLR0913 - the range, what is known, where to look, and two wishes
    cells: Sequence[Cell],
    answers: Mapping[Cell, Capture],
    *,
    checks: int,
    cache: Path,
    environ: Mapping[str, str],
    is_cached_only: bool,
) -> Plan:
    """Look which of `cells`, the oldest first, are had. With `is_cached_only` the others are left out.

    Raises:
        AbsentEndError: One of the ends would be left out.
    """
    open_cells = [cell for cell in cells if cell not in answers]
    names = missing_in(open_cells, cache=cache, environ=environ)
    missing = frozenset(cell for cell in open_cells if cell.release in names)
    if not is_cached_only:
        return Plan(cells=tuple(cells), absent=(), known=answers.keys(), missing=missing, checks=checks)
    for end in (cells[0], cells[-1]):
        if end in missing:
            raise AbsentEndError(end)
    return Plan(
        cells=tuple(cell for cell in cells if cell not in missing),
        absent=tuple(cell.version for cell in cells if cell in missing),
        known=answers.keys(),
        missing=frozenset(),
        checks=checks,
    )


def plan_line(plan: Plan) -> str:
    """What is about to be done."""
    first, last = plan.cells[0], plan.cells[-1]
    absent = f", {len(plan.absent)} left out as not in the cache" if plan.absent else ""
    captured = f", {len(plan.known)} known from captures" if plan.known else ""
    verified = f", and {plan.most_checked} more to verify" if plan.most_checked else ""
    return (
        f"{first.client}: {_counted(len(plan.cells) + len(plan.absent), 'version')} from {first.version} to "
        f"{last.version}{absent}{captured}; at most {plan.most_asked} to ask{verified}"
    )


def fetch_line(plan: Plan) -> str:
    """How many of those without an answer are in the cache, and how many may have to be fetched."""
    missing = len(plan.missing)
    there = len(plan.cells) - len(plan.known) - missing
    says = f"in the cache: {there}{' more' if plan.known else ''}; to be fetched:"
    if not missing:
        return f"{says} none"
    most = min(missing, plan.most_asked + plan.most_checked)
    more = ", or more where versions say nothing" if most < missing else ""
    return f"{says} at most {most} of {missing}{more} (sizes are not known)"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
