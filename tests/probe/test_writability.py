"""Whether a file can be written is found out beforehand, and said in one sentence."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.writability import NotAFileError, UnwritableError, check_writable, partial_beside, target_of
from tests.probe.privileges import open_directory, without_privileges


def complaint_about(path: Path) -> str:
    with pytest.raises(SetupError) as caught:
        check_writable(path)
    return str(caught.value)


def test_a_file_that_can_be_written_is_not_made_or_touched_by_the_check(tmp_path: Path) -> None:
    there = tmp_path / "there.json"
    there.write_text("before", encoding="utf-8")

    check_writable(there)
    check_writable(tmp_path / "new.json")

    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {"there.json": "before"}


def test_a_relative_path_is_meant_from_the_current_directory() -> None:
    assert target_of(Path("new.json")) == Path.cwd().resolve() / "new.json"


def test_a_link_is_followed_to_a_file_that_may_not_exist_yet(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to("real.json")

    assert target_of(link) == tmp_path.resolve() / "real.json"


def test_each_refusal_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")

    paths = [
        tmp_path / "no" / "x.json",
        tmp_path,
        tmp_path / "file" / "x.json",
        tmp_path / "loop",
        tmp_path / ("x" * 300),
    ]

    assert [complaint_about(path).partition(": ")[2] for path in paths] == [
        "its directory does not exist; create it or name another file",
        "it is a directory; name a file in it",
        "what should be its directory is a file; name another file",
        "it is a symbolic link that leads to itself; remove it or name another file",
        "its name is too long; name another file",
    ]


def test_a_directory_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with without_privileges():
        complaint = complaint_about(tmp_path / "x.json")

    assert complaint.endswith(": permission is denied; name a file in a directory that is yours")


def test_a_file_that_was_made_read_only_is_refused_although_it_could_be_replaced() -> None:
    with open_directory() as directory, without_privileges():
        path = directory / "kept.json"
        path.touch()
        path.chmod(0o444)

        complaint = complaint_about(path)

    assert complaint.endswith(": permission is denied; name a file in a directory that is yours")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EPERM, errno.EIO, errno.EFBIG, None])
def test_every_error_of_the_system_is_one_sentence(number: int | None) -> None:
    sentences = {
        errno.ENOSPC: "the disk is full; free some space or name a file on another disk",
        errno.EROFS: "the file system is read-only; name a file on another one",
        errno.EDQUOT: "the disk quota is used up; free some space or name a file on another disk",
        errno.EPERM: "permission is denied; name a file in a directory that is yours",
        errno.EIO: "the system refused (EIO)",
        errno.EFBIG: "the file would be larger than is allowed here; raise the limit or name a file on another disk",
        None: "the system refused (no reason)",
    }

    assert str(UnwritableError(Path("a.json"), number=number)) == f"cannot write a.json: {sentences[number]}"


def test_a_name_with_odd_characters_stays_on_one_line_of_plain_text() -> None:
    error = UnwritableError(Path("a\nb\udcffé"), number=errno.ENOENT)

    assert str(error).startswith(r"cannot write 'a\nb\udcff\xe9': ")


def test_what_is_no_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    pipe, door = tmp_path / "pipe", tmp_path / "door"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(door))

    for path in (pipe, door, Path(os.devnull)):
        with pytest.raises(NotAFileError) as caught:
            check_writable(path)
        assert str(caught.value) == f"cannot write {path}: it is no regular file; use - for standard output"
        assert path.exists()


def test_a_path_that_no_system_takes_is_refused(tmp_path: Path) -> None:
    assert complaint_about(tmp_path / "a\0b").endswith(": it is no name that the system takes; name another file")


def test_the_unfinished_file_lies_beside_the_finished_one_and_never_twice_the_same(tmp_path: Path) -> None:
    one, other = partial_beside(tmp_path / "x.json"), partial_beside(tmp_path / "x.json")

    assert one.parent == other.parent == tmp_path
    assert one != other


def test_the_check_comes_without_pydantic() -> None:
    code = "import sys, probe.writability; print('pydantic' in sys.modules)"

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, encoding="utf-8")

    assert run.stdout == "False\n"
