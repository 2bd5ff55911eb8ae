from pathlib import Path

from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Outcome
from probe.campaigns.tables import summary_of, table_lines, trouble_lines, word_of
from tests.captures.samples import ABSENT, DEFERRED, INCONCLUSIVE, INLINE, SIGHTING, UNSTABLE
from tests.probe.campaigns.made_up import answered, cell, failed

OLD, NEW = cell(version="0.9.0"), cell(version="0.10.0")
REFUSED, CALLED = cell(version="0.10.0", reply="refuse"), cell(version="0.10.0", scenario="tool-call")
CLAUDE = cell("claude", "2.1.1", settings=(("retries", "1"),))


def by_cell(*outcomes: Outcome) -> dict[Cell, Outcome]:
    return {outcome.cell: outcome for outcome in outcomes}


def test_a_cell_is_one_word() -> None:
    words = (
        word_of(None),
        word_of(failed(OLD)),
        word_of(failed(OLD, exit_code=4)),
        word_of(answered(OLD, tools=[DEFERRED])),
        word_of(answered(OLD, tools=[INLINE, ABSENT, INLINE])),
        word_of(answered(OLD, tools=[])),
        word_of(answered(OLD, verdict=UNSTABLE)),
        word_of(answered(OLD, verdict=INCONCLUSIVE)),
    )
    assert words == ("-", "failed", "refused", "deferred", "inline+absent", "nothing", "unstable", "inconclusive")


def test_each_client_has_a_table_of_versions_and_of_what_varies() -> None:
    outcomes = by_cell(answered(OLD), answered(NEW, tools=[DEFERRED]), failed(CALLED), answered(CLAUDE))

    assert table_lines([OLD, NEW, REFUSED, CALLED, CLAUDE], outcomes) == [
        "codex",
        "        first-request  first-request  tool-call",
        "        reply=accept   reply=refuse   reply=accept",
        "0.9.0   inline         -              -",
        "0.10.0  deferred       -              failed",
        "",
        "claude first-request reply=accept retries=1",
        "2.1.1  inline",
    ]


def test_a_condition_that_a_column_has_not_is_a_dash() -> None:
    http = cell(version="0.9.0", settings=(("transport", "http"),))

    assert table_lines([OLD, http], by_cell(answered(OLD), answered(http))) == [
        "codex first-request reply=accept",
        "       -       transport=http",
        "0.9.0  inline  inline",
    ]


def test_no_cells_are_no_table() -> None:
    assert table_lines([], {}) == []


def test_what_went_wrong_is_one_line_a_cell_or_one_a_version() -> None:
    unknown = {**SIGHTING, "place": "unknown"}

    assert trouble_lines(
        [
            answered(OLD),
            failed(NEW, "npm is missing"),
            failed(REFUSED, "npm is missing"),
            failed(CALLED, "it ended"),
            answered(CLAUDE, verdict=INCONCLUSIVE),
            answered(CLAUDE, verdict=UNSTABLE),
            answered(CLAUDE, sightings=[SIGHTING, unknown]),
        ]
    ) == [
        "codex@0.10.0 (2 cells): npm is missing",
        "codex@0.10.0 tool-call reply=accept: it ended",
        (
            "claude@2.1.1 first-request reply=accept retries=1: inconclusive (server-never-listed); "
            "`shape-probe run claude@2.1.1 --scenario first-request --reply accept --set retries=1` says what to do"
        ),
        "claude@2.1.1 first-request reply=accept retries=1: unstable: its runs differ at $.tools[0].pointer",
        (
            "claude@2.1.1 first-request reply=accept retries=1: a token surfaced at $.input[1].content[0].text, which "
            "no rule knows; please report it"
        ),
    ]


def test_a_program_gets_every_cell_with_its_file() -> None:
    outcomes = by_cell(
        answered(OLD),
        failed(REFUSED, "a leak", exit_code=4),
        answered(CLAUDE, verdict=INCONCLUSIVE, tools=[]),
        answered(CALLED, verdict=UNSTABLE),
    )
    row = {"client": "codex", "version": "0.10.0", "scenario": "first-request", "presentations": [], "is_new": False}

    assert summary_of([OLD, NEW, REFUSED, CALLED, CLAUDE], outcomes, Path("there")) == {
        "directory": "there",
        "counts": {"cells": 5, "answered": 3, "new": 3, "inconclusive": 1, "unstable": 1, "failed": 1},
        "cells": [
            {
                **row,
                "version": "0.9.0",
                "conditions": {"reply": "accept"},
                "outcome": "observed",
                "presentations": ["inline"],
                "is_new": True,
                "file": "codex/0.9.0/first-request.json",
                "says": None,
            },
            {**row, "conditions": {"reply": "accept"}, "outcome": "not reached", "file": None, "says": None},
            {**row, "conditions": {"reply": "refuse"}, "outcome": "refused", "file": None, "says": "a leak"},
            {
                **row,
                "scenario": "tool-call",
                "conditions": {"reply": "accept"},
                "outcome": "unstable",
                "presentations": ["inline"],
                "is_new": True,
                "file": "codex/0.10.0/tool-call.json",
                "says": "unstable: its runs differ at $.tools[0].pointer",
            },
            {
                **row,
                "client": "claude",
                "version": "2.1.1",
                "conditions": {"reply": "accept", "retries": "1"},
                "outcome": "inconclusive",
                "is_new": True,
                "file": "claude/2.1.1/first-request.json",
                "says": "inconclusive (server-never-listed); `shape-probe run claude@2.1.1 --scenario first-request "
                "--reply accept --set retries=1` says what to do",
            },
        ],
    }
