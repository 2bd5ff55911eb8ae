"""`shape-probe validate` says of each file whether it is right, and what is wrong with it."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from captures import canonical
from captures.errors import NewerSchemaError
from probe.archive import MAX_BYTES
from probe.cli.validate import validate
from tests.captures.samples import capture, document, full_document, full_file
from tests.probe.privileges import open_directory, without_privileges

GOOD = canonical.dumps(full_file())
NOT_CANONICAL = "not canonical: run shape-probe validate --fix on it"


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> tuple[int, list[str]]:
    result = CliRunner().invoke(validate, [str(argument) for argument in arguments], input=stdin)
    return result.exit_code, result.stdout.splitlines()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shapes.json"


def test_a_good_file_is_ok(path: Path) -> None:
    path.write_text(GOOD, encoding="utf-8", newline="\n")

    assert run(path) == (0, [f"{path}: ok"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not JSON: Expecting value at line 1, column 1"),
        (b"\xff", "is not UTF-8"),
        ("[]", "is not a JSON object"),
        ('{"schema_version": 9}', str(NewerSchemaError(name="", found=9, supported=1)).removeprefix(": ")),
        (json.dumps(document(capture(scenario=5))), "$.captures[0].scenario is not a string"),
        (json.dumps(full_document()), f"{NOT_CANONICAL} (line 1 is the first that differs)"),
        (GOOD.removesuffix("\n"), f"{NOT_CANONICAL} (line {GOOD.count(chr(10)) + 1} is the first that differs)"),
        (GOOD + "\n", f"{NOT_CANONICAL} (line {GOOD.count(chr(10)) + 2} is the first that differs)"),
        (GOOD.replace("\n", "\r\n"), f"{NOT_CANONICAL} (line 1 is the first that differs)"),
        (GOOD.replace('  "fixture"', '   "fixture"'), f"{NOT_CANONICAL} (line 3 is the first that differs)"),
    ],
)
def test_a_bad_file_has_exit_code_2_and_one_line_that_says_why(path: Path, text: str | bytes, says: str) -> None:
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)

    assert run(path) == (2, [f"{path}: {says}"])


def test_a_leak_has_exit_code_4_and_is_not_repeated(path: Path) -> None:
    path.write_text(json.dumps(document(capture(scenario="words of somebody"))), encoding="utf-8")

    assert run(path) == (
        4,
        [
            f"{path}: refused by the leak guard: what stands at $.captures[0].scenario may not be written (rule: name)",
        ],
    )


def test_each_file_has_its_line_and_the_gravest_code_is_the_exit_code(tmp_path: Path) -> None:
    good, bad, leaky = (tmp_path / name for name in ("good", "bad", "leaky"))
    good.write_text(GOOD, encoding="utf-8", newline="\n")
    bad.write_text("[]", encoding="utf-8")
    leaky.write_text(json.dumps(document(capture(scenario="a b"))), encoding="utf-8")

    code, lines = run(leaky, bad, good)

    assert (code, [line.partition(": ")[0] for line in lines]) == (4, [str(leaky), str(bad), str(good)])
    assert run(bad, good)[0] == 2


def test_standard_input_is_a_file_too() -> None:
    assert run("-", stdin=GOOD) == (0, ["-: ok"])
    assert run("-", "--fix", stdin=json.dumps(full_document())) == (
        2,
        [f"-: {NOT_CANONICAL} (line 1 is the first that differs)"],
    )


def test_what_cannot_be_read_has_exit_code_2(tmp_path: Path) -> None:
    assert run(tmp_path / "none", tmp_path, "a\0b") == (
        2,
        [
            f"{tmp_path / 'none'}: cannot be read: No such file or directory",
            f"{tmp_path}: cannot be read: Is a directory",
            r"'a\x00b': cannot be read: it has no such name",
        ],
    )


def test_an_endless_file_ends() -> None:
    assert run("/dev/zero") == (2, ["/dev/zero: is larger than 64 MiB"])


def test_a_large_file_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        os.truncate(file.fileno(), MAX_BYTES + 1)

    assert run(path) == (2, [f"{path}: is larger than 64 MiB"])


def test_fix_makes_a_right_file_canonical(path: Path) -> None:
    path.write_text(json.dumps(full_document()), encoding="utf-8")

    assert run("--fix", path) == (0, [f"{path}: ok, rewritten"])
    assert path.read_text(encoding="utf-8") == GOOD
    assert run("--fix", path) == (0, [f"{path}: ok"])


@pytest.mark.parametrize("text", ["[]", json.dumps(document(capture(scenario="a b")))])
def test_fix_leaves_a_wrong_file_alone(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")

    assert run("--fix", path) == run(path)
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_cannot_be_fixed_is_a_bad_one() -> None:
    with open_directory() as directory, without_privileges():
        path = directory / "shapes.json"
        path.write_text(json.dumps(full_document()), encoding="utf-8")
        path.chmod(0o444)

        assert run("--fix", path) == (
            2,
            [f"{path}: cannot write {path}: permission is denied; name a file in a directory that is yours"],
        )


def test_a_name_of_odd_characters_stays_on_one_line(tmp_path: Path) -> None:
    code, lines = run(tmp_path / "a\nb\udcff")

    assert (code, len(lines)) == (2, 1)
