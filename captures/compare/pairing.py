"""Which capture is compared with which: two sides of shapes files -> comparisons, and what could not be compared.

A capture of the new side goes with one of the old side that answers the same question with the same fixture: that of
the same version, else of the nearest older one, else of the nearest newer one, in each case one that is conclusive. An
inconclusive capture is never compared, and fails nothing where the old side has that version as inconclusive too.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from captures.compare.comparing import compared
from captures.compare.findings import Comparison, Comparisons, NotCompared, question_asked
from captures.errors import FixtureMismatchError
from captures.model import Capture, Fixture, Inconclusive, ShapesFile
from captures.store import question_of
from captures.versions import version_key


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """A capture, and what the tool was that it is about."""

    capture: Capture
    fixture: int

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
    fixtures: list[Fixture] = []
    old_questions, new_questions = _questions(old, fixtures), _questions(new, fixtures)
    found = [_found(answer, old_questions.get(key, ())) for key, answers in new_questions.items() for answer in answers]
    return Comparisons(
        compared=tuple(each for each in found if isinstance(each, Comparison)),
        not_compared=(
            *(each for each in found if isinstance(each, NotCompared)),
            *(_only_in_old(answers) for key, answers in old_questions.items() if key not in new_questions),
        ),
    )


_Key = tuple[str, str, tuple[tuple[str, str], ...]]
"""A question: client, scenario, conditions."""


def _questions(files: Iterable[ShapesFile], fixtures: list[Fixture]) -> dict[_Key, list[_Answer]]:
    """The captures of each question, each once, the oldest version first; questions in the order of the files.

    Fixtures become numbers, their places in `fixtures`, so that comparing them again and again costs nothing.
    """
    found: dict[_Key, dict[str, list[_Answer]]] = {}
    for file in files:
        if file.fixture not in fixtures:
            fixtures.append(file.fixture)
        fixture = fixtures.index(file.fixture)
        for capture in file.captures:
            key = question_of(capture)
            versions = found.setdefault((key.client, key.scenario, key.requested), {})
            answers = versions.setdefault(key.version, [])
            answer = _Answer(capture=capture, fixture=fixture)
            if answer not in answers:
                answers.append(answer)
    return {
        key: [answer for version in sorted(versions, key=version_key) for answer in versions[version]]
        for key, versions in found.items()
    }


def _found(answer: _Answer, candidates: Sequence[_Answer]) -> Comparison | NotCompared:
    comparable = [each for each in candidates if each.fixture == answer.fixture]
    if candidates and not comparable:
        raise FixtureMismatchError(name=str(question_asked(answer.capture)))
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
        question=question_asked(answer.capture),
        old_version=before.version,
        new_version=answer.version,
        findings=compared(before.capture, answer.capture),
    )


def _nearest(answers: Sequence[_Answer], version: str) -> _Answer:
    """The one of `version`, else of the nearest older one, else of the nearest newer one; `answers` are in order."""
    at = bisect_right(answers, version_key(version), key=lambda answer: version_key(answer.version))
    return answers[max(at - 1, 0)]


def _only_in_old(answers: Sequence[_Answer]) -> NotCompared:
    return NotCompared(question=question_asked(answers[-1].capture), version=answers[-1].version, why="only-in-old")


def _not_compared(
    answer: _Answer, why: Literal["inconclusive-in-old", "inconclusive-in-new", "only-in-new"]
) -> NotCompared:
    verdict = answer.capture.verdict
    reason = verdict.reason if isinstance(verdict, Inconclusive) else None
    return NotCompared(question=question_asked(answer.capture), version=answer.version, why=why, reason=reason)
