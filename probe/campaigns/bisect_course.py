"""The course of a bisect: the two ends, the search between them, the checks. What it asks, it asks through a function.

It decides which version is asked when, and what the answer is; it starts no client and prints nothing.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from captures.compare.comparing import compared
from captures.compare.findings import Finding
from captures.model import Capture, Inconclusive, Unstable
from probe.campaigns.bisect_answer import Answer, Change, Source, Step, Turn
from probe.campaigns.bisect_wanted import Placed, Wanted, gravest, placed
from probe.campaigns.bisecting import search_over
from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Failed
from probe.errors import InconclusiveError, LeakRefusedError, ProbeError, SetupError

Ask = Callable[[Sequence[Cell]], Awaitable[Mapping[Cell, Capture | Failed]]]
"""Performs cells, several at a time where it can; all of them are in the result."""


class SilentEndError(InconclusiveError):
    """One end of the range shows nothing, so that nothing can be compared with it."""

    def __init__(self, cell: Cell, reason: str) -> None:
        super().__init__(
            f"{cell.release} is one end of the range and shows nothing (inconclusive: {reason}); "
            f"`{cell.command}` says what to do, or take another end"
        )


class WaveringEndError(InconclusiveError):
    """The runs of one end of the range differ, so that what differs from it may be chance."""

    def __init__(self, cell: Cell, pointers: Sequence[str]) -> None:
        super().__init__(
            f"{cell.release} is one end of the range and says nothing (unstable: its runs differ at "
            f"{', '.join(pointers)}); take another end, or leave out the captures that have it"
        )


async def bisected(  # noqa: PLR0913 - a question, what is known, whom to ask and whom to tell
    cells: Sequence[Cell],
    answers: Mapping[Cell, Capture],
    sought: Wanted | None,
    *,
    checks: int,
    ask: Ask,
    begun: Callable[[Wanted, tuple[Finding, ...]], None],
    told: Callable[[Step], None],
) -> Answer:
    """Find the first of `cells` with a change.

    Args:
        cells: One question to versions of one client, the oldest first; at least two.
        answers: What need not be asked; none of it is inconclusive.
        sought: Which findings count; None: the gravest between the ends.
        checks: How many more versions are asked when the change has been found, to see whether it is the only one.
        ask: Called with cells that are not among `answers`, with each once.
        begun: Told what is sought, and all findings between the ends, where there is something to search for.
        told: Told of each version, in the order in which it becomes known.

    Raises:
        SilentEndError: One of the ends is inconclusive.
        WaveringEndError: One of them is unstable.
        ProbeError: One of the ends failed, or two versions in a row did in the same way.
    """
    known = _Known(cells, answers, ask)
    await known.ask_for((0, known.last))
    between = compared(known.firm_end(0), known.firm_end(known.last))
    sought = sought or gravest(between)
    if sought is None or not sought.among(between):
        steps = [known.step(number, Placed("old"), source="search") for number in (0, known.last)]
        return Answer(cells=known.cells, sought=sought, between=between, change=None, steps=tuple(steps))
    begun(sought, between)
    hunt = _Hunt(known, sought, told)
    await hunt.search()
    await hunt.check(checks)
    return Answer(cells=known.cells, sought=sought, between=between, change=hunt.change(), steps=tuple(hunt.steps))


class _Known:
    """What came of the versions so far, by number."""

    def __init__(self, cells: Sequence[Cell], answers: Mapping[Cell, Capture], ask: Ask) -> None:
        self.cells = tuple(cells)
        self.last = len(self.cells) - 1
        self.given = tuple(number for number, cell in enumerate(self.cells) if cell in answers)
        self._ask = ask
        self._results: dict[Cell, Capture | Failed] = dict(answers)
        self._last_failure: str | None = None

    async def ask_for(self, numbers: Iterable[int]) -> None:
        """Ask those that are not known.

        Raises:
            ProbeError: One failed in the same way as the one before: that is about this machine, and not about them.
        """
        cells = [self.cells[number] for number in numbers if self.cells[number] not in self._results]
        self._results |= await self._ask(cells) if cells else {}
        for cell in cells:
            result = self._results[cell]
            says = result.says if isinstance(result, Failed) else None
            if isinstance(result, Failed) and says == self._last_failure:
                raise _error_of(result)
            self._last_failure = says

    def result(self, number: int) -> Capture | Failed:
        """What came of one that was asked."""
        return self._results[self.cells[number]]

    def end(self, number: int) -> Capture:
        """The capture of one that has to say something."""
        cell, result = self.cells[number], self.result(number)
        if isinstance(result, Failed):
            raise _error_of(result)
        if isinstance(result.verdict, Inconclusive):
            raise SilentEndError(cell, result.verdict.reason)
        return result

    def firm_end(self, number: int) -> Capture:
        """The same, of one that may not waver either."""
        result = self.end(number)
        if isinstance(result.verdict, Unstable):
            raise WaveringEndError(self.cells[number], result.verdict.pointers)
        return result

    def step(
        self, number: int, place: Placed, *, source: Source, bracket: tuple[int, int] | None = None, left: int = 0
    ) -> Step:
        """What became known of one, and between which two the change is then."""
        before, after = bracket or (0, self.last)
        return Step(
            version=self.cells[number].version,
            side=place.side,
            says=place.says,
            source="captures" if number in self.given else source,
            without=self.cells[before].version,
            having=self.cells[after].version,
            left=left,
        )


class _Hunt:
    """The search, when it is known what is sought."""

    def __init__(self, known: _Known, sought: Wanted, told: Callable[[Step], None]) -> None:
        """Tell of the ends, and of what need not be asked."""
        self.steps: list[Step] = []
        self._known = known
        self._sought = sought
        self._told = told
        self._search = search_over(known.last + 1)
        for number, side in ((0, Placed("old")), (known.last, Placed("new"))):
            self._tell(number, side)
        for number in known.given:
            if number not in (0, known.last):
                self._place(number)

    async def search(self) -> None:
        """Ask one after the other until the first change is found."""
        while (number := self._search.next_number) is not None:
            await self._known.ask_for((number,))
            self._place(number)

    async def check(self, count: int) -> None:
        """Ask up to `count` others at once, and search on where one of them shows an earlier change."""
        numbers = self._search.checks(count)
        await self._known.ask_for(numbers)
        for number in numbers:
            self._place(number, source="verify")
        await self.search()

    def change(self) -> Change:
        """What has been found."""
        cells, (before, after) = self._known.cells, self._search.bracket
        says = {step.version: step.says for step in self.steps}
        return Change(
            without=cells[before].version,
            having=cells[after].version,
            silent=tuple((version, says[version] or "") for version in (cells[n].version for n in self._search.silent)),
            # What comes about in steps may be another finding to the version before than to the oldest one.
            findings=self._between(before, after) or self._between(0, after),
            later=self._between(after, self._known.last),
            turns=tuple(
                Turn(
                    after=cells[flip.before].version,
                    version=cells[flip.after].version,
                    is_coming=self._search.sides[flip.after] == "new",
                )
                for flip in self._search.flips
            ),
        )

    def _between(self, old: int, new: int) -> tuple[Finding, ...]:
        return self._sought.among(compared(self._known.end(old), self._known.end(new)))

    def _place(self, number: int, *, source: Source = "search") -> None:
        place = placed(self._known.result(number), self._sought, oldest=self._known.end(0))
        self._search = self._search.told(number, place.side)
        self._tell(number, place, source=source)

    def _tell(self, number: int, place: Placed, *, source: Source = "search") -> None:
        search = self._search
        step = self._known.step(number, place, source=source, bracket=search.bracket, left=search.left)
        self.steps.append(step)
        self._told(step)


def _error_of(failed: Failed) -> ProbeError:
    """What a version that failed ends the bisect with."""
    kinds: dict[int, type[ProbeError]] = {error.exit_code: error for error in (InconclusiveError, LeakRefusedError)}
    return kinds.get(failed.exit_code, SetupError)(failed.says)
