"""Findings for a terminal."""

import pytest

from captures.compare.findings import Question
from captures.compare.formats.text import text
from tests.captures.compare.formats.judgements import (
    HEADER,
    NOTHING,
    ODD_NAMES,
    ONE_OF_EVERYTHING,
    comparison,
    finding,
    judgement,
    odd,
)


def test_each_finding_is_a_line_below_its_comparison() -> None:
    assert text(ONE_OF_EVERYTHING) == (
        "codex first-request reply=accept  0.120.0 -> 0.125.0\n"
        "  breaking  lookup is shown in a namespace, not inline any more [tool-presentation-changed]\n"
        "  breaking  find is shown in a namespace, not inline any more [tool-presentation-changed]\n"
        "  cosmetic  model requests have a new header, x-new [header-name-added]\n"
        "  accepted  model requests have a new header, x-new [header-name-added]"
        " because: no reader of ours looks at headers\n"
        "  off       2 of rules that are off\n"
        "\n"
        "claude first-request  2.1.300 -> 2.1.332: no difference\n"
        "\n"
        "stale: attempts-changed (entry 2, codex, first-request, model=some-model, reply=accept, $.outcome)"
        " is accepted and no longer occurs: remove it from shape-probe.toml\n"
        "stale: became-unstable (entry 3) is accepted and no longer occurs: remove it from shape-probe.toml,"
        " or say there which client, scenario or conditions it is about\n"
        "\n"
        "not compared: claude first-request 2.1.332: the new capture is inconclusive (server-never-listed)\n"
        "not compared: claude first-request 2.1.300: the old capture is inconclusive (no-model-request)\n"
        "not compared: codex first-request reply=accept 0.120.0: only the old side has it\n"
        "not compared: codex first-request reply=accept 0.125.0: only the new side has it\n"
        "\n"
        "2 breaking, 0 notable, 1 cosmetic, 1 accepted, 2 switched off, 2 stale; 2 questions compared, 4 not\n"
    )


def test_comparisons_that_say_the_same_stand_together() -> None:
    refused = Question(client="codex", scenario="first-request", requested={"reply": "refuse"})
    moved = finding(pointer="$.tools[7].presentation")
    compared = (
        comparison(finding()),
        comparison(finding(), new_version="0.126.0"),
        comparison(moved, question=refused),
        comparison(finding(), HEADER, question=refused),
    )

    assert text(judgement(*compared)) == (
        "codex first-request reply=accept  0.120.0 -> 0.125.0\n"
        "codex first-request reply=refuse  0.120.0 -> 0.125.0\n"
        "  breaking  lookup is shown in a namespace, not inline any more [tool-presentation-changed]\n"
        "\n"
        "codex first-request reply=accept  0.120.0 -> 0.126.0\n"
        "  breaking  lookup is shown in a namespace, not inline any more [tool-presentation-changed]\n"
        "\n"
        "codex first-request reply=refuse  0.120.0 -> 0.125.0\n"
        "  breaking  lookup is shown in a namespace, not inline any more [tool-presentation-changed]\n"
        "  cosmetic  model requests have a new header, x-new [header-name-added]\n"
        "\n"
        "2 breaking, 0 notable, 1 cosmetic; 4 questions compared\n"
    )


def test_no_difference_is_said() -> None:
    assert text(NOTHING) == (
        "codex first-request reply=accept  0.120.0 -> 0.125.0: no difference\n"
        "\n"
        "0 breaking, 0 notable, 0 cosmetic; 1 question compared\n"
    )


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_makes_no_line_and_no_sign_that_is_not_seen(name: str) -> None:
    lines = text(odd(name)).splitlines()

    assert len(lines) == 9
    assert all(line.isprintable() for line in lines)
