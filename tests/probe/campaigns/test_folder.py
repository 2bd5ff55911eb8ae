import os
from pathlib import Path

import pytest

from captures import canonical
from captures.model import ShapesFile
from probe.campaigns.folder import BaselineThereError, BusyError, Folder, OtherFixtureError, held, path_of
from probe.campaigns.places import NotRegularError
from probe.errors import SetupError
from probe.writability import UnwritableError
from probe.writer import LeakFoundError
from tests.captures.samples import INCONCLUSIVE, shapes_file, small_capture
from tests.probe.campaigns.made_up import capture_for, cell, file_for

ASKED, REFUSED = cell(), cell(reply="refuse")
CELLS = (ASKED, REFUSED, cell(scenario="tool-call"))


def put(path: Path, file: ShapesFile) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical.dumps(file), encoding="utf-8")


def names_below(directory: Path) -> list[str]:
    return sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file())


def test_a_file_has_all_conditions_of_a_question_and_each_scenario_its_own(tmp_path: Path) -> None:
    folder = Folder(tmp_path, CELLS)

    for each in CELLS:
        assert folder.keep(each, file_for(each)) == capture_for(each)

    assert names_below(tmp_path) == ["codex/0.154.0/first-request.json", "codex/0.154.0/tool-call.json"]
    written = canonical.loads(path_of(tmp_path, ASKED).read_bytes(), name="")
    assert written.captures == (capture_for(ASKED), capture_for(REFUSED))
    assert Folder(tmp_path, CELLS).answers() == {each.question: capture_for(each) for each in CELLS}


def test_the_order_of_performing_does_not_show(tmp_path: Path) -> None:
    for name, cells in (("one", CELLS), ("other", CELLS[::-1])):
        folder = Folder(tmp_path / name, cells)
        for each in cells:
            folder.keep(each, file_for(each))

    paths = [path_of(tmp_path / name, ASKED) for name in ("one", "other")]
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_only_files_that_can_have_answers_are_read(tmp_path: Path) -> None:
    path = path_of(tmp_path, cell(version="0.1.0"))
    path.parent.mkdir(parents=True)
    path.write_text("no shapes file", encoding="utf-8")

    assert Folder(tmp_path, CELLS).answers() == {}


def test_an_inconclusive_capture_never_replaces_an_answer(tmp_path: Path) -> None:
    folder = Folder(tmp_path, CELLS)
    folder.keep(ASKED, file_for(ASKED))

    assert folder.keep(ASKED, file_for(ASKED, verdict=INCONCLUSIVE, tools=[])) == capture_for(ASKED)


def test_an_answer_replaces_what_is_inconclusive(tmp_path: Path) -> None:
    folder = Folder(tmp_path, CELLS)
    folder.keep(ASKED, file_for(ASKED, verdict=INCONCLUSIVE, tools=[]))

    assert folder.keep(ASKED, file_for(ASKED)) == capture_for(ASKED)


def test_a_file_of_other_tools_is_refused_when_it_is_read(tmp_path: Path) -> None:
    put(path_of(tmp_path, ASKED), shapes_file(small_capture()))

    with pytest.raises(OtherFixtureError) as caught:
        Folder(tmp_path, CELLS)
    assert str(caught.value) == (
        f"{path_of(tmp_path, ASKED)} was made with other tools than its scenario has now; give another --out, "
        "or remove it"
    )


def test_a_capture_of_other_tools_is_refused_when_it_comes(tmp_path: Path) -> None:
    folder = Folder(tmp_path, CELLS)
    folder.keep(ASKED, file_for(ASKED))

    with pytest.raises(OtherFixtureError):
        folder.keep(REFUSED, shapes_file(small_capture()))


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    path = path_of(tmp_path, ASKED)
    path.parent.mkdir(parents=True)
    path.write_text("{}", encoding="utf-8")

    with pytest.raises(SetupError):
        Folder(tmp_path, CELLS)


def test_a_leak_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    file = file_for(ASKED, scenario="sk-ant-0123456789abcdef")

    with pytest.raises(LeakFoundError):
        Folder(tmp_path, CELLS).keep(ASKED, file)
    assert names_below(tmp_path) == []


def test_a_file_in_the_place_of_a_directory_is_said(tmp_path: Path) -> None:
    (tmp_path / "codex").touch()

    with pytest.raises(UnwritableError):
        Folder(tmp_path, CELLS).keep(ASKED, file_for(ASKED))


def test_only_one_holds_a_directory_and_nothing_of_it_stays(tmp_path: Path) -> None:
    root = tmp_path / "new" / "directory"

    with held(root):
        with pytest.raises(BusyError) as caught, held(root):
            raise AssertionError
        assert names_below(root) == [".matrix.lock"]

    assert str(caught.value) == (f"another matrix is at work in {root}; wait until it is done, or give another --out")
    assert names_below(root) == []
    with held(root):
        pass


def test_what_a_killed_process_left_half_written_is_swept(tmp_path: Path) -> None:
    for name in ("codex/0.9.0/.shape-probe-0123456789abcdef.partial", "codex/0.9.0/first-request.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    with held(tmp_path):
        pass

    assert names_below(tmp_path) == ["codex/0.9.0/first-request.json"]


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(UnwritableError), held(tmp_path / "file" / "below"):
        raise AssertionError


def test_a_baseline_is_no_place_for_a_matrix_and_nothing_is_made(tmp_path: Path) -> None:
    root = tmp_path / "shapes"
    put(root / "codex" / "first-request.json", file_for(ASKED))

    with pytest.raises(BaselineThereError) as caught, held(root):
        raise AssertionError
    with pytest.raises(BaselineThereError):
        Folder(root, CELLS)

    assert str(caught.value) == (
        f"{root} holds a baseline of `shape-probe check` (codex/first-request.json); give another directory"
    )
    assert names_below(root) == ["codex/first-request.json"]


def test_other_files_in_a_directory_make_it_no_baseline(tmp_path: Path) -> None:
    put(tmp_path / "codex" / "all.json", file_for(ASKED))
    put(tmp_path / "notes" / "first-request.json", file_for(ASKED))
    put(tmp_path / ".old" / "first-request.json", file_for(ASKED))
    (tmp_path / "codex" / "tool-call.json").write_text("{}", encoding="utf-8")
    (tmp_path / "codex" / "directory.json").mkdir()

    with held(tmp_path):
        assert Folder(tmp_path, CELLS).answers() == {}


def test_a_pipe_where_a_file_should_be_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = path_of(tmp_path, ASKED)
    path.parent.mkdir(parents=True)
    os.mkfifo(path)

    with pytest.raises(NotRegularError):
        Folder(tmp_path, CELLS)


def test_a_lock_that_is_a_link_is_refused_and_what_it_leads_to_is_not_made(tmp_path: Path) -> None:
    (tmp_path / ".matrix.lock").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(NotRegularError), held(tmp_path):
        pass
    assert names_below(tmp_path) == []


def test_a_directory_that_the_system_does_not_make_is_said() -> None:
    with pytest.raises(UnwritableError), held(Path("/proc/shapes/of/nobody")):
        pass


def test_what_comes_to_stand_in_the_way_of_a_file_is_said(tmp_path: Path) -> None:
    folder = Folder(tmp_path, CELLS)
    (tmp_path / "codex").touch()

    with pytest.raises(UnwritableError):
        folder.keep(ASKED, file_for(ASKED))
