"""A file is written whole or not at all."""

import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.whole_file import write_whole
from probe.writability import NotAFileError, UnwritableError

DATA = b"after\r\n" * 1000


@contextmanager
def no_file_larger_than(size_bytes: int) -> Iterator[None]:
    """A limit of the system on the size of files: the nearest to a full disk that every machine has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that was there before."""
    path = tmp_path / "shapes.json"
    path.write_text("before", encoding="utf-8")
    return path


def content_of(directory: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in directory.iterdir()}


def test_a_file_that_was_there_is_replaced_and_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o640)

    write_whole(DATA, path)

    assert content_of(path.parent) == {"shapes.json": DATA}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_that_the_user_gives_to_files(tmp_path: Path) -> None:
    with umask(0o027):
        write_whole(DATA, tmp_path / "shapes.json")

    assert stat.S_IMODE((tmp_path / "shapes.json").stat().st_mode) == 0o640


def test_a_link_stays_a_link_and_what_it_leads_to_is_written(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to(path)

    write_whole(DATA, link)

    assert link.is_symlink()
    assert path.read_bytes() == DATA


def test_a_write_that_breaks_off_leaves_what_was_there_and_nothing_else(path: Path) -> None:
    with no_file_larger_than(1000), pytest.raises(UnwritableError) as caught:
        write_whole(DATA, path)

    assert str(caught.value).endswith(
        ": the file would be larger than is allowed here; raise the limit or name a file on another disk"
    )
    assert content_of(path.parent) == {"shapes.json": b"before"}


def test_a_directory_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        write_whole(DATA, tmp_path / "no" / "shapes.json")

    assert content_of(tmp_path) == {}


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)

    with pytest.raises(NotAFileError):
        write_whole(DATA, link)

    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
