"""Findings as workflow commands, read back the way the runner does."""

import pytest

from captures.compare.formats.github import github
from tests.captures.compare.formats.judgements import (
    NOTHING,
    ODD_NAMES,
    ONE_OF_EVERYTHING,
    comparison,
    finding,
    judgement,
    odd,
)

QUESTION = "codex first-request reply=accept"


def test_each_finding_is_an_annotation_in_the_group_of_its_comparison() -> None:
    assert github(ONE_OF_EVERYTHING) == (
        f"::group::{QUESTION} 0.120.0 -> 0.125.0\n"
        "::error file=shapes/codex/first-request.json,title=codex 0.120.0 -> 0.125.0%3A tool-presentation-changed"
        f"::lookup is shown in a namespace, not inline any more ({QUESTION})\n"
        "::error file=shapes/codex/first-request.json,title=codex 0.120.0 -> 0.125.0%3A tool-presentation-changed"
        f"::find is shown in a namespace, not inline any more ({QUESTION})\n"
        "::notice file=shapes/codex/first-request.json,title=codex 0.120.0 -> 0.125.0%3A header-name-added"
        f"::model requests have a new header, x-new ({QUESTION})\n"
        "::endgroup::\n"
        "::error title=stale acceptance::attempts-changed (entry 2, codex, first-request, model=some-model,"
        " reply=accept, $.outcome) is accepted and no longer occurs: remove it from shape-probe.toml\n"
        "::error title=stale acceptance::became-unstable (entry 3) is accepted and no longer occurs: remove it from"
        " shape-probe.toml, or say there which client, scenario or conditions it is about\n"
        "::warning title=not compared::claude first-request 2.1.332: the new capture is inconclusive"
        " (server-never-listed)\n"
        "::notice title=not compared::claude first-request 2.1.300: the old capture is inconclusive"
        " (no-model-request)\n"
        f"::notice title=not compared::{QUESTION} 0.120.0: only the old side has it\n"
        f"::notice title=not compared::{QUESTION} 0.125.0: only the new side has it\n"
        "shape-probe: 2 breaking, 0 notable, 1 cosmetic, 1 accepted, 2 switched off, 2 stale;"
        " 2 questions compared, 4 not\n"
    )


def test_a_notable_finding_is_a_warning_and_an_unknown_file_is_left_out() -> None:
    assert github(judgement(comparison(finding(severity="notable"), file=None))) == (
        f"::group::{QUESTION} 0.120.0 -> 0.125.0\n"
        "::warning title=codex 0.120.0 -> 0.125.0%3A tool-presentation-changed"
        f"::lookup is shown in a namespace, not inline any more ({QUESTION})\n"
        "::endgroup::\n"
        "shape-probe: 0 breaking, 1 notable, 0 cosmetic; 1 question compared\n"
    )


def test_no_difference_is_one_line() -> None:
    assert github(NOTHING) == "shape-probe: 0 breaking, 0 notable, 0 cosmetic; 1 question compared\n"


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_makes_no_command_and_is_read_as_it_is_seen(name: str) -> None:
    *lines, last = github(odd(name)).splitlines()
    commands = [command_in(line) for line in lines]
    seen = "".join(char if char.isprintable() else repr(char)[1:-1] for char in name)

    assert [command for command, _, _ in commands] == ["group", "error", "endgroup", "error", "notice"]
    assert commands[1] == (
        "error",
        {"file": seen, "title": f"{seen} {seen} -> {seen}: tool-presentation-changed"},
        f"the tool {seen} is gone ({seen} {seen} {seen}={seen})",
    )
    assert last == "shape-probe: 1 breaking, 0 notable, 0 cosmetic, 1 accepted, 1 stale; 1 question compared, 1 not"


def command_in(line: str) -> tuple[str, dict[str, str], str]:
    """What GitHub's runner reads (its `ActionCommand.TryParseV2`)."""
    assert line.startswith("::")
    head, _, data = line.removeprefix("::").partition("::")
    name, _, settings = head.partition(" ")
    pairs = (pair.split("=", 1) for pair in settings.split(",") if pair)
    return name, {key: unescaped(value, is_property=True) for key, value in pairs}, unescaped(data)


def unescaped(text: str, *, is_property: bool = False) -> str:
    for escape, char in (("%0D", "\r"), ("%0A", "\n"), *((("%3A", ":"), ("%2C", ",")) if is_property else ())):
        text = text.replace(escape, char)
    return text.replace("%25", "%")
