"""In which releases of a client something changed, and what: each captured version is compared with the one before it.

A history knows the captured versions alone. Of two neighbours it says that something changed after the older one and no
later than the newer one; in which of the releases between, it cannot know. How captures come to be one set stands here
too: `captures_of`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Final

from captures.compare.comparing import compared
from captures.compare.findings import Finding, Question, Severity
from captures.errors import ShapesFileError
from captures.model import Capture, Inconclusive, Many, Reason, ShapesFile, Value
from captures.store import QuestionKey, question_of
from captures.versions import version_key


class Change(Value):
    """One finding, and the questions that have it in this release. It stands where it does in the first of them."""

    finding: Finding
    questions: Many[Question]


class Release(Value):
    """A version in which something changed, after the version that it was compared with."""

    client: str
    version: str
    after: str
    changes: Many[Change]


class Skipped(Value):
    """A version that says nothing about a question, so that its neighbours are compared with one another."""

    question: Question
    version: str
    reason: Reason


class History(Value):
    """What happened to one client, as far as its captured versions tell. Everything is in order, the newest first."""

    client: str
    versions: Many[str]
    releases: Many[Release]
    skipped: Many[Skipped]

    def count(self) -> int:
        """How many findings it has."""
        return sum(len(release.changes) for release in self.releases)


class ContradictionError(ShapesFileError):
    """Two files answer one question about one version, each in its own way. `name` is the later one's."""

    def __init__(self, *, name: str, question: QuestionKey, other: str) -> None:
        super().__init__(f"answers {question} otherwise than {other}; leave one of the two out", name=name)
        self.question = question
        self.other = other


class StrangeFixtureError(ShapesFileError):
    """Two files put one scenario with different fixtures. `name` is the later one's."""

    def __init__(self, *, name: str, scenario: str, other: str) -> None:
        super().__init__(f"puts {scenario} with another fixture than {other}; leave one of the two out", name=name)
        self.scenario = scenario
        self.other = other


Compare = Callable[[Capture, Capture], tuple[Finding, ...]]
"""The differences between an older and a newer capture of one question: `captures.compare.comparing.compared`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strand:
    """All captures of one question, by version, oldest first; each version once."""

    question: Question
    captures: tuple[Capture, ...]

    def answered(self) -> tuple[Capture, ...]:
        """The captures that show something."""
        return tuple(each for each in self.captures if not isinstance(each.verdict, Inconclusive))


def captures_of(files: Iterable[tuple[str, ShapesFile]]) -> tuple[Capture, ...]:
    """The captures of several files as one set, in which each question has one answer a version.

    A file that two names lead to, or an answer that two files have, counts once; a capture that shows something goes
    before an inconclusive one.

    Args:
        files: Each with the name that errors call it.

    Raises:
        StrangeFixtureError: Captures of one scenario are of different fixtures.
        ContradictionError: There are two answers, and they differ.
    """
    fixtures: dict[str, tuple[str, ShapesFile]] = {}
    found: dict[QuestionKey, tuple[str, Capture]] = {}
    for name, file in files:
        for capture in file.captures:
            other, first = fixtures.setdefault(capture.scenario, (name, file))
            if first.fixture != file.fixture:
                raise StrangeFixtureError(name=name, scenario=capture.scenario, other=other)
            key = question_of(capture)
            there = found.setdefault(key, (name, capture))
            if _says_more(capture, there[1]):
                found[key] = (name, capture)
            elif _contradicts(capture, there[1]):
                raise ContradictionError(name=name, question=key, other=there[0])
    return tuple(capture for _name, capture in found.values())


def strands_of(captures: Iterable[Capture]) -> tuple[Strand, ...]:
    """The captures by question, ordered by client, scenario and conditions; versions in their own order.

    Each question has one capture a version, as `captures_of` gives them.
    """
    by_question: dict[tuple[str, str, tuple[tuple[str, str], ...]], list[Capture]] = {}
    for capture in captures:
        key = question_of(capture)
        by_question.setdefault((key.client, key.scenario, key.requested), []).append(capture)
    return tuple(
        Strand(
            question=Question(client=client, scenario=scenario, requested=dict(requested)),
            captures=tuple(sorted(several, key=lambda capture: version_key(capture.client.version))),
        )
        for (client, scenario, requested), several in sorted(by_question.items(), key=lambda item: item[0])
    )


def remembering(compare: Compare) -> Compare:
    """The same, but each question about two versions is answered once; for captures of one set.

    Captures that differ in nothing but the version are not compared.
    """
    known: dict[tuple[QuestionKey, str], tuple[Finding, ...]] = {}

    def remembered(old: Capture, new: Capture) -> tuple[Finding, ...]:
        key = (question_of(old), new.client.version)
        if key not in known:
            is_same = old.model_copy(update={"client": new.client}) == new
            known[key] = () if is_same else compare(old, new)
        return known[key]

    return remembered


def history_of(captures: Sequence[Capture], *, compare: Compare = compared) -> tuple[Release, ...]:
    """The releases in which something changed: by client, and then the newest first, as a changelog has them.

    Two questions about one release may have been compared with different versions before it; that makes two values.
    Inconclusive captures are left out: `skipped_in` names them.
    """
    found: dict[tuple[str, str, str], list[Change]] = {}
    for strand in strands_of(captures):
        for old, new in pairwise(strand.answered()):
            changes = [Change(finding=each, questions=(strand.question,)) for each in compare(old, new)]
            if changes:
                key = (strand.question.client, new.client.version, old.client.version)
                found.setdefault(key, []).extend(changes)
    newest_first = sorted(found, key=lambda key: (version_key(key[1]), version_key(key[2])), reverse=True)
    return tuple(
        Release(client=client, version=version, after=after, changes=_joined(found[client, version, after]))
        for client, version, after in sorted(newest_first, key=lambda key: key[0])
    )


def skipped_in(captures: Sequence[Capture]) -> tuple[Skipped, ...]:
    """The inconclusive captures: by question, and then the newest first."""
    return tuple(skipped for strand in strands_of(captures) for skipped in _skipped(strand))


def histories_of(captures: Sequence[Capture], *, compare: Compare = compared) -> tuple[History, ...]:
    """One history for each client, by name."""
    releases, skipped = history_of(captures, compare=compare), skipped_in(captures)
    versions: dict[str, set[str]] = {}
    for capture in captures:
        versions.setdefault(capture.client.name, set()).add(capture.client.version)
    return tuple(
        History(
            client=client,
            versions=tuple(sorted(versions[client], key=version_key, reverse=True)),
            releases=tuple(each for each in releases if each.client == client),
            skipped=tuple(each for each in skipped if each.question.client == client),
        )
        for client in sorted(versions)
    )


def narrowed(history: History, is_wanted: Callable[[Finding], bool]) -> History:
    """The same history with the wanted findings alone; a release that has none of them is left out."""
    releases = (
        release.model_copy(update={"changes": tuple(each for each in release.changes if is_wanted(each.finding))})
        for release in history.releases
    )
    return history.model_copy(update={"releases": tuple(release for release in releases if release.changes)})


def _skipped(strand: Strand) -> Iterator[Skipped]:
    for capture in reversed(strand.captures):
        if isinstance(capture.verdict, Inconclusive):
            yield Skipped(question=strand.question, version=capture.client.version, reason=capture.verdict.reason)


_GRAVITY: Final[Mapping[Severity, int]] = {"breaking": 0, "notable": 1, "cosmetic": 2}
"""The order in which findings are told."""


def _joined(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The same changes with each finding once, with all its questions; the gravest first.

    Findings that differ only in where they stand are one, and stand where they do in the first question.
    """
    found: dict[tuple[str, int], tuple[Finding, list[Question]]] = {}
    for change in changes:
        text = json.dumps(change.finding.model_dump(exclude={"pointer", "also"}, warnings=False))
        (question,) = change.questions
        # The second of its kind in one question is another finding.
        repeats = (number for number in count() if question not in found.get((text, number), (None, []))[1])
        found.setdefault((text, next(repeats)), (change.finding, []))[1].append(question)
    joined = [Change(finding=finding, questions=tuple(questions)) for finding, questions in found.values()]
    return tuple(sorted(joined, key=lambda change: _GRAVITY[change.finding.severity]))


def _says_more(capture: Capture, than: Capture) -> bool:
    return isinstance(than.verdict, Inconclusive) and not isinstance(capture.verdict, Inconclusive)


def _contradicts(capture: Capture, other: Capture) -> bool:
    return capture != other and not isinstance(capture.verdict, Inconclusive)
