"""What a bisect found out, as values, in lines for people, and as JSON. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from captures.compare.findings import Finding
from probe.campaigns.bisect_wanted import Wanted
from probe.campaigns.bisecting import Side
from probe.campaigns.cells import Cell
from probe.installs.versions import sort_key

Source = Literal["captures", "search", "verify"]
"""How a version became known: by a capture that was there, asked in the search, or asked when that was over."""

_MOST_NAMES: Final = 8
"""More absent versions than that are said by their ends and their number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What became known of one version. `says` is why nothing did, else None.

    `left` versions can still narrow the change down, which is after `without` and not after `having`.
    """

    version: str
    side: Side
    says: str | None
    source: Source
    without: str
    having: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The change comes, or goes again, after one version and not after the other one."""

    after: str
    version: str
    is_coming: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The answer: the last version without the change, the first one that has it.

    Versions between them say nothing (`silent`, each with its reason). `findings` are those that are sought, between
    the two versions; `later` are those between the first one that has it and the newest one. `turns` are all changes of
    side that are known: one alone where the answer is monotonic.
    """

    without: str
    having: str
    silent: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    later: tuple[Finding, ...]
    turns: tuple[Turn, ...]

    @property
    def is_monotonic(self) -> bool:
        """Say whether no version is known that has it no more."""
        return len(self.turns) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a bisect of these cells, the oldest first, ended.

    `sought` is what it was after: None where the ends do not differ and the user did not say it. `between` are all
    findings between the ends. `change` is None where what is sought is not among them. `absent` are versions of the
    range that nobody could ask, as they are not in the cache and were not to be fetched.
    """

    cells: tuple[Cell, ...]
    sought: Wanted | None
    between: tuple[Finding, ...]
    change: Change | None
    steps: tuple[Step, ...]
    absent: tuple[str, ...] = ()


def step_line(step: Step) -> str:
    """What became known of a version, and how many are left."""
    says = "" if step.says is None else f": {step.says}"
    source = ", by its capture" if step.source == "captures" else ""
    left = f"; {_counted(step.left, 'version')} left" if step.left else ""
    return f"{step.version}: {step.side}{source}{left}{says}"


def sought_line(sought: Wanted, between: Iterable[Finding]) -> str:
    """What a bisect goes for."""
    taken = "" if sought.severity is None else " (the gravest between the ends; --rule and --pointer choose others)"
    rules = dict.fromkeys(finding.rule for finding in sought.among(between))
    return f"searching for {', '.join(rules)}{taken}"


def answer_lines(answer: Answer, *, fetched: int) -> list[str]:
    """The answer for people."""
    lines = _unchanged_lines(answer) if answer.change is None else _change_lines(answer, answer.change)
    return [*lines, _counts_line(answer, fetched)]


def not_monotonic_line(change: Change) -> str:
    """Say where the change comes and goes."""
    turns = ", ".join(
        f"{'comes' if turn.is_coming else 'goes'} between {turn.after} and {turn.version}" for turn in change.turns
    )
    return f"not monotonic: the change {turns}; the answer is the first of these that is known"


def answer_json(answer: Answer, *, fetched: int) -> dict[str, object]:
    """The same for programs: JSON values."""
    first, change, sought = answer.cells[0], answer.change, answer.sought
    return {
        "client": first.client,
        "scenario": first.scenario,
        "conditions": dict(first.conditions),
        "oldest": first.version,
        "newest": answer.cells[-1].version,
        "sought": None
        if sought is None
        else {"rule": sought.rule, "pointer": sought.pointer, "severity": sought.severity},
        "between_ends": _dumped(answer.between),
        "change": None
        if change is None
        else {
            "last_without": change.without,
            "first_with": change.having,
            "unknown_between": [{"version": version, "says": says} for version, says in change.silent],
            "absent_between": list(_absent_between(answer, change)),
            "findings": _dumped(change.findings),
            "later": _dumped(change.later),
            "is_monotonic": change.is_monotonic,
            "turns": [
                {"after": turn.after, "version": turn.version, "to": "new" if turn.is_coming else "old"}
                for turn in change.turns
            ],
        },
        "steps": [
            {"version": step.version, "side": step.side, "source": step.source, "says": step.says}
            for step in answer.steps
        ],
        "counts": {
            "versions": len(answer.cells) + len(answer.absent),
            "absent": len(answer.absent),
            **_sources(answer),
            "fetched": fetched,
        },
    }


def _change_lines(answer: Answer, change: Change) -> list[str]:
    first = answer.cells[0]
    name = f"{first.client} {first.scenario}"
    if gaps := _gaps(answer, change):
        lines = [f"{name}: the change is between {change.without} and {change.having}: {'; '.join(gaps)}"]
    else:
        lines = [f"{name}: {change.having} is the first version with the change, {change.without} the last one without"]
    lines += _finding_lines(change.findings)
    if not change.is_monotonic:
        lines.append(not_monotonic_line(change))
    if change.later:
        newest = answer.cells[-1].version
        lines += [f"it changes once more between {change.having} and {newest}:", *_finding_lines(change.later)]
    return lines


def _gaps(answer: Answer, change: Change) -> list[str]:
    """Why the change cannot be told more exactly: which versions say nothing, which are absent."""
    gaps = []
    if change.silent:
        names = ", ".join(version for version, _ in change.silent)
        gaps.append(f"{names} {'says' if len(change.silent) == 1 else 'say'} nothing")
    if absent := _absent_between(answer, change):
        gaps.append(f"{_named(absent)} {'is' if len(absent) == 1 else 'are'} not in the cache")
    return gaps


def _absent_between(answer: Answer, change: Change) -> tuple[str, ...]:
    """The absent versions in which the change may have come."""
    first, last = sort_key(change.without), sort_key(change.having)
    return tuple(version for version in answer.absent if first < sort_key(version) < last)


def _named(versions: Sequence[str]) -> str:
    """All of them, or where they are many, the ends."""
    if len(versions) <= _MOST_NAMES:
        return ", ".join(versions)
    return f"{versions[0]} … {versions[-1]} ({len(versions)} versions)"


def _unchanged_lines(answer: Answer) -> list[str]:
    first, last = answer.cells[0], answer.cells[-1]
    sought = "" if answer.sought is None else str(answer.sought)
    says = f"{first.client} {first.scenario}: no difference{sought} between {first.version} and {last.version}"
    if not answer.between:
        return [says]
    return [f"{says}; there are:", *_finding_lines(answer.between)]


def _counts_line(answer: Answer, fetched: int) -> str:
    counts = _sources(answer)
    known = f"{counts['captures']} known from captures, " if counts["captures"] else ""
    verified = f" and {counts['verify']} to verify" if counts["verify"] else ""
    absent = f"{len(answer.absent)} not in the cache, " if answer.absent else ""
    versions = _counted(len(answer.cells) + len(answer.absent), "version")
    return f"{versions} in the range: {absent}{known}{counts['search']} asked{verified}, {fetched} fetched"


def _finding_lines(findings: Iterable[Finding]) -> list[str]:
    rows = [(finding.severity, finding.rule, finding.pointer, finding.sentence) for finding in findings]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return [
        "  " + "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    ]


def _dumped(findings: Iterable[Finding]) -> list[dict[str, object]]:
    return [finding.model_dump(mode="json") for finding in findings]


def _sources(answer: Answer) -> dict[str, int]:
    """How many versions became known in each way."""
    return {source: sum(step.source == source for step in answer.steps) for source in get_args(Source)}


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
