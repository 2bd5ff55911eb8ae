"""Findings as SARIF 2.1.0 (OASIS), for code scanning and viewers of static analysis.

A location is the file in which the capture stands, as a whole: GitHub wants a region, and shows it there. Accepted
findings are left out: GitHub does not know `suppressions` and would show them as open. GitHub tells results apart by
`primaryLocationLineHash` alone, so that the fingerprint has that name too; it has no version and no index in it, and
stays the same over releases as long as the difference does.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

from captures.compare.findings import Finding, NotCompared, Severity
from captures.compare.formats.phrases import advice_on, title_of, versions_of, why_not_compared
from captures.compare.judging import Judged, JudgedComparison
from captures.compare.one_line import one_line
from captures.compare.rules import RULES

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS: Final[dict[Severity, str]] = {"breaking": "error", "notable": "warning", "cosmetic": "note"}

_STALE: Final = "stale-acceptance"

_INDEX: Final = re.compile(r"\[[0-9]+\]")

_WHOLE: Final = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
"""The start of a file stands for all of it."""


def sarif(judged: Judged) -> str:
    """One run, as JSON with two spaces; ASCII alone."""
    results = [
        *(_result(comparison, finding) for comparison in judged.compared for finding in comparison.findings),
        *_stale(judged),
    ]
    _number(results)
    run = {
        "tool": {"driver": {"name": "shape-probe", "rules": list(_rules())}},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not any(each.why == "inconclusive-in-new" for each in judged.not_compared),
                "toolExecutionNotifications": [_notification(each) for each in judged.not_compared],
            }
        ],
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rules() -> Iterator[dict[str, Any]]:
    for rule in RULES.values():
        yield _descriptor(rule.id, rule.title, rule.reason, level=_LEVELS[rule.severity])
    yield _descriptor(
        _STALE,
        "An accepted finding no longer occurs",
        "What is accepted and gone hides the next finding like it.",
        level="error",
    )


def _descriptor(name: str, title: str, reason: str, *, level: str) -> dict[str, Any]:
    return {
        "id": name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": reason},
        "help": {"text": reason},
        "defaultConfiguration": {"level": level},
    }


def _result(comparison: JudgedComparison, finding: Finding) -> dict[str, Any]:
    question = comparison.question
    pointers = map(one_line, (finding.pointer, *finding.also))
    place: dict[str, Any] = {
        "logicalLocations": [{"fullyQualifiedName": pointer, "kind": "member"} for pointer in pointers]
    }
    if comparison.file is not None:
        place = {**_physical(comparison.file), **place}
    identity = [
        finding.rule,
        question.model_dump(),
        _INDEX.sub("[*]", finding.pointer),
        finding.before,
        finding.after,
    ]
    return {
        "ruleId": finding.rule,
        "level": _LEVELS[finding.severity],
        "message": _message(f"{finding.sentence} ({question}, {versions_of(comparison)})"),
        "locations": [place],
        "partialFingerprints": _fingerprints(identity),
    }


def _stale(judged: Judged) -> Iterator[dict[str, Any]]:
    for each in judged.stale:
        yield {
            "ruleId": _STALE,
            "level": "error",
            "message": _message(f"{title_of(each)} {advice_on(each, judged.settings_name)}"),
            "locations": [_physical(judged.settings_name)],
            "partialFingerprints": _fingerprints([_STALE, each.acceptance.model_dump()]),
        }


def _notification(each: NotCompared) -> dict[str, Any]:
    return {
        "level": "warning" if each.why == "inconclusive-in-new" else "note",
        "message": _message(f"{each.question} {each.version}: {why_not_compared(each)}"),
    }


def _message(text: str) -> dict[str, str]:
    """A plain text. `[text](target)` in one is a link (SARIF 2.1.0, section 3.11.6), which no name may become."""
    return {"text": one_line(text).replace("](", "] (")}


def _physical(file: str) -> dict[str, Any]:
    return {
        "physicalLocation": {"artifactLocation": {"uri": quote(file, errors="surrogatepass")}, "region": dict(_WHOLE)}
    }


def _fingerprints(identity: list[Any]) -> dict[str, str]:
    text = json.dumps(identity, sort_keys=True)
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return {"primaryLocationLineHash": digest[:16]}


def _number(results: list[dict[str, Any]]) -> None:
    """Tell equal fingerprints apart, as GitHub's own do: `:1`, `:2`."""
    seen: Counter[str] = Counter()
    for result in results:
        digest = result["partialFingerprints"]["primaryLocationLineHash"]
        seen[digest] += 1
        numbered = f"{digest}:{seen[digest]}"
        result["partialFingerprints"] = {"primaryLocationLineHash": numbered, "shapeDrift/v1": numbered}
