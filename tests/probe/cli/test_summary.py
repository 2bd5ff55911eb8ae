"""One line a tool for a person, and the warnings that must not be missed."""

from typing import Any, get_args

import pytest

from captures.model import Reason, ShapesFile
from probe.cli.summary import summary_lines, warnings_about
from tests.captures.samples import (
    ABSENT,
    CALL,
    DEFERRED,
    DESCRIBED,
    INCONCLUSIVE,
    INLINE,
    LOADED,
    NAMESPACED,
    SIGHTING,
    SUBAGENT,
    UNANSWERED,
    UNSTABLE,
    client,
    shapes_file,
    small_capture,
)


def lines_of(*captures: dict[str, Any]) -> list[list[str]]:
    """The cells of each line; two spaces and more are between them."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in summary_lines(file_of(*captures))]


def file_of(*captures: dict[str, Any]) -> ShapesFile:
    return shapes_file(*captures)


def outcome(**changes: object) -> dict[str, object]:
    return {
        "exit_code": 0,
        "attempts": 6,
        "turn_completed": True,
        "refused_lookups": 0,
        "refused_connections": 0,
        **changes,
    }


def test_the_columns_are_as_wide_as_what_stands_in_them() -> None:
    found = summary_lines(
        file_of(
            small_capture(client=client("claude", "2.1.268"), tools=[ABSENT]),
            small_capture(client=client("codex", "0.1.0"), tools=[NAMESPACED], conditions=CONDITIONS),
        )
    )

    assert found == [
        (
            "CLIENT  VERSION  CONDITIONS                          SHOWN       AS                       AT"
            "                   CHANGES  ATTEMPTS  EXIT  VERDICT"
        ),
        (
            "claude  2.1.268  model=gpt-6.2-sol reply=status:503  absent      -                        -"
            "                    -        6         0     observed"
        ),
        (
            "codex   0.1.0    reply=accept                        namespaced  mcp__shape_probe/lookup  "
            "$.tools[9].tools[0]  none     6         0     observed"
        ),
    ]


WHOLE = {
    "type": "text",
    "keys": ["text"],
    "texts": [
        {"pointer": "$.a", "length": 9, "planted": [{"token": "result.text", "head": 9, "tail": 0, "of": 9}]},
    ],
}
CONDITIONS = {"requested": {"reply": "accept"}, "observed": {"isolation": "environment", "transport": None}}


@pytest.mark.parametrize(
    ("tool", "cells"),
    [
        (
            INLINE,
            [
                "inline",
                "mcp__shape_probe__lookup",
                "$.tools[21]",
                (
                    "added: defer_loading; dropped: title; renamed: inputSchema→input_schema; rewritten: name; "
                    "truncated: description (12 of 30)"
                ),
            ],
        ),
        (NAMESPACED, ["namespaced", "mcp__shape_probe/lookup", "$.tools[9].tools[0]", "none"]),
        (DESCRIBED, ["described in exec", "mcp__shape_probe__lookup", "$.tools[0].description", "-"]),
        (
            LOADED,
            [
                "deferred via functions.exec",
                "mcp__shape_probe",
                '$.input[1]["x-part"].content[0].text',
                "loaded; dropped: inputSchema",
            ],
        ),
        (
            {
                **DEFERRED,
                "via": "ToolSearch",
                "announced": False,
                "shown_as": None,
                "role": None,
                "pointer": None,
            },
            ["deferred via ToolSearch", "not announced", "-", "-"],
        ),
        (ABSENT, ["absent", "-", "-", "-"]),
    ],
)
def test_every_presentation_has_its_words(tool: dict[str, Any], cells: list[str]) -> None:
    [_, line] = lines_of(small_capture(tools=[tool], conditions=CONDITIONS))

    assert line == ["codex", "0.171.0", "reply=accept", *cells, "6", "0", "observed"]


def test_each_of_several_tools_has_a_line_with_its_name() -> None:
    [_, *lines] = lines_of(small_capture(tools=[ABSENT, INLINE]))

    assert [line[3:5] for line in lines] == [["absent", "lookup: -"], ["inline", "lookup: mcp__shape_probe__lookup"]]


def test_each_call_has_a_line_in_a_table_of_its_own() -> None:
    other = small_capture(client=client("claude", "2.1.268"), conditions=CONDITIONS, tools=[ABSENT])
    found = summary_lines(file_of(other, small_capture(conditions=CONDITIONS, calls=[CALL, UNANSWERED])))

    assert found[3:] == [
        "",
        "CLIENT  VERSION  CONDITIONS    ROUTE            CALLS                                     REACHED  ANSWER",
        (
            "codex   0.171.0  reply=accept  exec-identifier  functions/tools.mcp__shape_probe__lookup  yes      "
            "input_text with result.text[1] (1500 and 1500 of 100000)"
        ),
        "codex   0.171.0  reply=accept  exec-identifier  tools.mcp__shape_probe__lookup            no       none",
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"is_error": True, "blocks": [{"type": "string", "keys": [], "texts": []}]}, "error: string"),
        ({"is_error": False, "blocks": [{"type": "image", "keys": [], "texts": []}] * 2}, "image, image"),
        ({"is_error": None, "blocks": []}, "nothing"),
        ({"is_error": None, "blocks": [WHOLE]}, "text with result.text"),
    ],
)
def test_an_answer_is_its_blocks_what_is_planted_in_them_and_its_mark(changes: dict[str, Any], said: str) -> None:
    call = {**CALL, "answer": {**CALL["answer"], **changes}}

    assert lines_of(small_capture(calls=[call]))[-1][-1] == said


@pytest.mark.parametrize(
    ("changes", "marks"),
    [
        ({}, "x-openai-subagent, agent_id"),
        ({"header_names_of_child": [], "body_keys_of_child": []}, "no mark"),
    ],
)
def test_what_marks_a_sub_agent_and_what_it_is_shown_stands_at_the_end(changes: dict[str, Any], marks: str) -> None:
    found = summary_lines(file_of(small_capture(subagent={**SUBAGENT, **changes, "tools": [NAMESPACED]})))

    assert found[2:] == [
        "",
        f"codex 0.171.0: a sub-agent has {marks}; lookup: namespaced, mcp__shape_probe/lookup",
    ]


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"verdict": UNSTABLE}, ["6", "0", "unstable"]),
        ({"verdict": INCONCLUSIVE}, ["6", "0", "inconclusive"]),
        ({"outcome": outcome(exit_code=-9, attempts=1)}, ["1", "-9", "observed"]),
        ({"outcome": outcome(exit_code=None, attempts=None)}, ["-", "deadline", "observed"]),
    ],
)
def test_the_end_of_a_line_says_how_the_run_ended(changes: dict[str, Any], end: list[str]) -> None:
    [_, line] = lines_of(small_capture(conditions=CONDITIONS, **changes))

    assert line == ["codex", "0.171.0", "reply=accept", "-", "-", "-", "-", *end]


def test_a_capture_that_is_as_it_should_be_gives_no_warning() -> None:
    assert warnings_about(file_of(small_capture(sightings=[SIGHTING]))) == []


ADVICE = {
    "no-model-request": "it ended before it sent a model request; its exit code is in the file. "
    "Start the client by hand to see what it says, or try another release",
    "server-never-listed": "the synthetic MCP server was never asked for its whole list of tools; "
    "try --set isolation=environment",
    "listed-after-model-request": "it asked the model before it had the tools; run again, with --jobs 1 if busy",
    "deadline-before-model-request": "it sent no model request in time; give it more with --deadline SECONDS",
    "body-over-cap": "its model request was larger than 64 MiB",
    "undecodable-body": "its model request's Content-Encoding could not be undone",
    "body-not-json": "its model request was not JSON",
    "unscripted-request": "it sent a model request that the script has no turn for; --verbose shows what came when",
    "unused-turn": "it never asked for a turn of the script; --verbose names it, and shows what came when",
}


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_comes_with_what_to_do(reason: str) -> None:
    verdict = {"kind": "inconclusive", "reason": reason}

    assert warnings_about(file_of(small_capture(verdict=verdict))) == [
        f"codex 0.171.0: inconclusive ({reason}): {ADVICE[reason]}"
    ]


def test_what_wavers_what_is_unknown_and_what_went_astray_are_each_a_warning() -> None:
    found = warnings_about(
        file_of(
            small_capture(
                client=client("claude", "2.1.9"),
                verdict={"kind": "unstable", "pointers": ["$.requests", "$.tools[0].pointer"]},
                sightings=[SIGHTING, {**SIGHTING, "place": "unknown"}],
                outcome=outcome(refused_lookups=2, refused_connections=0),
            ),
            small_capture(outcome=outcome(refused_connections=1)),
        )
    )

    assert found == [
        "claude 2.1.9: unstable: its runs differ at $.requests, $.tools[0].pointer",
        (
            "claude 2.1.9: unknown place: alias surfaced at $.input[1].content[0].text, "
            "which no rule knows; please report it"
        ),
        "claude 2.1.9: it tried to leave loopback: 2 host names and 0 connections were refused",
        "codex 0.171.0: it tried to leave loopback: 0 host names and 1 connection were refused",
    ]


def test_a_later_shape_and_a_run_without_a_jail_are_not_missed() -> None:
    later = {"attempt": 4, "tools": [INLINE]}
    unjailed = {"requested": {"reply": "refuse"}, "observed": {"isolation": "environment", "transport": "http"}}

    assert warnings_about(file_of(small_capture(tools=[ABSENT], later_shapes=[later], conditions=unjailed))) == [
        "codex 0.171.0: from model request 4 on it shows lookup otherwise: inline, mcp__shape_probe__lookup",
        (
            "codex 0.171.0: it ran without a jail, as this machine has no namespaces for it: nothing but its "
            "environment kept it on loopback; `shape-probe doctor` says what to do"
        ),
    ]
