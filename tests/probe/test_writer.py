"""A shapes file is written whole or not at all."""

import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from captures import canonical
from captures.leaks import LeakError
from captures.model import ShapesFile
from probe.errors import LeakRefusedError, SetupError
from probe.writability import NotAFileError, UnwritableError
from probe.writer import LeakFoundError, text_of, write
from tests.captures.samples import capture, full_file, shapes_file

LEAKY = shapes_file(capture(scenario="some words of somebody"))


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


def content_of(directory: Path) -> dict[str, str]:
    return {entry.name: entry.read_text(encoding="utf-8") for entry in directory.iterdir()}


def test_what_is_written_is_the_canonical_text(tmp_path: Path) -> None:
    write(full_file(), tmp_path / "shapes.json", canaries=["kestrelword"])

    assert content_of(tmp_path) == {"shapes.json": canonical.dumps(full_file())}


def test_a_file_that_was_there_is_replaced_and_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o640)

    write(full_file(), path, canaries=())

    assert content_of(path.parent) == {"shapes.json": canonical.dumps(full_file())}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_that_the_user_gives_to_files(tmp_path: Path) -> None:
    with umask(0o027):
        write(full_file(), tmp_path / "shapes.json", canaries=())

    assert stat.S_IMODE((tmp_path / "shapes.json").stat().st_mode) == 0o640


def test_a_link_stays_a_link_and_what_it_leads_to_is_written(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to(path)

    write(full_file(), link, canaries=())

    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == canonical.dumps(full_file())


@pytest.mark.parametrize(("file", "canaries"), [(LEAKY, ()), (full_file(), ("SHAPE_PROBE",))])
def test_a_leak_is_refused_and_nothing_is_written(path: Path, file: ShapesFile, canaries: tuple[str, ...]) -> None:
    with pytest.raises(LeakRefusedError):
        write(file, path, canaries=canaries)

    assert content_of(path.parent) == {"shapes.json": "before"}


def test_a_leak_is_refused_in_a_text_for_standard_output() -> None:
    with pytest.raises(LeakFoundError) as caught:
        text_of(LEAKY, canaries=())

    assert (caught.value.pointer, caught.value.rule) == ("$.captures[0].scenario", "name")
    assert str(caught.value) == (
        "the leak guard refused what stands at $.captures[0].scenario (rule: name); nothing was written: "
        "please report this line, it holds nothing of yours"
    )


def test_the_text_for_standard_output_is_the_canonical_one() -> None:
    assert text_of(full_file(), canaries=["kestrelword"]) == canonical.dumps(full_file())


def test_a_write_that_breaks_off_leaves_what_was_there_and_nothing_else(path: Path) -> None:
    with no_file_larger_than(1000), pytest.raises(UnwritableError) as caught:
        write(full_file(), path, canaries=())

    assert str(caught.value).endswith(
        ": the file would be larger than is allowed here; raise the limit or name a file on another disk"
    )
    assert content_of(path.parent) == {"shapes.json": "before"}


def test_a_directory_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        write(full_file(), tmp_path / "no" / "shapes.json", canaries=())

    assert content_of(tmp_path) == {}


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)

    with pytest.raises(NotAFileError):
        write(full_file(), link, canaries=())

    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_refusal_made_of_a_leak_says_the_same() -> None:
    leak = LeakError(pointer="$.fixture", rule="credential")

    assert (LeakFoundError(leak).pointer, LeakFoundError(leak).rule) == (leak.pointer, leak.rule)
