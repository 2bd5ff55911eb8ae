import os
from pathlib import Path

import pytest

from probe.campaigns.places import NotRegularError, check_directory, check_lock, has_file
from probe.errors import SetupError
from probe.writability import UnwritableError

LONG = "a" * 300


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory with one thing of each kind in it."""
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    for name, target in {"loop": "loop", "nowhere": "absent", "to-directory": "directory", "to-file": "file"}.items():
        (tmp_path / name).symlink_to(target)
    return tmp_path


@pytest.mark.parametrize("name", ["directory", "to-directory", "absent", "absent/deeper"])
def test_a_directory_may_be_there_or_not(place: Path, name: str) -> None:
    check_directory(place / name)


@pytest.mark.parametrize("name", ["file", "to-file", "pipe", "nowhere", "/dev/null"])
def test_something_else_is_no_directory(place: Path, name: str) -> None:
    with pytest.raises(SetupError, match="--out takes a directory, one that is there or one to be made"):
        check_directory(place / name)


@pytest.mark.parametrize(
    ("name", "is_there"), [("file", True), ("to-file", True), ("absent", False), ("nowhere", False)]
)
def test_a_file_may_be_there_or_not(place: Path, name: str, *, is_there: bool) -> None:
    assert has_file(place / name) is is_there


@pytest.mark.parametrize("name", ["pipe", "directory", "/dev/null"])
def test_something_else_is_no_file(place: Path, name: str) -> None:
    with pytest.raises(NotRegularError) as caught:
        has_file(place / name)
    assert str(caught.value) == f"{place / name} is no regular file; remove it, or give another --out"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("loop", "it is a symbolic link that leads to itself; remove it or name another file"),
        (LONG, "its name is too long; name another file"),
        ("file/deeper", "what should be its directory is a file; name another file"),
    ],
)
def test_a_name_that_the_system_does_not_take_is_said(place: Path, name: str, says: str) -> None:
    for asked in (check_directory, has_file):
        with pytest.raises(UnwritableError) as caught:
            asked(place / name)
        assert str(caught.value) == f"cannot write {place / name}: {says}"


@pytest.mark.parametrize("name", ["file", "absent"])
def test_a_lock_may_be_there_or_not(place: Path, name: str) -> None:
    check_lock(place / name)


@pytest.mark.parametrize("name", ["directory", "pipe", "to-file", "nowhere", "loop"])
def test_a_lock_is_no_directory_and_no_link(place: Path, name: str) -> None:
    with pytest.raises(NotRegularError):
        check_lock(place / name)
