import errno
import os
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from probe.errors import SetupError
from probe.installs.cache import cache_errors, cache_root, cache_trouble

ELSEWHERE = "set SHAPE_PROBE_CACHE to a directory elsewhere"


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"SHAPE_PROBE_CACHE": "/some/where"}, Path("/some/where")),
        ({"SHAPE_PROBE_CACHE": "some/../where"}, Path.cwd() / "where"),
        ({"SHAPE_PROBE_CACHE": "~/x"}, Path(os.path.expanduser("~")) / "x"),  # noqa: PTH111 - what is under test
        ({"SHAPE_PROBE_CACHE": ""}, user_cache_path("shape-probe", appauthor=False)),
        ({}, user_cache_path("shape-probe", appauthor=False)),
    ],
)
def test_the_cache_is_where_the_variable_says_or_where_the_platform_keeps_caches(
    environ: dict[str, str], expected: Path
) -> None:
    assert cache_root(environ) == expected


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            errno.ENOSPC,
            f"the disk of the cache /c is full; run `shape-probe clients prune`, or {ELSEWHERE}",
        ),
        (
            errno.EROFS,
            f"the cache /c cannot be written; make it writable, or {ELSEWHERE}",
        ),
        (
            errno.ENOTDIR,
            f"something in the path of the cache /c is not a directory; remove it, or {ELSEWHERE}",
        ),
        (errno.EIO, f"the cache /c cannot be used (EIO); {ELSEWHERE}"),
        (None, f"the cache /c cannot be used (an unknown error); {ELSEWHERE}"),
    ],
)
def test_an_error_of_the_file_system_says_what_to_do(number: int | None, sentence: str) -> None:
    assert cache_trouble(Path("/c"), number) == sentence


def test_an_error_of_the_file_system_becomes_an_error_of_the_set_up() -> None:
    with pytest.raises(SetupError) as caught, cache_errors(Path("/c")):
        raise OSError(errno.EACCES, "made up")
    assert str(caught.value) == cache_trouble(Path("/c"), errno.EACCES)


def test_a_reader_that_has_gone_is_no_error_of_the_cache() -> None:
    with pytest.raises(BrokenPipeError), cache_errors(Path("/c")):
        raise BrokenPipeError
