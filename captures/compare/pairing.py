"""Which capture is compared with which: two sides of shapes files -> comparisons, and what could not be compared.

A capture of the new side goes with one of the old side that answers the same question with the same fixture: that of
the same version, else of the nearest older one, else of the nearest newer one, in each case one that is conclusive. An
inconclusive capture is never compared, and fails nothing where the old side has that version as inconclusive too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from captures.compare.comparing import compared
from captures.compare.findings import Comparison, Comparisons, NotCompared, Question
from captures.errors import FixtureMismatchError
from captures.model import Capture, Fixture, Inconclusive, ShapesFile
from captures.store import question_of
from captures.versions import version_key


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """A capture, and what the tool was that it is about."""

    capture: Capture
    fixture: Fixture

    @property
    def version(self) -> str:
        return self.capture.client.version

    @property
    def is_conclusive(self) -> bool:
        return not isinstance(self.capture.verdict, Inconclusive)


def compared_files(old: Sequence[ShapesFile], new: Sequence[ShapesFile]) -> Comparisons:
    """Compare each capture of `new` with that of `old` which it goes with.

    Of a question that is in `old` alone, the newest version is named.

    Raises:
        FixtureMismatchError: A question was put with other tools on the two sides; it is called by the question.
    """
    old_answers, new_answers = _answers(old), _answers(new)
    found = [_found(answer, old_answers) for answer in new_answers]
    asked = {_key(answer) for answer in new_answers}
    return Comparisons(
        compared=tuple(each for each in found if isinstance(each, Comparison)),
        not_compared=(
            *(each for each in found if isinstance(each, NotCompared)),
            *_only_in_old(answer for answer in old_answers if _key(answer) not in asked),
        ),
    )


def _answers(files: Iterable[ShapesFile]) -> list[_Answer]:
    """All captures, each once."""
    answers: list[_Answer] = []
    for file in files:
        for capture in file.captures:
            answer = _Answer(capture=capture, fixture=file.fixture)
            if answer not in answers:
                answers.append(answer)
    return answers


def _key(answer: _Answer) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    key = question_of(answer.capture)
    return key.client, key.scenario, key.requested


def _found(answer: _Answer, old_answers: Iterable[_Answer]) -> Comparison | NotCompared:
    candidates = [each for each in old_answers if _key(each) == _key(answer)]
    comparable = [each for each in candidates if each.fixture == answer.fixture]
    if candidates and not comparable:
        raise FixtureMismatchError(name=str(_question(answer)))
    if not answer.is_conclusive:
        same = [each for each in comparable if each.version == answer.version and not each.is_conclusive]
        return _not_compared(same[0], "inconclusive-in-old") if same else _not_compared(answer, "inconclusive-in-new")
    if not comparable:
        return _not_compared(answer, "only-in-new")
    conclusive = [each for each in comparable if each.is_conclusive]
    if not conclusive:
        return _not_compared(_nearest(comparable, answer.version), "inconclusive-in-old")
    before = _nearest(conclusive, answer.version)
    return Comparison(
        question=_question(answer),
        old_version=before.version,
        new_version=answer.version,
        findings=compared(before.capture, answer.capture),
    )


def _nearest(answers: Iterable[_Answer], version: str) -> _Answer:
    """The one of `version`, else of the nearest older one, else of the nearest newer one."""
    by_version = sorted(answers, key=lambda answer: version_key(answer.version))
    older = [answer for answer in by_version if version_key(answer.version) <= version_key(version)]
    return older[-1] if older else by_version[0]


def _only_in_old(answers: Iterable[_Answer]) -> Iterator[NotCompared]:
    newest: dict[object, _Answer] = {}
    for answer in answers:
        other = newest.setdefault(_key(answer), answer)
        if version_key(answer.version) > version_key(other.version):
            newest[_key(answer)] = answer
    for answer in newest.values():
        yield NotCompared(question=_question(answer), version=answer.version, why="only-in-old")


def _not_compared(
    answer: _Answer, why: Literal["inconclusive-in-old", "inconclusive-in-new", "only-in-new"]
) -> NotCompared:
    verdict = answer.capture.verdict
    reason = verdict.reason if isinstance(verdict, Inconclusive) else None
    return NotCompared(question=_question(answer), version=answer.version, why=why, reason=reason)


def _question(answer: _Answer) -> Question:
    capture = answer.capture
    return Question(client=capture.client.name, scenario=capture.scenario, requested=dict(capture.conditions.requested))
