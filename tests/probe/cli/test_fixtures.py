"""`shape-probe fixtures` makes files for other people's tests, and says what it cannot make."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from captures import canonical
from captures.model import ShapesFile
from probe.cli.fixtures import fixtures
from tests.captures.fixtures.showings import showing_capture
from tests.captures.samples import ABSENT, INCONCLUSIVE, INLINE, shapes_file
from tests.probe.fixtures.drawn import claude, codex
from tests.sanitize.bodies import claude_body, claude_tool, codex_body, namespace

NAMES: Final = ["claude-inline", "codex-namespaced-mcp__shape_probe"]


def run(*arguments: str | Path, stdin: str | None = None) -> tuple[int, list[str], list[str]]:
    result = CliRunner().invoke(fixtures, [str(argument) for argument in arguments], input=stdin)
    return result.exit_code, result.stdout.splitlines(), result.stderr.splitlines()


def written(path: Path, *files: ShapesFile) -> Path:
    path.mkdir(exist_ok=True)
    for number, file in enumerate(files):
        (path / f"{number}.json").write_text(canonical.dumps(file), encoding="utf-8")
    return path


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    return written(tmp_path / "captures", claude(claude_body(claude_tool())), codex(codex_body(tools=[namespace()])))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def content_of(top: Path) -> dict[str, str]:
    found = (path for path in top.rglob("*") if path.is_file())
    return {path.relative_to(top).as_posix(): path.read_text(encoding="ascii") for path in found}


def test_the_fixtures_are_named_and_written(captures: Path, out: Path) -> None:
    assert run(captures, "--out", out) == (0, NAMES, [])

    index = json.loads((out / "index.json").read_text(encoding="ascii"))
    assert [entry["id"] for entry in index["fixtures"]] == NAMES


def test_files_and_standard_input_in_any_order_give_the_same_bytes(captures: Path, out: Path, tmp_path: Path) -> None:
    first, second = sorted(captures.iterdir())
    run(captures, "--out", out)

    code, *_ = run(second, "-", "--out", tmp_path / "other", stdin=first.read_text(encoding="utf-8"))

    assert code == 0
    assert content_of(tmp_path / "other") == content_of(out)


def test_what_is_left_out_is_said(captures: Path, out: Path) -> None:
    written(captures / "more", shapes_file(showing_capture(INLINE, verdict=INCONCLUSIVE), showing_capture(ABSENT)))

    code, _, said = run(captures, "--out", out)

    assert (code, said) == (
        0,
        [
            "shape-probe: left out: codex@1.0.0 first-request: inconclusive:server-never-listed",
            "shape-probe: left out: codex@1.0.0 first-request (lookup): absent",
        ],
    )


@pytest.mark.parametrize(
    "capture", [showing_capture(ABSENT), showing_capture(INLINE, verdict=INCONCLUSIVE)], ids=["absent", "inconclusive"]
)
def test_where_no_capture_shows_a_tool_nothing_is_written(tmp_path: Path, out: Path, capture: dict[str, Any]) -> None:
    path = written(tmp_path / "captures", shapes_file(capture))

    code, shown, said = run(path, "--out", out)

    assert (code, shown) == (3, [])
    says = "no capture here shows a tool, so that there is no fixture to make; nothing was written"
    assert said[-1] == f"shape-probe: {says}"
    assert not out.exists()


def test_a_directory_of_somebody_else_is_refused(captures: Path, out: Path) -> None:
    out.mkdir()
    (out / "notes.txt").write_text("mine", encoding="utf-8")

    code, shown, (said,) = run(captures, "--out", out)

    assert (code, shown) == (2, [])
    assert said.endswith("holds files that shape-probe fixtures did not make; name a new or an empty directory")
    assert content_of(out) == {"notes.txt": "mine"}


def test_a_directory_among_the_captures_is_refused(captures: Path) -> None:
    code, shown, (said,) = run(captures, "--out", captures / "fixtures")

    assert (code, shown) == (2, [])
    assert said.startswith(f"shape-probe: {captures}/fixtures is among the captures, ")
    assert not (captures / "fixtures").exists()


def test_a_file_that_is_no_shapes_file_is_refused(tmp_path: Path, out: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text("[]", encoding="utf-8")

    code, shown, (said,) = run(path, "--out", out)

    assert (code, shown, said) == (2, [], f"shape-probe: {path}: is not a JSON object")


def test_a_directory_that_holds_the_fixtures_passes_the_check(captures: Path, out: Path) -> None:
    run(captures, "--out", out)

    assert run(captures, "--out", out, "--check") == (0, [], [])


def test_a_check_says_what_differs_and_writes_nothing(captures: Path, out: Path) -> None:
    run(captures, "--out", out)
    (out / "claude-inline" / "request.json").write_text("{}", encoding="utf-8")
    (out / "claude-inline" / "reply.json").unlink()
    before = content_of(out)

    assert run(captures, "--out", out, "--check") == (
        1,
        ["missing: claude-inline/reply.json", "differs: claude-inline/request.json"],
        [],
    )
    assert content_of(out) == before


def test_a_check_of_a_directory_that_is_not_there_makes_none(captures: Path, out: Path) -> None:
    code, shown, _ = run(captures, "--out", out, "--check")

    assert (code, "missing: index.json" in shown, out.exists()) == (1, True, False)
