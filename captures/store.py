"""A shapes file as a set of answers: which capture answers which question, and what one file may take from another.

Pure: it reads and writes nothing, and never judges what a shape means.
"""

from dataclasses import dataclass

from captures.errors import FixtureMismatchError
from captures.model import Capture, ShapesFile


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionKey:
    """What a capture answers: one client in one version, one scenario, the conditions that were asked for.

    What a run merely had (its isolation, its transport) is part of the answer.
    """

    client: str
    version: str
    scenario: str
    requested: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        conditions = "".join(f" {axis}={setting}" for axis, setting in self.requested)
        return f"{self.client}@{self.version} {self.scenario}{conditions}"


def question_of(capture: Capture) -> QuestionKey:
    """The question that `capture` answers."""
    return QuestionKey(
        client=capture.client.name,
        version=capture.client.version,
        scenario=capture.scenario,
        requested=tuple(sorted(capture.conditions.requested.items())),
    )


def would_lose(old: ShapesFile, new: ShapesFile) -> tuple[QuestionKey, ...]:
    """The questions that `old` answers and `new` asks in vain: an inconclusive capture never replaces an answer.

    Questions that `new` does not ask at all are not among them: whoever leaves one out means to.
    """
    answered = _answered(old)
    in_vain = dict.fromkeys(question_of(capture) for capture in new.captures)
    return tuple(question for question in in_vain if question in answered - _answered(new))


def merged(old: ShapesFile, new: ShapesFile, *, name: str) -> ShapesFile:
    """The captures of both; where both have the question, those of `new`, unless an answer would be lost.

    `name` is what the error calls the file that `old` is from.

    Raises:
        FixtureMismatchError: the files are of different fixtures.
    """
    if old.fixture != new.fixture:
        raise FixtureMismatchError(name=name)
    kept = frozenset(would_lose(old, new))
    replaced = frozenset(question_of(capture) for capture in new.captures) - kept
    captures = (
        *(capture for capture in old.captures if question_of(capture) not in replaced),
        *(capture for capture in new.captures if question_of(capture) not in kept),
    )
    return new.model_copy(update={"captures": captures})


def _answered(file: ShapesFile) -> frozenset[QuestionKey]:
    return frozenset(question_of(capture) for capture in file.captures if capture.verdict.kind != "inconclusive")
