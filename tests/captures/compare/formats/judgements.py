"""Judgements to write: a small one that has one of everything, an empty one, and one of odd names."""

from typing import Any, Final

from captures.compare.findings import Finding, NotCompared, Question
from captures.compare.judging import AcceptedFinding, Judged, JudgedComparison, StaleAcceptance
from captures.compare.settings import Acceptance

LONG: Final = "n" * 200

ODD_NAMES: Final = (
    "two\nlines\r\n",
    "::error::x",
    "##[error]x",
    "a|b\\|c",
    "]]>",
    "<b>x</b>&amp;",
    "`code` ``more``",
    "\u202egnp.exe",
    "\x00\x1b[31m\x7f\x85\u2028",
    "\ud800",
    "@somebody #12 www.example.org https://example.org ![i](https://example.org) $x$ ~~s~~",
    "50%25 %0A, 100 %",
    LONG,
)

QUESTION: Final = Question(client="codex", scenario="first-request", requested={"reply": "accept"})
OTHER: Final = Question(client="claude", scenario="first-request", requested={})


def finding(**changes: Any) -> Finding:  # noqa: ANN401 - any field of a finding
    return Finding(
        **{
            "rule": "tool-presentation-changed",
            "severity": "breaking",
            "pointer": "$.tools[0].presentation",
            "before": "inline",
            "after": "namespaced",
            "sentence": "lookup is shown in a namespace, not inline any more",
            **changes,
        }
    )


def comparison(*findings: Finding, **changes: Any) -> JudgedComparison:  # noqa: ANN401 - any field of a comparison
    return JudgedComparison(
        **{
            "question": QUESTION,
            "old_version": "0.120.0",
            "new_version": "0.125.0",
            "file": "shapes/codex/first-request.json",
            "findings": findings,
            "accepted": (),
            "switched_off": 0,
            **changes,
        }
    )


def judgement(*compared: JudgedComparison, **changes: Any) -> Judged:  # noqa: ANN401 - any field of a judgement
    return Judged(
        **{
            "fail_on": "breaking",
            "settings_name": "shape-probe.toml",
            "compared": compared,
            "stale": (),
            "not_compared": (),
            **changes,
        }
    )


HEADER: Final = finding(
    rule="header-name-added",
    severity="cosmetic",
    pointer="$.requests[0].header_names[3]",
    before=None,
    after="x-new",
    sentence="model requests have a new header, x-new",
)

ONE_OF_EVERYTHING: Final = judgement(
    comparison(
        finding(),
        finding(sentence="find is shown in a namespace, not inline any more", pointer="$.tools[1].presentation"),
        HEADER,
        accepted=(AcceptedFinding(finding=HEADER, reason="no reader of ours looks at headers"),),
        switched_off=2,
    ),
    comparison(question=OTHER, old_version="2.1.300", new_version="2.1.332", file=None),
    stale=(
        StaleAcceptance(
            number=2,
            acceptance=Acceptance(
                rule="attempts-changed",
                reason="looked at it",
                client="codex",
                scenario="first-request",
                conditions={"reply": "accept", "model": "some-model"},
                pointer="$.outcome",
            ),
        ),
        StaleAcceptance(number=3, acceptance=Acceptance(rule="became-unstable", reason="looked at it")),
    ),
    not_compared=(
        NotCompared(question=OTHER, version="2.1.332", why="inconclusive-in-new", reason="server-never-listed"),
        NotCompared(question=OTHER, version="2.1.300", why="inconclusive-in-old", reason="no-model-request"),
        NotCompared(question=QUESTION, version="0.120.0", why="only-in-old"),
        NotCompared(question=QUESTION, version="0.125.0", why="only-in-new"),
    ),
)

NOTHING: Final = judgement(comparison())


def odd(name: str) -> Judged:
    """A judgement in which every text that can be anything is `name`."""
    question = Question(client=name, scenario=name, requested={name: name})
    bad = finding(pointer=f'$["{name}"]', sentence=f"the tool {name} is gone", before=name, after={name: [name]})
    return judgement(
        comparison(
            bad,
            question=question,
            old_version=name,
            new_version=name,
            file=name,
            accepted=(AcceptedFinding(finding=bad, reason=name),),
        ),
        settings_name=name,
        stale=(
            StaleAcceptance(
                number=1,
                acceptance=Acceptance(
                    rule="tool-vanished", reason=name, client=name, scenario=name, conditions={name: name}, pointer=name
                ),
            ),
        ),
        not_compared=(NotCompared(question=question, version=name, why="only-in-new"),),
    )
