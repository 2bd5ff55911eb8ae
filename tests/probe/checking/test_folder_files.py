"""Files are written with the directories that they need, and only where they change."""

import errno
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from captures import canonical
from probe.checking.folder_files import check_directory, held, write_below
from probe.errors import SetupError
from probe.writability import UnwritableError
from probe.writer import LeakFoundError
from tests.captures.samples import shapes_file
from tests.probe.checking.baselines import answer
from tests.probe.privileges import open_directory, without_privileges
from tests.support.contenders import contended

FILE = shapes_file(answer())


def test_a_file_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "shapes" / "claude" / "first-request.json"

    assert [write_below(FILE, path, canaries=()) for _ in range(2)] == [True, False]

    assert path.read_text(encoding="utf-8") == canonical.dumps(FILE)


def test_a_canary_is_never_written(tmp_path: Path) -> None:
    with pytest.raises(LeakFoundError):
        write_below(FILE, tmp_path / "x" / "y.json", canaries=["first-request"])

    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_a_directory_is_told(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()

    with pytest.raises(UnwritableError):
        write_below(FILE, path / "y.json", canaries=())
    with pytest.raises(SetupError) as refused:
        check_directory(path / "shapes")

    assert str(refused.value) == f"{path}/shapes cannot be a directory: {path} is a file; name another one"


def test_a_directory_that_can_be_made_is_not_made_yet(tmp_path: Path) -> None:
    check_directory(tmp_path / "a" / "b")

    assert list(tmp_path.iterdir()) == []


def test_a_directory_of_somebody_else_is_told_at_once() -> None:
    with open_directory() as directory:
        (directory / "theirs").mkdir(mode=0o500)
        with without_privileges(), pytest.raises(SetupError) as refused:
            check_directory(directory / "theirs" / "shapes")

    assert str(refused.value).endswith(": permission is denied; name a directory that is yours")


def test_a_held_file_is_given_as_it_stands_and_nothing_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "shapes" / "claude" / "first-request.json"

    with held(path) as before:
        write_below(FILE, path, canaries=())
    with held(path) as after:
        pass

    assert (before, after) == (None, FILE)
    assert [found for found in tmp_path.rglob("*") if found.is_file()] == [path]


def test_directories_for_a_file_that_is_not_written_go_away_again(tmp_path: Path) -> None:
    with held(tmp_path / "shapes" / "claude" / "first-request.json") as before:
        pass

    assert (before, list(tmp_path.iterdir())) == (None, [])


def test_a_file_whose_directory_cannot_be_made_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    gone = tmp_path / "gone"
    gone.symlink_to(gone / "nowhere")

    for directory in (path, gone):
        with pytest.raises(UnwritableError), held(directory / "y.json"):
            raise AssertionError


def test_a_directory_that_is_removed_each_time_is_not_waited_for() -> None:
    """A working directory that is gone takes no directory, and says each time that its parent is missing."""
    with TemporaryDirectory() as gone, chdir(gone):
        Path(gone).rmdir()
        with pytest.raises(UnwritableError) as caught, held(Path("shapes/y.json")):
            raise AssertionError
        Path(gone).mkdir()

    assert caught.value.number == errno.ENOENT


ANSWERED = """
for number in range(6):
    new = shapes_file(answer(settings=f"{side}{{number}}"))
    for path, joined in ((Path({baseline!r}), renewed), (Path({archive!r}), archived)):
        with held(path) as old:
            write_below(joined(old, new), path, canaries=())
"""


def test_of_two_processes_that_answer_at_once_no_answer_is_lost(tmp_path: Path) -> None:
    paths = [tmp_path / name / "first-request.json" for name in ("shapes/claude", "kept/claude/2.1.268")]
    imports = (
        "from pathlib import Path\n"
        "from probe.checking.folder_files import held, write_below\n"
        "from probe.checking.renewal import archived, renewed\n"
        "from tests.captures.samples import shapes_file\nfrom tests.probe.checking.baselines import answer\n"
    )
    works = [ANSWERED.format(side=side, baseline=str(paths[0]), archive=str(paths[1])) for side in "ab"]

    done = contended(imports, works)

    assert done == [(0, "")] * 2
    assert [answers_in(path) for path in paths] == [{f"{side}{number}" for side in "ab" for number in range(6)}] * 2
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(paths)


def answers_in(path: Path) -> set[str]:
    file = canonical.loads(path.read_bytes(), name="the file")
    return {capture.conditions.requested["settings"] for capture in file.captures}
