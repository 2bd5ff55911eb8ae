"""One process at a time changes a directory, and nothing of the lock stays."""

from pathlib import Path

import pytest

from probe.directory_lock import LOCK_NAME, DirectoryBusyError, locked


def test_only_one_has_a_directory_and_nothing_of_it_stays(tmp_path: Path) -> None:
    with locked(tmp_path):
        with pytest.raises(DirectoryBusyError) as caught, locked(tmp_path, within_seconds=0):
            raise AssertionError
        assert list(tmp_path.iterdir()) == [tmp_path / LOCK_NAME]

    assert str(caught.value) == f"another shape-probe writes to {tmp_path}; wait until it is done, then try again"
    assert list(tmp_path.iterdir()) == []
    with locked(tmp_path):
        pass


def test_what_goes_wrong_meanwhile_lets_go_of_it(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path):
        raise KeyError

    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_a_killed_process_left_is_taken(tmp_path: Path) -> None:
    (tmp_path / LOCK_NAME).touch()

    with locked(tmp_path, within_seconds=0):
        pass

    assert list(tmp_path.iterdir()) == []


def test_what_is_no_directory_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(OSError, match="file"), locked(tmp_path / "file"):
        raise AssertionError
