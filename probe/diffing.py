"""Two sides of shapes files, read and compared: what `shape-probe diff` judges. It writes nothing."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal

from captures.compare.findings import Comparisons
from captures.compare.history import captures_of
from captures.compare.judging import Judged, judged
from captures.compare.pairing import compared_files
from captures.compare.settings import Settings
from captures.compare.words import FailOn
from captures.errors import FixtureMismatchError, ShapesFileError
from captures.store import QuestionKey, question_of
from probe.archive import Found, found_in
from probe.errors import SetupError
from probe.writability import printable

_QUESTIONS_TOLD: Final = 3


class NothingInCommonError(SetupError):
    """The two sides answer no question in common. `old` and `new` are what each answers, without versions."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        super().__init__(tuple(old), tuple(new))
        self.old = tuple(old)
        self.new = tuple(new)

    def __str__(self) -> str:
        return (
            "there is nothing to compare, as client, scenario and conditions must be the same on both sides: "
            f"OLD has {_told(self.old)}; NEW has {_told(self.new)}"
        )


def judged_sides(old: str, new: str, *, settings: Settings, fail_on: FailOn | None) -> Judged:
    """Compare what `old` and `new` lead to, and judge it.

    Raises:
        SetupError: One cannot be read or contradicts itself, or they do not compare.
        LeakFoundError: One holds something that may not stand in a shapes file.
    """
    old_side, new_side = found_in([old]), found_in([new])
    for side in (old_side, new_side):
        _check_consistent(side)
    return judged(_comparisons(old_side, new_side), settings, fail_on=fail_on, files=_files((*old_side, *new_side)))


def refuse_input(target: Path, names: Iterable[str]) -> None:
    """Make sure that the result does not replace what is compared, or would be read as a part of it the next time.

    Raises:
        SetupError: It would.
    """
    place = Path(os.path.realpath(target))
    for name in names:
        side = Path(os.path.realpath(name))
        if name != "-" and (place == side or (place.suffix == ".json" and place.is_relative_to(side))):
            raise SetupError(f"{printable(target)} is what is compared, or a part of it; write the result elsewhere")


def _check_consistent(side: Iterable[Found]) -> None:
    """Refuse a side that answers one question about one version twice, each time otherwise."""
    try:
        captures_of((each.name, each.file) for each in side)
    except ShapesFileError as error:
        raise SetupError(str(error)) from None


def _comparisons(old: Sequence[Found], new: Sequence[Found]) -> Comparisons:
    try:
        comparisons = compared_files([each.file for each in old], [each.file for each in new])
    except FixtureMismatchError as error:
        raise SetupError(
            f"{error.name} does not compare: the synthetic server offered other tools on the two sides; "
            "make both with the same release of shape-probe"
        ) from None
    if not comparisons.compared and all(
        each.why in {"only-in-old", "only-in-new"} for each in comparisons.not_compared
    ):
        raise NothingInCommonError(_questions(comparisons, "only-in-old"), _questions(comparisons, "only-in-new"))
    return comparisons


def _questions(comparisons: Comparisons, why: Literal["only-in-old", "only-in-new"]) -> list[str]:
    """Each once: a side can have a question for many versions."""
    return list(dict.fromkeys(str(each.question) for each in comparisons.not_compared if each.why == why))


def _files(side: Iterable[Found]) -> dict[QuestionKey, str]:
    """Where each capture stands, from the current directory where it is below. What no file has is left out."""
    return {
        question_of(capture): _from_here(each.name)
        for each in side
        if Path(each.name).is_file()
        for capture in each.file.captures
    }


def _from_here(name: str) -> str:
    path = Path(name)
    try:
        here = Path.cwd()
    except FileNotFoundError:  # somebody has removed it
        return path.as_posix()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


def _told(questions: Sequence[str]) -> str:
    told = ", ".join(questions[:_QUESTIONS_TOLD]) or "no capture"
    more = len(questions) - _QUESTIONS_TOLD
    return f"{told} and {more} more" if more > 0 else told
