"""The words that formats share. Names in them are as they came: each format escapes the whole, in its own way."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import assert_never

from captures.compare.findings import NotCompared
from captures.compare.judging import SEVERITIES, Judged, JudgedComparison, StaleAcceptance


def alike(
    compared: Iterable[JudgedComparison], lines_of: Callable[[JudgedComparison], Iterable[str]]
) -> list[tuple[list[JudgedComparison], tuple[str, ...]]]:
    """Comparisons of one client's same two versions that have the same lines, with those, in the order of the first."""
    groups: dict[tuple[str, ...], tuple[list[JudgedComparison], tuple[str, ...]]] = {}
    for each in compared:
        lines = tuple(lines_of(each))
        key = (each.question.client, each.old_version, each.new_version, *lines)
        groups.setdefault(key, ([], lines))[0].append(each)
    return list(groups.values())


def versions_of(comparison: JudgedComparison) -> str:
    """From which version to which: `0.120.0 -> 0.125.0`."""
    return f"{comparison.old_version} -> {comparison.new_version}"


def why_not_compared(each: NotCompared) -> str:
    """Why a question was not compared, as the end of a line."""
    reason = f" ({each.reason})" if each.reason else ""
    match each.why:
        case "inconclusive-in-old":
            return f"the old capture is inconclusive{reason}"
        case "inconclusive-in-new":
            return f"the new capture is inconclusive{reason}"
        case "only-in-old":
            return "only the old side has it"
        case "only-in-new":
            return "only the new side has it"
        case _:
            assert_never(each.why)


def title_of(stale: StaleAcceptance) -> str:
    """Which acceptance it is: its rule and what narrows it, for a person who looks for it in the settings file."""
    acceptance = stale.acceptance
    parts = (acceptance.client, acceptance.scenario, *_conditions(acceptance.conditions), acceptance.pointer)
    return f"{acceptance.rule} (entry {stale.number}{''.join(f', {part}' for part in parts if part is not None)})"


def advice_on(stale: StaleAcceptance, settings_name: str) -> str:
    """What to do about an acceptance that is stale."""
    acceptance = stale.acceptance
    advice = f"is accepted and no longer occurs: remove it from {settings_name}"
    if acceptance.client is None and acceptance.scenario is None and not acceptance.conditions:
        return f"{advice}, or say there which client, scenario or conditions it is about"
    return advice


def summary_of(judged: Judged) -> str:
    """The counts, in one line without any name: what is told, what is not, and what could not be compared.

    What several questions about the same two versions have in common is one difference, and counts once.
    """
    differences = {
        (each.question.client, each.old_version, each.new_version, finding.rule, finding.sentence, finding.severity)
        for each in judged.compared
        for finding in each.findings
    }
    severities = Counter(severity for *_, severity in differences)
    more = {
        "accepted": sum(len(each.accepted) for each in judged.compared),
        "switched off": sum(each.switched_off for each in judged.compared),
        "stale": len(judged.stale),
    }
    counts = [f"{severities[severity]} {severity}" for severity in SEVERITIES]
    counts += [f"{count} {word}" for word, count in more.items() if count]
    questions = len(judged.compared)
    not_compared = f", {len(judged.not_compared)} not" if judged.not_compared else ""
    return f"{', '.join(counts)}; {questions} {'question' if questions == 1 else 'questions'} compared{not_compared}"


def _conditions(conditions: dict[str, str]) -> tuple[str, ...]:
    return tuple(f"{axis}={setting}" for axis, setting in sorted(conditions.items()))
