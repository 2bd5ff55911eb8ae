import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from captures import canonical
from captures.model import ShapesFile
from tests.captures.samples import ABSENT, INCONCLUSIVE
from tests.probe.campaigns.commands import files_below, invoked
from tests.probe.campaigns.made_up import cell, file_for
from tests.support.stage import Stage, opened_stage

OLD, NEW = cell(version="0.9.0"), cell(version="0.10.0")


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def put(directory: Path, name: str, file: ShapesFile) -> None:
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical.dumps(file), encoding="utf-8")


def test_what_the_jobs_of_a_matrix_wrote_becomes_one_directory(stage: Stage) -> None:
    put(stage.work, "job-1/codex/0.9.0/first-request.json", file_for(OLD))
    put(stage.work, "job-2/codex/0.10.0/first-request.json", file_for(NEW))
    put(stage.work, "again.json", file_for(NEW))

    answer = invoked(stage, "merge", "job-1", "job-2", "again.json", "--out", "all")

    assert (answer.exit_code, answer.stdout, answer.stderr) == (0, "", "written: 2 captures in 2 files\n")
    assert files_below(stage.work / "all") == {
        "codex/0.9.0/first-request.json": canonical.dumps(file_for(OLD)).encode(),
        "codex/0.10.0/first-request.json": canonical.dumps(file_for(NEW)).encode(),
    }


def test_answers_that_differ_and_questions_without_one_are_said(stage: Stage) -> None:
    put(stage.work, "a.json", file_for(NEW))
    put(stage.work, "b.json", file_for(NEW, tools=[ABSENT]))
    put(stage.work, "c.json", file_for(OLD, verdict=INCONCLUSIVE, tools=[]))

    answer = invoked(stage, "merge", "a.json", "b.json", "c.json", "--out", "all.json")

    assert (answer.exit_code, answer.stderr.splitlines()) == (
        3,
        [
            "shape-probe: codex@0.10.0 first-request reply=accept: unstable: its runs differ at $.tools[0]",
            "shape-probe: codex@0.9.0 first-request reply=accept: inconclusive (server-never-listed)",
            "written: 2 captures in 1 file",
        ],
    )
    assert stage.run("validate", "all.json").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("absent.json", "--out", "all"), "absent.json cannot be read: No such file or directory"),
        (("empty", "--out", "all"), "empty has no shapes file in it; give a directory that has some"),
        (("bad.json", "--out", "all"), "bad.json: is not JSON"),
        (("good.json", "--out", ""), "--out takes the name of a file or a directory"),
        (
            ("good.json", "--out", "shapes"),
            "shapes holds a baseline of `shape-probe check` (codex/first-request.json); give another directory",
        ),
        (("good.json", "--out", "-"), "--out takes the name of a file or a directory"),
        (("good.json", "--out", "/dev/null"), "--out takes a directory, one that is there or one to be made"),
        (("good.json", "--out", "a" * 300), f"cannot write {'a' * 300}: its name is too long"),
        (("good.json", "--out", "a" * 300 + ".json"), f"cannot write {'a' * 300}.json: its name is too long"),
        (("good.json", "--out", "pipe.json"), "pipe.json is no regular file; remove it, or give another --out"),
        (("", "--out", "all"), "an empty name is no file and no directory; name a shapes file"),
        (("good.json", "--out", "bad.json"), "bad.json exists and is not a shapes file"),
    ],
)
def test_what_cannot_be_joined_is_said_and_nothing_is_written(
    stage: Stage, arguments: tuple[str, ...], says: str
) -> None:
    put(stage.work, "good.json", file_for(NEW))
    (stage.work / "bad.json").write_text("bad", encoding="utf-8")
    (stage.work / "empty").mkdir()
    os.mkfifo(stage.work / "pipe.json")
    put(stage.work, "shapes/codex/first-request.json", file_for(NEW))
    before = stage.left()

    answer = invoked(stage, "merge", *arguments)

    assert (answer.exit_code, answer.stdout, stage.left()) == (2, "", before)
    assert answer.stderr.startswith(f"shape-probe: {says}")
