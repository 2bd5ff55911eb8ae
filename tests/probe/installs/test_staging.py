from pathlib import Path

import pytest
from filelock import FileLock

from probe.installs.cache import lock_directory, staging_directory
from probe.installs.staging import staged, stale_names, sweep, tree_bytes


def unexpected() -> None:
    """Fail: nobody else is there to wait for."""
    raise AssertionError


def leave_behind(cache: Path, name: str, text: str = "12345") -> Path:
    """What a process leaves that was killed."""
    directory = staging_directory(cache) / name
    (directory / "prefix").mkdir(parents=True)
    (directory / "prefix" / "file").write_text(text, encoding="utf-8")
    return directory


def test_the_staging_directory_is_empty_and_goes_away(tmp_path: Path) -> None:
    leave_behind(tmp_path, "codex@1.0.0")

    with staged(tmp_path, "codex@1.0.0", on_wait=unexpected) as room:
        assert room == tmp_path / "clients" / ".staging" / "codex@1.0.0"
        assert list(room.iterdir()) == []
        (room / "file").touch()
    assert not room.exists()


def test_the_staging_directory_goes_away_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), staged(tmp_path, "codex@1.0.0", on_wait=unexpected) as room:
        raise KeyboardInterrupt
    assert not room.exists()
    with staged(tmp_path, "codex@1.0.0", on_wait=unexpected) as again:
        assert again.is_dir()


def test_who_finds_the_lock_held_says_so_and_waits(tmp_path: Path) -> None:
    lock_directory(tmp_path).mkdir(parents=True)
    other = FileLock(lock_directory(tmp_path) / "codex@1.0.0.lock")
    other.acquire()

    with staged(tmp_path, "codex@1.0.0", on_wait=other.release) as room:
        assert room.is_dir()
    assert not other.is_locked


def test_a_sweep_takes_what_nobody_holds(tmp_path: Path) -> None:
    left = leave_behind(tmp_path, "codex@1.0.0")
    with staged(tmp_path, "codex@2.0.0", on_wait=unexpected) as held:
        (held / "file").write_text("mine", encoding="utf-8")

        assert stale_names(tmp_path) == ("codex@1.0.0", "codex@2.0.0")
        assert sweep(tmp_path) == 5
        assert not left.exists()
        assert (held / "file").read_text(encoding="utf-8") == "mine"


def test_there_is_nothing_to_sweep_in_a_new_cache(tmp_path: Path) -> None:
    assert sweep(tmp_path / "cache") == 0
    assert not (tmp_path / "cache").exists()


def test_a_file_where_the_locks_should_be_is_an_error_of_the_file_system(tmp_path: Path) -> None:
    lock_directory(tmp_path).parent.mkdir(parents=True)
    lock_directory(tmp_path).touch()

    with pytest.raises(FileExistsError), staged(tmp_path, "codex@1.0.0", on_wait=unexpected):
        raise AssertionError


def test_the_size_of_a_tree_counts_links_as_links(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("12345", encoding="utf-8")
    (tmp_path / "b").symlink_to("a")

    assert tree_bytes(tmp_path) == 6
