"""A history in words: a block a release, a line a finding."""

import json
from collections.abc import Callable, Sequence

import pytest

from captures.compare.findings import Question
from captures.compare.history import Change, History, Release, Skipped
from captures.report.timeline import (
    RULE_OF_READING,
    grouped,
    in_words,
    json_of,
    markdown_of,
    summary_of,
    text_of,
)
from tests.captures.report.series import finding, question

ACCEPT, REFUSE = question(reply="accept"), question(reply="refuse")
BOTH = Change(finding=finding(), questions=(ACCEPT, REFUSE))
ONE = Change(finding=finding("pointer-moved", severity="cosmetic", sentence="mcp__a__b moved."), questions=(REFUSE,))
HISTORY = History(
    client="codex",
    versions=("0.12.0", "0.11.0", "0.10.0"),
    releases=(Release(client="codex", version="0.12.0", after="0.10.0", changes=(ONE, BOTH)),),
    skipped=(Skipped(question=ACCEPT, version="0.11.0", reason="server-never-listed"),),
)
QUIET = History(client="claude", versions=("2.1.1",), releases=(), skipped=())


def test_text_has_a_block_for_each_release_and_a_line_for_each_finding() -> None:
    assert (
        text_of([HISTORY, QUIET])
        == f"""\
codex: 3 captured versions, 0.10.0 to 0.12.0
{RULE_OF_READING}

0.12.0 (after 0.10.0)
  first-request reply=accept, refuse
    breaking  lookup is gone. [tool-vanished]
  first-request reply=refuse
    cosmetic  mcp__a__b moved. [pointer-moved]

0.11.0 was skipped for first-request reply=accept: its capture is inconclusive (server-never-listed)

claude: 1 captured version, 2.1.1
Nothing changed.
"""
    )


def test_markdown_has_a_heading_for_each_release_and_an_item_for_each_finding() -> None:
    assert (
        markdown_of([HISTORY, QUIET])
        == rf"""## codex

3 captured versions, 0.10.0 to 0.12.0. {RULE_OF_READING}

### 0.12.0 (after 0.10.0)

- `first-request reply=accept, refuse`
  - **breaking** lookup is gone. (`tool-vanished`)
- `first-request reply=refuse`
  - **cosmetic** mcp\_\_a\_\_b moved. (`pointer-moved`)

- 0.11.0 was skipped for first-request reply=accept: its capture is inconclusive (server-never-listed)

## claude

1 captured version, 2.1.1. Nothing changed.
"""
    )


def test_json_holds_everything() -> None:
    assert [History.model_validate_json(json.dumps(each)) for each in json.loads(json_of([HISTORY, QUIET]))] == [
        HISTORY,
        QUIET,
    ]


@pytest.mark.parametrize("form", [text_of, markdown_of, json_of])
def test_an_odd_name_begins_no_line_and_acts_on_no_terminal(form: Callable[[Sequence[History]], str]) -> None:
    name = "x\n::error::pwn \x1b[31m \u202e \ud800"
    asked = question(reply=name)
    change = Change(finding=finding(sentence=f"{name} is gone."), questions=(asked,))
    skipped = Skipped(question=asked, version=name, reason="server-never-listed")
    release = Release(client="codex", version=name, after=name, changes=(change,))
    text = form([History(client="codex", versions=(name,), releases=(release,), skipped=(skipped,))])

    assert text.replace("\n", "").isprintable()
    assert not [line for line in text.splitlines() if line.startswith("::")]


def test_changes_stand_under_the_questions_that_have_them() -> None:
    assert grouped(HISTORY.releases[0]) == (
        ("first-request reply=accept, refuse", (BOTH,)),
        ("first-request reply=refuse", (ONE,)),
    )


@pytest.mark.parametrize(
    ("questions", "words"),
    [
        ([ACCEPT], "first-request reply=accept"),
        ([ACCEPT, REFUSE], "first-request reply=accept, refuse"),
        (
            [question(model="m", reply="accept"), question(model="m", reply="refuse")],
            "first-request model=m reply=accept, refuse",
        ),
        ([ACCEPT, question(scenario="results")], "first-request reply=accept; results reply=accept"),
        (
            [ACCEPT, question(model="m", reply="accept")],
            "first-request reply=accept, first-request model=m reply=accept",
        ),
        (
            [ACCEPT, question(model="m", reply="refuse")],
            "first-request reply=accept, first-request model=m reply=refuse",
        ),
        ([ACCEPT.model_copy(update={"requested": {}})], "first-request"),
    ],
)
def test_questions_that_differ_in_one_condition_are_told_together(questions: list[Question], words: str) -> None:
    assert in_words(questions) == words


def test_a_summary_has_the_first_and_the_last_version() -> None:
    assert [summary_of(HISTORY), summary_of(QUIET)] == [
        "3 captured versions, 0.10.0 to 0.12.0",
        "1 captured version, 2.1.1",
    ]
