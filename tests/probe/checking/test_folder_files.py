"""Files are written with the directories that they need, and only where they change."""

from pathlib import Path

import pytest

from captures import canonical
from probe.checking.folder_files import check_directory, write_below
from probe.errors import SetupError
from probe.writability import UnwritableError
from probe.writer import LeakFoundError
from tests.captures.samples import shapes_file
from tests.probe.checking.baselines import answer
from tests.probe.privileges import open_directory, without_privileges

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
