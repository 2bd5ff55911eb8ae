"""A baseline and what was captured now -> what is different. It decides nothing about severities or exit codes.

Pure: it reads and writes nothing.
"""

from collections.abc import Iterable, Mapping

from captures.compare.findings import Comparison, Comparisons, NotCompared, Question, question_asked
from captures.compare.pairing import compared_files
from captures.model import ShapesFile
from captures.store import QuestionKey
from captures.store import question_of as key_of
from probe.checking.baseline_folder import Baseline, Part
from probe.errors import SetupError
from probe.writability import printable


class OtherFixtureError(SetupError):
    """The synthetic server offered something else when the baseline was made."""

    def __init__(self, baseline: Baseline, part: Part) -> None:
        super().__init__(
            f"{printable(baseline.path_of(part))} was made with another synthetic tool, by another release of "
            "shape-probe, and does not compare; make it again with --update"
        )


def comparisons_of(
    baseline: Baseline, found: Mapping[Part, ShapesFile], unstarted: Iterable[tuple[Question, str]]
) -> Comparisons:
    """Compare each file that was found with its part of the baseline, question by question.

    What the baseline answers and nobody asked is left out, and so is what it does not answer: `new_answers` of
    `probe.checking.renewal` has that. `unstarted` are the questions to clients that could not be started, with the
    version, which say nothing.

    Raises:
        OtherFixtureError: A part of the baseline does not compare.
    """
    compared: list[Comparison] = []
    not_compared: list[NotCompared] = []
    for part, new in found.items():
        old = baseline.files.get(part)
        if old is not None and old.fixture != new.fixture:
            raise OtherFixtureError(baseline, part)
        both = compared_files([_narrowed(old, new)] if old is not None else [], [new])
        compared += both.compared
        not_compared += (each for each in both.not_compared if each.why != "only-in-new")
    for question, version in unstarted:
        not_compared.append(NotCompared(question=question, version=version, why="inconclusive-in-new"))
    return Comparisons(compared=tuple(compared), not_compared=tuple(not_compared))


def comparable(baseline: Baseline, found: Mapping[Part, ShapesFile]) -> Baseline:
    """The baseline without the parts that `found` cannot be compared with, as they are of another fixture."""
    files = {
        part: file for part, file in baseline.files.items() if part not in found or file.fixture == found[part].fixture
    }
    return Baseline(directory=baseline.directory, files=files)


def places_of(baseline: Baseline, found: Iterable[Part]) -> dict[QuestionKey, str]:
    """In which file of the baseline each capture stands: where a finding is shown."""
    return {
        key_of(capture): printable(baseline.path_of(part))
        for part in found
        if part in baseline.files
        for capture in baseline.files[part].captures
    }


def _narrowed(old: ShapesFile, new: ShapesFile) -> ShapesFile:
    """`old` with the questions of `new` alone."""
    asked = {str(question_asked(capture)) for capture in new.captures}
    captures = tuple(capture for capture in old.captures if str(question_asked(capture)) in asked)
    return old.model_copy(update={"captures": captures})
