from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.installs.cache import staging_directory, version_directory
from probe.installs.store import Stored, remove, remove_stale, stored, surplus


def put(cache: Path, client: str, version: str) -> Stored:
    path = version_directory(cache, client, version)
    path.mkdir(parents=True)
    (path / "file").write_text("123", encoding="utf-8")
    return Stored(client=client, version=version, size_bytes=3, path=str(path))


def test_versions_are_listed_by_client_and_age(tmp_path: Path) -> None:
    newer = put(tmp_path, "codex", "0.10.0")
    older = put(tmp_path, "codex", "0.9.0")
    claude = put(tmp_path, "claude", "2.0.0")

    assert stored(tmp_path) == (claude, older, newer)


def test_what_is_no_version_is_not_listed(tmp_path: Path) -> None:
    one = put(tmp_path, "codex", "0.9.0")
    put(tmp_path, "codex", "not a version")
    (tmp_path / "clients" / "file").touch()
    (tmp_path / "clients" / "codex" / "1.0.0").touch()
    (staging_directory(tmp_path) / "codex@1.0.0").mkdir(parents=True)

    assert stored(tmp_path) == (one,)


def test_a_new_cache_is_empty(tmp_path: Path) -> None:
    assert stored(tmp_path / "cache") == ()


@pytest.mark.parametrize(("keep", "expected"), [(0, (0, 1, 2)), (1, (1,)), (2, ()), (9, ())])
def test_the_newest_of_each_client_are_kept(keep: int, expected: tuple[int, ...], tmp_path: Path) -> None:
    versions = (
        put(tmp_path, "claude", "2.0.0"),
        put(tmp_path, "codex", "0.9.0"),
        put(tmp_path, "codex", "0.10.0"),
    )

    assert surplus(versions, keep=keep) == tuple(versions[at] for at in expected)


def test_a_removed_version_is_gone_with_all_that_it_had(tmp_path: Path) -> None:
    one, other = put(tmp_path, "codex", "0.9.0"), put(tmp_path, "codex", "0.10.0")

    remove(one, cache=tmp_path)
    remove(one, cache=tmp_path)

    assert stored(tmp_path) == (other,)
    assert list(staging_directory(tmp_path).iterdir()) == []


def test_what_was_left_behind_is_removed(tmp_path: Path) -> None:
    left = staging_directory(tmp_path) / "codex@1.0.0"
    left.mkdir(parents=True)
    (left / "file").write_text("1234", encoding="utf-8")

    assert remove_stale(tmp_path) == 4
    assert remove_stale(tmp_path) == 0


def test_a_cache_that_is_a_file_is_an_error_of_the_set_up(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "clients").mkdir()
    (cache / "clients" / ".locks").touch()

    with pytest.raises(SetupError, match="is not a directory; remove it"):
        remove(put(cache, "codex", "0.9.0"), cache=cache)
