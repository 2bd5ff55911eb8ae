"""Findings as workflow commands of GitHub Actions: an annotation for each, in a group for each comparison.

The commands and their escapes are those of the `actions/toolkit` and of the runner that reads them: a line that begins
with `::` is a command, and so is `##[` anywhere in a line that is none. So no line but the last one, which has no
names, is no command. GitHub shows ten errors and ten warnings of a step as annotations, and all of them in its log.
"""

from typing import Final

from captures.compare.findings import Severity
from captures.compare.formats.phrases import advice_on, summary_of, title_of, versions_of, why_not_compared
from captures.compare.judging import Judged, JudgedComparison
from captures.compare.one_line import one_line

_COMMANDS: Final[dict[Severity, str]] = {"breaking": "error", "notable": "warning", "cosmetic": "notice"}


def github(judged: Judged) -> str:
    """The commands, and a line with the counts."""
    lines = [line for comparison in judged.compared if comparison.findings for line in _group(comparison)]
    lines += [
        _command("error", f"{title_of(each)} {advice_on(each, judged.settings_name)}", title="stale acceptance")
        for each in judged.stale
    ]
    lines += [
        _command(
            "warning" if each.why == "inconclusive-in-new" else "notice",
            f"{each.question} {each.version}: {why_not_compared(each)}",
            title="not compared",
        )
        for each in judged.not_compared
    ]
    return "\n".join([*lines, f"shape-probe: {summary_of(judged)}"]) + "\n"


def _group(comparison: JudgedComparison) -> list[str]:
    question, versions = str(comparison.question), versions_of(comparison)
    return [
        _command("group", f"{question} {versions}"),
        *(
            _command(
                _COMMANDS[finding.severity],
                f"{finding.sentence} ({question})",
                **({"file": comparison.file} if comparison.file else {}),
                title=f"{comparison.question.client} {versions}: {finding.rule}",
            )
            for finding in comparison.findings
        ),
        _command("endgroup", ""),
    ]


def _command(name: str, data: str, **properties: str) -> str:
    settings = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name}{' ' if settings else ''}{settings}::{_data(data)}"


def _data(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
