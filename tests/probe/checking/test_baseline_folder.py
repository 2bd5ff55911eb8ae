"""A baseline is read whole, and nothing foreign is taken for a part of it."""

from pathlib import Path

import pytest

from probe.archive import found_in
from probe.checking.baseline_folder import Baseline, ForeignFileError, Part, baseline_in
from probe.errors import SetupError
from tests.probe.checking.baselines import answer, put_file

CLAUDE = Part("claude", "first-request")
CODEX = Part("codex", "tool-call")


def test_a_baseline_has_a_file_for_each_client_and_scenario(tmp_path: Path) -> None:
    first = put_file(tmp_path, "claude/first-request.json", answer(), answer(reply="refuse"))
    second = put_file(tmp_path, "codex/tool-call.json", answer("codex", "0.154.0", scenario="tool-call"))

    baseline = baseline_in(tmp_path)

    [one], [two] = found_in([str(first)]), found_in([str(second)])
    assert baseline == Baseline(directory=tmp_path, files={CLAUDE: one.file, CODEX: two.file})
    assert baseline.clients == ("claude", "codex")
    assert baseline.captures_of("claude") == one.file.captures
    assert (baseline.path_of(CLAUDE), baseline.path_of(CODEX)) == (first, second)


@pytest.mark.parametrize("name", ["none", "empty"])
def test_where_there_is_no_baseline_yet_it_has_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()

    baseline = baseline_in(tmp_path / name)

    assert (baseline.files, baseline.clients, baseline.captures_of("claude")) == ({}, (), ())


def test_what_is_hidden_or_no_json_is_no_part_of_it(tmp_path: Path) -> None:
    for name in (".git/x/y.json", "claude/.x.json", "README.md", "claude/notes.txt"):
        put_file(tmp_path, name)

    assert baseline_in(tmp_path).files == {}


@pytest.mark.parametrize("name", ["first-request.json", "claude/2.1.268/first-request.json"])
def test_a_file_at_another_depth_is_foreign(tmp_path: Path, name: str) -> None:
    path = put_file(tmp_path, name, answer())

    with pytest.raises(ForeignFileError) as refused:
        baseline_in(tmp_path)

    assert str(refused.value) == (
        f"{path} is no part of a baseline: a baseline has CLIENT/SCENARIO.json; "
        "move or remove it, or name another directory with --baseline"
    )


@pytest.mark.parametrize("capture", [answer("codex"), answer(scenario="tool-call")])
def test_a_file_with_captures_of_something_else_is_foreign(tmp_path: Path, capture: dict[str, object]) -> None:
    put_file(tmp_path, "claude/first-request.json", answer(), capture)

    with pytest.raises(ForeignFileError, match="it has captures of"):
        baseline_in(tmp_path)


def test_two_versions_of_one_question_are_no_baseline(tmp_path: Path) -> None:
    put_file(tmp_path, "claude/first-request.json", answer(version="2.1.9"), answer(version="2.1.10"))

    with pytest.raises(ForeignFileError, match="answers claude first-request reply=accept twice"):
        baseline_in(tmp_path)


def test_what_is_no_shapes_file_is_refused(tmp_path: Path) -> None:
    path = put_file(tmp_path, "claude/first-request.json")
    path.write_text("<<<<<<< ours", encoding="utf-8")

    with pytest.raises(SetupError, match="is not JSON"):
        baseline_in(tmp_path)


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    path = put_file(tmp_path, "shapes")

    with pytest.raises(SetupError) as refused:
        baseline_in(path)

    assert str(refused.value) == f"{path} is a file; --baseline takes a directory"
