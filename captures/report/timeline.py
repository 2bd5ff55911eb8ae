"""A history in words: as plain text, as GitHub-flavoured Markdown, as JSON. It finds nothing and leaves nothing out."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

from captures.compare.findings import Question
from captures.compare.formats.markdown_text import code, escaped
from captures.compare.history import Change, History, Release, Skipped
from captures.compare.one_line import one_line

RULE_OF_READING: Final = (
    "Each version is compared with the captured one in brackets: a change may have come in any release between the two."
)
"""What a history can say: there may be releases between two captured versions."""


def text_of(histories: Sequence[History]) -> str:
    """The histories for a terminal: a block a release, a line a finding."""
    return "\n".join("\n".join((*map(one_line, _text_lines(history)), "")) for history in histories)


def markdown_of(histories: Sequence[History]) -> str:
    """The histories as GitHub-flavoured Markdown: a heading a release, an item a finding."""
    return "\n".join("\n".join((*markdown_lines(history), "")) for history in histories)


def json_of(histories: Sequence[History]) -> str:
    """The histories as a JSON array with an object for each client; ASCII alone, so that no terminal acts on a name."""
    return json.dumps([history.model_dump(warnings=False) for history in histories], indent=2) + "\n"


FORMATS: Final[Mapping[Literal["text", "markdown", "json"], Callable[[Sequence[History]], str]]] = {
    "text": text_of,
    "markdown": markdown_of,
    "json": json_of,
}
"""How a history is written."""


def summary_of(history: History) -> str:
    """Which versions a history knows: `12 captured versions, 0.50.0 to 0.171.0`."""
    count = len(history.versions)
    if count == 1:
        return f"1 captured version, {history.versions[0]}"
    return f"{count} captured versions, {history.versions[-1]} to {history.versions[0]}"


def in_words(questions: Sequence[Question]) -> str:
    """Name questions of one client: `first-request reply=accept, refuse`."""
    scenarios = dict.fromkeys(question.scenario for question in questions)
    return "; ".join(_of_scenario(scenario, questions) for scenario in scenarios)


def grouped(release: Release) -> tuple[tuple[str, tuple[Change, ...]], ...]:
    """The changes of a release by the questions that have them, in words; those with most questions first."""
    by_size = sorted(release.changes, key=lambda change: (-len(change.questions), in_words(change.questions)))
    groups = groupby(by_size, key=lambda change: in_words(change.questions))
    return tuple((words, tuple(changes)) for words, changes in groups)


def skipped_in_words(skipped: Skipped) -> str:
    """Say of a version that it was left out, and why."""
    about = in_words((skipped.question,))
    return f"{skipped.version} was skipped for {about}: its capture is inconclusive ({skipped.reason})"


def markdown_lines(history: History) -> Iterator[str]:
    """The lines of one history."""
    yield f"## {escaped(history.client)}"
    yield ""
    yield f"{escaped(summary_of(history))}. {RULE_OF_READING if history.releases else 'Nothing changed.'}"
    for release in history.releases:
        yield from ("", f"### {escaped(release.version)} (after {escaped(release.after)})", "")
        for words, changes in grouped(release):
            yield f"- {code(words)}"
            for change in changes:
                finding = change.finding
                yield f"  - **{finding.severity}** {escaped(finding.sentence)} ({code(finding.rule)})"
    if history.skipped:
        yield ""
        yield from (f"- {escaped(skipped_in_words(each))}" for each in history.skipped)


def _text_lines(history: History) -> Iterator[str]:
    yield f"{history.client}: {summary_of(history)}"
    yield RULE_OF_READING if history.releases else "Nothing changed."
    for release in history.releases:
        yield ""
        yield f"{release.version} (after {release.after})"
        for words, changes in grouped(release):
            yield f"  {words}"
            for change in changes:
                yield f"    {change.finding.severity:<8}  {change.finding.sentence} [{change.finding.rule}]"
    if history.skipped:
        yield ""
        yield from map(skipped_in_words, history.skipped)


def _of_scenario(scenario: str, questions: Iterable[Question]) -> str:
    """Questions that differ in one condition alone share the rest."""
    several = [question.requested for question in questions if question.scenario == scenario]
    first = several[0]
    axes = sorted({axis for each in several for axis in each})
    differing = [axis for axis in axes if any(each.get(axis) != first.get(axis) for each in several)]
    if len(differing) == 1 and all(differing[0] in each for each in several):
        (axis,) = differing
        shared = [f"{name}={setting}" for name, setting in sorted(first.items()) if name != axis]
        return " ".join([scenario, *shared, f"{axis}={', '.join(each[axis] for each in several)}"])
    return ", ".join(str(Question(client="", scenario=scenario, requested=each)).strip() for each in several)
