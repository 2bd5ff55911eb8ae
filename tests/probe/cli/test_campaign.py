"""The second half of a matrix: what it leaves on the disk, also when it is killed, and what it says."""

import json
import os
import pty
import signal
from collections.abc import Iterator

import pytest

from captures import canonical
from tests.probe.campaigns.commands import done, files_below, invoked, start
from tests.probe.campaigns.made_up import cell, file_for
from tests.probe.installs.fake_npm import CODEX, codex_files, fake_npm
from tests.support.stage import Stage, ended, opened_stage
from tests.support.steps import GREET, INLINE, LIST, STAY, TELL, ask, ask_codex, messages

OUT = "native-tool-shapes"


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def test_every_combination_is_in_its_file_and_in_the_table(stage: Stage) -> None:
    claude = stage.released("claude", LIST, ask())
    codex = stage.released("codex", LIST, ask_codex())

    answer = done(stage, "matrix", codex.spec, claude.spec, "--reply", "accept,refuse", "--set", "auth=,token")

    assert (answer.exit_code, answer.stdout.splitlines()) == (
        0,
        [
            "codex first-request",
            "         reply=accept  reply=refuse",
            "0.154.0  namespaced    namespaced",
            "",
            "claude first-request",
            "         reply=accept  reply=accept  reply=refuse  reply=refuse",
            "         -             auth=token    -             auth=token",
            "2.1.268  inline        inline        inline        inline",
        ],
    )
    assert answer.stderr.splitlines() == ["6 cells: codex in 1 version, claude in 1 version", "6 of 6 cells done"]
    files = files_below(stage.work / OUT)
    assert {name: len(json.loads(text)["captures"]) for name, text in files.items()} == {
        "claude/2.1.268/first-request.json": 4,
        "codex/0.154.0/first-request.json": 2,
    }
    for name in files:
        assert stage.run("validate", f"{OUT}/{name}").stdout == f"{OUT}/{name}: ok\n"


def test_a_terminal_that_goes_while_clients_run_changes_nothing(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())
    ours, theirs = pty.openpty()
    drawing = {"FORCE_COLOR": "1"}  # Rich draws on, also on what is no terminal any more

    process = start(stage, "matrix", client.spec, stderr=theirs, environ=drawing)
    os.close(theirs)
    _, held = client.ear.listen()
    os.close(ours)
    held.sendall(b"null\n")
    answer = ended(process)

    assert (answer.exit_code, answer.stdout) == (0, "claude first-request reply=accept\n2.1.268  inline\n")


def test_what_is_answered_is_not_asked_again_and_shown_the_same(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    first = done(stage, "matrix", client.spec)
    before = files_below(stage.work)
    stage.replaced(client, TELL, STAY)

    again = done(stage, "matrix", client.spec)

    assert (again.exit_code, again.stdout, files_below(stage.work)) == (0, first.stdout, before)
    assert again.stderr == "1 cell: claude in 1 version; 1 answered already\n"
    assert client.ear.has_heard_nothing()


def test_a_matrix_that_was_killed_leaves_whole_files_and_no_client_and_is_gone_on_with(stage: Stage) -> None:
    first = stage.released("claude", LIST, ask(), version="2.1.1")
    second = stage.released("claude", TELL, LIST, ask(), version="2.1.2")
    question = ("matrix", first.spec, second.spec, "--reply", "accept,refuse", "--jobs", "1")

    process = start(stage, *question, "--out", "killed")
    second.ear.hear()
    second.ear.listen()
    process.kill()
    second.ear.wait_for_all()
    ended(process)
    partial = stage.work / "killed" / "claude" / "2.1.2" / ".shape-probe-0123456789abcdef.partial"
    partial.touch()
    left = files_below(stage.work / "killed")
    stage.replaced(first, TELL, STAY)
    stage.replaced(second, LIST, ask())
    resumed = done(stage, *question, "--out", "killed")

    assert {name: len(json.loads(text)["captures"]) for name, text in left.items() if name.endswith(".json")} == {
        "claude/2.1.1/first-request.json": 2,
        "claude/2.1.2/first-request.json": 1,
    }
    assert resumed.stderr.splitlines() == ["4 cells: claude in 2 versions; 3 answered already", "1 of 1 cells done"]
    assert first.ear.has_heard_nothing()
    stage.replaced(first, LIST, ask())
    whole = done(stage, *question, "--out", "whole")
    assert (resumed.exit_code, resumed.stdout) == (whole.exit_code, whole.stdout) == (0, whole.stdout)
    assert files_below(stage.work / "killed") == files_below(stage.work / "whole")


def test_a_signal_ends_what_runs_and_keeps_what_is_finished(stage: Stage) -> None:
    first = stage.released("claude", LIST, ask(), version="2.1.1")
    second = stage.released("claude", TELL, STAY, version="2.1.2")

    process = start(stage, "matrix", first.spec, second.spec, "--jobs", "1")
    second.ear.hear()
    process.terminate()
    answer = ended(process)

    second.ear.wait_for_all()
    assert (answer.exit_code, answer.stdout) == (128 + signal.SIGTERM, "")
    assert answer.stderr.splitlines()[-1] == (
        f"shape-probe: interrupted; what was started is ended. The same command goes on from 1 of 2 cells in {OUT}"
    )
    assert list(files_below(stage.work / OUT)) == ["claude/2.1.1/first-request.json"]


def test_two_at_once_in_one_directory_are_refused(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())
    process = start(stage, "matrix", client.spec)
    _, held = client.ear.listen()

    other = done(stage, "matrix", client.spec, "--reply", "refuse")
    held.sendall(b"null\n")
    first = ended(process)

    assert (other.exit_code, other.stderr) == (
        2,
        f"shape-probe: another matrix is at work in {OUT}; wait until it is done, or give another --out\n",
    )
    assert first.exit_code == 0


def test_failed_cells_are_listed_at_the_end_and_the_rest_is_there(stage: Stage) -> None:
    leak = messages({**INLINE, "name": "mcp__{alias}__{tool.name}_{word}"})
    stage.released("claude", LIST, ask(leak), version="2.1.1")
    stage.released("claude", GREET, ask(), version="2.1.2")
    stage.released("claude", LIST, ask(), version="2.1.3")

    answer = done(stage, "matrix", *(f"claude@2.1.{patch}" for patch in (1, 2, 3)))

    assert (answer.exit_code, answer.stdout.splitlines()) == (
        4,
        ["claude first-request reply=accept", "2.1.1  refused", "2.1.2  inconclusive", "2.1.3  inline"],
    )
    assert answer.stderr.splitlines()[-2:] == [
        (
            "shape-probe: claude@2.1.1 first-request reply=accept: the leak guard refused what stands at "
            "$.captures[0].tools[0].shown_as (rule: canary); nothing was written: please report this line, it holds "
            "nothing of yours"
        ),
        (
            "shape-probe: claude@2.1.2 first-request reply=accept: inconclusive (server-never-listed); "
            "`shape-probe run claude@2.1.2 --scenario first-request --reply accept` says what to do"
        ),
    ]
    assert list(files_below(stage.work / OUT)) == [f"claude/2.1.{patch}/first-request.json" for patch in (2, 3)]


def test_what_is_inconclusive_is_asked_again_where_that_is_wanted(stage: Stage) -> None:
    client = stage.released("claude", GREET, ask())
    first = done(stage, "matrix", client.spec)
    stage.replaced(client, LIST, ask())

    again = done(stage, "matrix", client.spec)
    retried = done(stage, "matrix", client.spec, "--retry")

    assert [answer.exit_code for answer in (first, again, retried)] == [3, 3, 0]
    assert retried.stdout.splitlines() == ["claude first-request reply=accept", "2.1.268  inline"]


def test_the_summary_is_to_be_had_as_json(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    answer = done(stage, "matrix", client.spec, "--json", "--out", "there")

    assert json.loads(answer.stdout) == {
        "directory": "there",
        "counts": {"cells": 1, "answered": 1, "new": 1, "inconclusive": 0, "unstable": 0, "failed": 0},
        "cells": [
            {
                "client": "claude",
                "version": "2.1.268",
                "scenario": "first-request",
                "conditions": {"reply": "accept"},
                "outcome": "observed",
                "presentations": ["inline"],
                "is_new": True,
                "file": "claude/2.1.268/first-request.json",
                "says": None,
            }
        ],
    }


def test_a_dry_run_says_what_would_be_done_and_does_nothing(stage: Stage) -> None:
    client = stage.released("codex", TELL, STAY, version="0.9.0")
    about = {"versions": ["0.9.0", "0.10.0"], "dist-tags": {"latest": "0.10.0"}}
    fake = fake_npm(stage.root, view={CODEX: about}, packages={f"{CODEX}@0.10.0": codex_files()})

    answer = invoked(stage, "matrix", "codex@0.9.0..latest", "--dry-run", environ=fake.environ)

    assert (answer.exit_code, answer.stdout.splitlines()) == (
        0,
        [
            "2 cells: codex in 2 versions",
            "to be fetched: 1 version (codex 0.10.0)",
            "codex@0.9.0: 1 cell, in the cache",
            "codex@0.10.0: 1 cell, to be fetched",
        ],
    )
    assert client.ear.has_heard_nothing()
    assert stage.left() == []


def test_a_version_that_is_missing_is_fetched_and_discarded_where_that_is_wanted(stage: Stage) -> None:
    about = {"versions": ["0.9.0"], "dist-tags": {"latest": "0.9.0"}}
    fake = fake_npm(stage.root, view={CODEX: about}, packages={f"{CODEX}@0.9.0": codex_files()})

    answer = done(stage, "matrix", "codex@latest", "--discard", environ=fake.environ)

    assert (answer.exit_code, answer.stdout.splitlines()[-1]) == (3, "0.9.0  inconclusive")
    assert answer.stderr.splitlines()[:3] == [
        "1 cell: codex in 1 version",
        "to be fetched: 1 version (codex 0.9.0)",
        "codex@0.9.0: fetching with npm",
    ]
    assert list((stage.cache / "clients" / "codex").iterdir()) == []


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_a_baseline_of_check_is_refused_before_anything_is_started(stage: Stage, more: tuple[str, ...]) -> None:
    client = stage.released("codex", TELL, STAY, version="0.9.0")
    path = stage.work / "shapes" / "codex" / "first-request.json"
    path.parent.mkdir(parents=True)
    path.write_text(canonical.dumps(file_for(cell(version="0.9.0"))), encoding="utf-8")

    answer = invoked(stage, "matrix", client.spec, "--out", "shapes", *more)

    assert (answer.exit_code, answer.stdout, answer.stderr) == (
        2,
        "",
        (
            "shape-probe: shapes holds a baseline of `shape-probe check` (codex/first-request.json); "
            "give another directory\n"
        ),
    )
    assert client.ear.has_heard_nothing()
    assert list(files_below(stage.work)) == ["shapes/codex/first-request.json"]
