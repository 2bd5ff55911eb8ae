"""Two sides of shapes files, read and compared."""

import os
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from captures import canonical
from captures.compare.judging import Judged
from captures.compare.settings import Settings
from captures.model import ShapesFile
from probe.diffing import judged_sides, refuse_input
from probe.errors import SetupError
from tests.captures.samples import (
    ABSENT,
    INCONCLUSIVE,
    INLINE,
    OTHER_TOOL,
    client,
    document,
    shapes_file,
    small_capture,
)


def test_a_side_that_contradicts_itself_does_not_compare() -> None:
    written("old.json", codex())
    written("side/a.json", codex())
    written("side/b.json", codex(tools=[ABSENT]))

    with pytest.raises(SetupError) as caught:
        judged("old.json", "side")

    question = "codex@0.120.0 first-request model=gpt-6.2-sol reply=status:503"
    assert str(caught.value) == (
        f"side/b.json: answers {question} otherwise than side/a.json; leave one of the two out"
    )


def test_files_are_named_in_a_directory_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    written(str(path), codex())
    gone = tmp_path / "gone"
    gone.mkdir()
    with chdir(gone):
        gone.rmdir()
        judgement = judged(str(path), str(path))
        os.chdir(tmp_path)  # where `chdir` wants to go back from

    assert files_of(judgement) == [("0.120.0", path.as_posix())]


@pytest.fixture(autouse=True)
def here(tmp_path: Path) -> Iterator[Path]:
    with chdir(tmp_path):
        yield tmp_path


def written(name: str, *captures: dict[str, Any]) -> str:
    return written_file(name, shapes_file(*captures))


def written_file(name: str, file: ShapesFile) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical.dumps(file), encoding="utf-8", newline="\n")
    return name


def codex(version: str = "0.120.0", **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of a capture
    return small_capture(client=client("codex", version), **changes)


def asked(name: str, version: str, reply: str) -> dict[str, Any]:
    conditions = {**small_capture()["conditions"], "requested": {"reply": reply}}
    return small_capture(client=client(name, version), scenario="first-request", conditions=conditions)


def judged(old: str, new: str) -> Judged:
    return judged_sides(old, new, settings=Settings(), fail_on=None)


def files_of(judgement: Judged) -> list[tuple[str, str | None]]:
    return [(each.new_version, each.file) for each in judgement.compared]


def test_captures_of_one_question_are_compared_whatever_their_version() -> None:
    old, new = written("old.json", codex(tools=[INLINE])), written("new.json", codex("0.125.0", tools=[ABSENT]))

    (each,) = judged(old, new).compared

    assert (each.old_version, each.new_version, each.file) == ("0.120.0", "0.125.0", "new.json")
    assert each.findings != ()


def test_a_file_against_itself_has_no_finding() -> None:
    name = written("same.json", codex(tools=[INLINE]))

    assert [each.findings for each in judged(name, name).compared] == [()]


def test_a_finding_is_shown_at_a_path_from_here(here: Path) -> None:
    old, new = written("old.json", codex()), written("new/codex/some.json", codex("0.125.0"))

    assert files_of(judged(old, str(here / new))) == [("0.125.0", "new/codex/some.json")]
    assert files_of(judged(old, "./new")) == [("0.125.0", "new/codex/some.json")]
    with chdir(here / "new"):
        assert files_of(judged("../old.json", "codex")) == [("0.125.0", "codex/some.json")]
        assert files_of(judged("codex", str(here / "old.json"))) == [("0.120.0", f"{here}/old.json")]


def test_captures_of_other_tools_do_not_compare() -> None:
    old = written("old.json", codex())
    new = written_file("new.json", ShapesFile.model_validate(document(codex("0.125.0"), tool=OTHER_TOOL)))

    with pytest.raises(SetupError) as caught:
        judged(old, new)

    assert str(caught.value).endswith(
        " does not compare: the synthetic server offered other tools on the two sides; "
        "make both with the same release of shape-probe"
    )


def test_without_a_common_question_it_is_said_what_each_has() -> None:
    old = written("old.json", *(asked("claude", version, "accept") for version in ("2.1.9", "2.1.59")))
    new = written("new.json", *(asked("claude", "2.1.9", f"status:50{number}") for number in range(5)))

    with pytest.raises(SetupError) as caught:
        judged(old, new)

    assert caught.value.exit_code == 2
    assert str(caught.value) == (
        "there is nothing to compare, as client, scenario and conditions must be the same on both sides: "
        "OLD has claude first-request reply=accept; NEW has claude first-request reply=status:500, "
        "claude first-request reply=status:501, claude first-request reply=status:502 and 2 more"
    )


def test_a_side_without_captures_has_nothing_to_compare() -> None:
    old, new = written("old.json", codex()), written("new.json")

    with pytest.raises(SetupError, match=r"; NEW has no capture$"):
        judged(old, new)


def test_a_question_that_is_inconclusive_is_no_wrong_command() -> None:
    old, new = written("old.json", codex()), written("new.json", codex("0.125.0", verdict=INCONCLUSIVE))

    judgement = judged(old, new)

    assert judgement.compared == ()
    assert [each.why for each in judgement.not_compared] == ["inconclusive-in-new"]


@pytest.mark.parametrize("target", ["side/some.json", "side/new.json", "one.json", "./one.json", "link.json"])
def test_a_result_replaces_nothing_that_is_compared_and_becomes_no_part_of_it(here: Path, target: str) -> None:
    written("side/some.json", codex())
    written("one.json", codex())
    (here / "link.json").symlink_to("one.json")

    with pytest.raises(SetupError) as caught:
        refuse_input(Path(target), ("side", "one.json"))

    assert str(caught.value) == (f"{Path(target)} is what is compared, or a part of it; write the result elsewhere")


@pytest.mark.parametrize("target", ["result.json", "side/result.txt", "-"])
def test_a_result_may_stand_anywhere_else(target: str) -> None:
    written("side/some.json", codex())

    refuse_input(Path(target), ("side", "-"))
