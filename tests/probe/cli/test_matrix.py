"""The first half of a matrix: what is asked, and the plan."""

import json
from collections.abc import Iterator

import pytest

from tests.probe.campaigns.commands import invoked
from tests.probe.installs.fake_npm import CODEX, fake_npm
from tests.support.stage import Stage, opened_stage
from tests.support.steps import LIST, ask


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nobody@1.2.3",), "there is no client 'nobody'; the clients are claude, codex"),
        (("codex",), "this needs releases of codex; write codex@latest, codex@1.2.3..latest or so"),
        (("codex@^1.2.3",), "'^1.2.3' is no range of releases; what is read is"),
        (("codex@0.154.0..0.9.0",), "the bounds of codex@0.154.0..0.9.0 are reversed"),
        (("codex@0.154.0", "--set", "nothing=1"), "codex takes no --set nothing; it takes auth"),
        (("codex@0.154.0", "--scenario", "unheard-of"), "there is no scenario of that name"),
        (("codex@0.154.0", "--reply", "accept,never"), "--reply takes accept, refuse, close or status:N"),
        (("codex@0.154.0", "--plan", "gitlab"), "--plan takes github"),
        (
            ("codex@0.154.0", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"),
            "--jobs and --discard are for this machine; leave them out with --cluster",
        ),
        (
            ("codex@0.154.0", "--cluster", "tcp://127.0.0.1:1", "--discard"),
            "--jobs and --discard are for this machine; leave them out with --cluster",
        ),
        (("codex@0.154.0", "--out", ""), "--out takes a directory, one that is there or one to be made"),
        (("codex@0.154.0", "--out", "file"), "--out takes a directory, one that is there or one to be made"),
        (("codex@0.154.0", "--out", "/dev/null"), "--out takes a directory, one that is there or one to be made"),
        (("codex@0.154.0", "--out", "a" * 300), f"cannot write {'a' * 300}: its name is too long"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_done(stage: Stage, arguments: tuple[str, ...], says: str) -> None:
    (stage.work / "file").touch()
    about = {"versions": ["0.9.0", "0.154.0"], "dist-tags": {"latest": "0.154.0"}}
    fake = fake_npm(stage.root, view={CODEX: about})

    answer = invoked(stage, "matrix", *arguments, environ=fake.environ)

    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"shape-probe: {says}")
    assert stage.left() == ["file"]


def test_a_plan_for_github_is_one_line_of_json_and_nothing_is_run(stage: Stage) -> None:
    about = {"versions": ["0.9.0", "0.10.0", "0.11.0"], "dist-tags": {"latest": "0.11.0"}}
    fake = fake_npm(stage.root, view={CODEX: about})
    question = ("codex@0.10.0..latest", "--reply", "accept,refuse", "--repeat", "2", "--deadline", "90")

    answer = invoked(stage, "matrix", *question, "--plan", "github", environ=fake.environ)

    options = "--scenario first-request --reply accept,refuse --repeat 2 --deadline 90"
    assert (answer.exit_code, answer.stderr, answer.stdout.count("\n")) == (0, "", 1)
    assert json.loads(answer.stdout) == {
        "include": [
            {"name": f"codex {version}", "spec": f"codex@{version}", "options": options, "cells": 2}
            for version in ("0.10.0", "0.11.0")
        ]
    }
    assert stage.left() == []


def test_replies_given_one_by_one_all_count_and_a_long_deadline_is_a_number_without_an_exponent(stage: Stage) -> None:
    client = stage.released("codex", version="0.9.0")
    replies = ("--reply", "accept", "--reply", "refuse,close", "--reply", "accept")

    answer = invoked(stage, "matrix", client.spec, *replies, "--deadline", "1234567", "--plan", "github")

    [job] = json.loads(answer.stdout)["include"]
    assert (answer.exit_code, job["options"], job["cells"]) == (
        0,
        "--scenario first-request --reply accept,refuse,close --deadline 1234567",
        3,
    )


def test_the_options_of_a_job_are_ones_that_its_client_takes(stage: Stage) -> None:
    """Each job of a plan is a command of its own, which would refuse what only the other client takes."""
    clients = [stage.released("claude", LIST, ask(), version="2.1.1"), stage.released("codex", version="0.9.0")]
    question = [client.spec for client in clients]
    plan = invoked(stage, "matrix", *question, "--set", "auth=token,chatgpt", "--set", "retries=1", "--plan", "github")

    for job in json.loads(plan.stdout)["include"]:
        preview = invoked(stage, "matrix", *job["spec"].split(), *job["options"].split(), "--dry-run")
        assert (preview.exit_code, preview.stderr) == (0, "")
        assert preview.stdout.startswith(f"{job['cells']} cell")
