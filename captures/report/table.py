"""The version x question table of each client, as values: what the page and the Markdown text both show."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from captures.compare.findings import Question, Severity
from captures.compare.history import Release, Strand
from captures.model import Capture
from captures.report.cells import Cell, cell_of
from captures.versions import version_key

GRAVEST_FIRST: Final[tuple[Severity, ...]] = ("breaking", "notable", "cosmetic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What changed in a version for a question: how many findings of each severity, the gravest first."""

    counts: tuple[tuple[Severity, int], ...]

    def told(self) -> tuple[tuple[Severity, int], ...]:
        """The counts without the cosmetic ones, unless there are no others."""
        return tuple(each for each in self.counts if each[0] != "cosmetic") or self.counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One cell: what is shown, and what changed against the captured version before; `mark` is null for nothing."""

    question: Question
    version: str
    cell: Cell
    mark: Mark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One version: an entry for each question, null where there is no capture."""

    version: str
    entries: tuple[Entry | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientTable:
    """The versions of a client, the newest first, by its questions."""

    client: str
    questions: tuple[Question, ...]
    rows: tuple[Row, ...]

    def scenarios(self) -> tuple[tuple[str, int], ...]:
        """The scenarios, and how many neighbouring questions each has."""
        groups = groupby(self.questions, key=lambda question: question.scenario)
        return tuple((scenario, len(tuple(questions))) for scenario, questions in groups)


def conditions_of(question: Question) -> str:
    """The conditions in one line: `reply=accept`."""
    return " ".join(f"{axis}={setting}" for axis, setting in sorted(question.requested.items())) or "no conditions"


def tables_of(strands: Sequence[Strand], releases: Sequence[Release]) -> tuple[ClientTable, ...]:
    """A table for each client, by name. `strands` and `releases` are of the same captures."""
    marks = _marks(releases)
    clients = groupby(strands, key=lambda strand: strand.question.client)
    return tuple(_table(client, tuple(several), marks) for client, several in clients)


def _table(client: str, strands: Sequence[Strand], marks: Mapping[tuple[str, str], Mark]) -> ClientTable:
    columns = [{capture.client.version: capture for capture in strand.captures} for strand in strands]
    versions = sorted({version for column in columns for version in column}, key=version_key, reverse=True)
    questions = tuple(strand.question for strand in strands)
    return ClientTable(
        client=client,
        questions=questions,
        rows=tuple(
            Row(
                version=version,
                entries=tuple(
                    _entry(question, column.get(version), marks)
                    for question, column in zip(questions, columns, strict=True)
                ),
            )
            for version in versions
        ),
    )


def _entry(question: Question, capture: Capture | None, marks: Mapping[tuple[str, str], Mark]) -> Entry | None:
    if capture is None:
        return None
    version = capture.client.version
    return Entry(question=question, version=version, cell=cell_of(capture), mark=marks.get((str(question), version)))


def _marks(releases: Sequence[Release]) -> dict[tuple[str, str], Mark]:
    severities: dict[tuple[str, str], Counter[Severity]] = {}
    for release in releases:
        for change in release.changes:
            for question in change.questions:
                severities.setdefault((str(question), release.version), Counter())[change.finding.severity] += 1
    return {
        key: Mark(counts=tuple((severity, counts[severity]) for severity in GRAVEST_FIRST if counts[severity]))
        for key, counts in severities.items()
    }
