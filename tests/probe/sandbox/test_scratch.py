import fcntl
import json
import os
from pathlib import Path

import pytest

from captures.words import Isolation
from probe.sandbox import scratch
from tests.support.isolations import ISOLATIONS
from tests.support.places import REPOSITORY, opened, place_of, run, script


def is_locked(directory: str) -> bool:
    """Whether somebody holds the lock. A lock belongs to an open file, so this sees also those of this process."""
    with Path(directory, ".lock").open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def names_in(directory: str | Path) -> list[str]:
    return sorted(path.name for path in Path(directory).iterdir())


def abandoned(parent: Path) -> Path:
    """A scratch directory whose owner is dead."""
    path, lock = scratch.made(str(parent))
    os.close(lock)
    return Path(path)


def test_a_scratch_directory_is_for_its_user_alone_and_locked(tmp_path: Path) -> None:
    path, lock = scratch.made(str(tmp_path))
    found = (Path(path).parent, Path(path).stat().st_mode & 0o7777, names_in(path), is_locked(path))
    os.close(lock)

    assert (found, is_locked(path)) == ((tmp_path, 0o700, [".lock"], True), False)
    assert Path(path).name.startswith("shape-probe-")


def test_a_scratch_directory_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        scratch.made(str(tmp_path / "nowhere"))


def test_a_scratch_directory_is_removed_with_all_that_is_in_it(tmp_path: Path) -> None:
    path = abandoned(tmp_path)
    (path / "inner" / "deeper").mkdir(parents=True)
    (path / "inner" / "file").write_text("text", encoding="utf-8")

    assert (scratch.removed(str(path)), list(tmp_path.iterdir())) == (True, [])


@pytest.mark.parametrize("isolation", ISOLATIONS[:1])
def test_read_only_directories_are_removed_and_links_out_of_them_are_not_followed(isolation: Isolation) -> None:
    """In a jail, where the user is an ordinary one also when root runs the tests."""
    with opened(isolation) as sandbox:
        found = run(sandbox, *script(sandbox, "tidy.py", str(REPOSITORY), place_of(sandbox).work))

    assert found.stderr == ""
    assert json.loads(found.stdout) == {
        "gone": [True, True],
        "left": ["outside", "outside/file"],
        "modes": ["0o700", "0o500", "0o400"],
    }


def test_what_is_opened_up_is_every_directory_of_a_tree_and_nothing_else(tmp_path: Path) -> None:
    """Root would not need it: see the test in a jail for what it is good for."""
    outside, tree = tmp_path / "outside", tmp_path / "tree"
    outside.mkdir()
    (tree / "inner" / "deeper").mkdir(parents=True)
    (tree / "file").touch(mode=0o400)
    (tree / "inner" / "link").symlink_to(outside)
    for path in (tree / "inner" / "deeper", tree / "inner", tree, outside):
        path.chmod(0o500)

    scratch._open_up(str(tree))

    paths = (tree, tree / "inner", tree / "inner" / "deeper", tree / "file", outside)
    assert [oct(path.stat().st_mode & 0o777) for path in paths] == ["0o700", "0o700", "0o700", "0o400", "0o500"]


def test_removing_what_is_gone_leaves_the_mode_of_its_parent_alone(tmp_path: Path) -> None:
    """Else the sweeper that comes second, as root, would close `/var/tmp` to everybody."""
    tmp_path.chmod(0o755)

    assert (scratch.removed(str(tmp_path / "gone")), tmp_path.stat().st_mode & 0o7777) == (True, 0o755)


def test_what_is_no_directory_is_not_removed_as_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("text", encoding="utf-8")
    link = tmp_path / "link"
    link.symlink_to(tmp_path)

    assert (scratch.removed(str(file)), scratch.removed(str(link))) == (False, False)
    assert sorted(tmp_path.iterdir()) == [file, link]


def test_directories_of_dead_owners_are_swept_and_counted(tmp_path: Path) -> None:
    abandoned(tmp_path)
    abandoned(tmp_path)

    assert (scratch.swept(str(tmp_path)), list(tmp_path.iterdir())) == (2, [])


def test_a_directory_whose_lock_is_held_is_not_swept(tmp_path: Path) -> None:
    path, lock = scratch.made(str(tmp_path))
    swept = scratch.swept(str(tmp_path))
    os.close(lock)

    assert (swept, list(tmp_path.iterdir())) == (0, [Path(path)])


def test_what_is_not_ours_is_not_swept(tmp_path: Path) -> None:
    elsewhere = abandoned(tmp_path).rename(tmp_path / "elsewhere")
    others = {
        elsewhere,
        tmp_path / "shape-probe-file",
        tmp_path / "shape-probe-link",
        tmp_path / "shape-probe-without-lock",
        tmp_path / "shape-probe-that-is-being-made",
    }
    (tmp_path / "shape-probe-file").write_text("text", encoding="utf-8")
    (tmp_path / "shape-probe-link").symlink_to(elsewhere)
    (tmp_path / "shape-probe-without-lock").mkdir()
    (tmp_path / "shape-probe-that-is-being-made").mkdir()
    (tmp_path / "shape-probe-that-is-being-made" / ".lock.new").touch()

    assert (scratch.swept(str(tmp_path)), set(tmp_path.iterdir())) == (0, others)
    assert names_in(elsewhere) == [".lock"]
