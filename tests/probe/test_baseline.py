"""What stands where the shapes file is to go is replaced only when it is one of ours."""

import subprocess
import sys
from pathlib import Path

import pytest

from captures.words import SCHEMA_VERSION
from probe.baseline import BaselineKeptError, ForeignFileError, check_replaceable
from tests.probe.privileges import open_directory, without_privileges

NOT_OURS = "is not a shapes file"


OURS = f'{{"schema_version": {SCHEMA_VERSION}, "captures": []}}'
OLDER = '{"schema_version": 0, "captures": []}'


@pytest.mark.parametrize("text", ["", " \n", OURS, OLDER])
def test_an_empty_file_and_one_of_ours_are_replaced(text: str, tmp_path: Path) -> None:
    path = tmp_path / "shapes.json"
    path.write_text(text, encoding="utf-8")

    check_replaceable(path)

    assert path.read_text(encoding="utf-8") == text


def test_what_is_not_there_or_cannot_be_read_is_no_matter_of_this_check(tmp_path: Path) -> None:
    check_replaceable(tmp_path / "none.json")
    check_replaceable(tmp_path)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"words", NOT_OURS),
        (b"\xff\xfe\x00", NOT_OURS),
        (b"[" * 100_000, NOT_OURS),
        (b"[]", NOT_OURS),
        (b'"schema_version"', NOT_OURS),
        (b"{}", NOT_OURS),
        (b'{"schema_version": "1"}', NOT_OURS),
        (b'{"schema_version": 1.0}', NOT_OURS),
        (b'{"schema_version": true}', NOT_OURS),
        (b'{"schema_version": 1}', NOT_OURS),
        (
            f'{{"schema_version": {SCHEMA_VERSION + 1}}}'.encode(),
            f"was written by a newer release (schema_version {SCHEMA_VERSION + 1})",
        ),
    ],
)
def test_anything_else_is_kept_and_said(data: bytes, what: str, tmp_path: Path) -> None:
    path = tmp_path / "shapes.json"
    path.write_bytes(data)

    with pytest.raises(ForeignFileError) as refused:
        check_replaceable(path)

    assert str(refused.value) == f"{path} exists and {what}; name another file, or remove it if you do not need it"
    assert path.read_bytes() == data


def test_an_answer_that_is_kept_is_named() -> None:
    error = BaselineKeptError(Path("shapes.json"), "claude@2.1.268 first-request")

    assert (error.exit_code, str(error)) == (
        3,
        "nothing was written: shapes.json answers what this run could not (claude@2.1.268 first-request), and is kept",
    )


def test_the_check_comes_without_pydantic() -> None:
    code = "import sys, probe.baseline; print('pydantic' in sys.modules)"

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8", timeout=30)

    assert run.stdout == "False\n"


def test_a_file_that_may_not_be_read_is_not_replaced() -> None:
    with open_directory() as directory:
        path = directory / "mine.json"
        path.write_text("precious", encoding="utf-8")
        path.chmod(0o200)

        with without_privileges(), pytest.raises(ForeignFileError) as refused:
            check_replaceable(path)

    assert str(refused.value).endswith(
        "exists and cannot be read (EACCES); name another file, or remove it if you do not need it"
    )
