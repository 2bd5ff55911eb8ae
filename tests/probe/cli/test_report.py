"""`shape-probe report` writes a page of many captures, whole or not at all, and over nothing that is no report."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from captures import canonical
from captures.model import ShapesFile
from captures.report.markdown import markdown_report_of
from captures.report.page import page_of
from probe.cli.report import report
from probe.gathering import gathered
from tests.captures.report.series import series, version
from tests.captures.samples import INLINE, document, shapes_file
from tests.probe.privileges import open_directory, without_privileges


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(report, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "captures"
    found.mkdir()
    file = shapes_file().model_copy(update={"captures": series()})
    (found / "shapes.json").write_text(canonical.dumps(file), encoding="utf-8", newline="\n")
    return found


def test_a_page_is_written(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = run(folder, "--out", path)

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"written: {path}\n")
    assert path.read_bytes() == page_of(series()).encode("utf-8")


@pytest.mark.parametrize("arguments", [("--format", "markdown", "--out", "-"), ("--format", "markdown", "--out=-")])
def test_markdown_goes_to_standard_output(folder: Path, arguments: tuple[str, ...]) -> None:
    assert run(folder, *arguments).stdout == markdown_report_of(series())


def test_a_file_in_md_is_markdown(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    run(folder, "--out", path)

    assert path.read_text(encoding="utf-8") == markdown_report_of(series())


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_an_earlier_report_is_replaced(folder: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    run(folder, "--out", path)
    first = path.read_bytes()

    assert run(folder, "--out", path).exit_code == 0
    assert path.read_bytes() == first


def test_an_empty_file_is_replaced(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.touch()

    assert run(folder, "--out", path).exit_code == 0


@pytest.mark.parametrize("text", ["run shape-probe report captures", " " * 3000 + "text", "\n"])
def test_a_file_that_only_looks_like_a_report_or_like_nothing_is_kept(folder: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.md"
    path.write_text(text, encoding="utf-8")

    assert (run(folder, "--out", path).exit_code, path.read_text(encoding="utf-8")) == (2, text)


def test_a_file_that_cannot_be_read_is_kept() -> None:
    with open_directory() as directory, without_privileges():
        path = directory / "report.html"
        path.write_text("notes", encoding="utf-8")
        path.chmod(0o200)
        result = run("--out", path)
        path.chmod(0o600)

        assert (result.exit_code, path.read_text(encoding="utf-8")) == (2, "notes")
        assert result.stderr == (
            f"shape-probe: {path} exists and cannot be read, so that nobody knows what would be lost; "
            "name another file, or remove it if you do not need it\n"
        )


@pytest.mark.parametrize("format_name", ["html", "markdown"])
def test_a_name_that_is_no_unicode_text_is_shown_escaped(tmp_path: Path, format_name: str) -> None:
    odd = version("1.0.0", tools=[{**INLINE, "shown_as": "lone\ud800x"}])
    file = ShapesFile.model_validate(document(odd.model_dump(), more_tools=[{"name": "lone\ud800x"}]))
    (tmp_path / "shapes.json").write_text(canonical.dumps(file), encoding="utf-8")
    result = run(tmp_path, "--format", format_name, "--out", "-")

    assert (result.exit_code, result.stderr) == (0, "")
    assert "ud800x" in result.stdout


def test_another_file_is_never_replaced(folder: Path) -> None:
    path = folder / "shapes.json"
    before = path.read_bytes()
    result = run(folder, "--out", path)

    assert (result.exit_code, path.read_bytes()) == (2, before)
    assert result.stderr == (
        f"shape-probe: {path} exists and is no report of shape-probe; "
        "name another file, or remove it if you do not need it\n"
    )


def test_a_file_that_cannot_be_written_is_said_before_anything_is_read(tmp_path: Path) -> None:
    result = run(tmp_path / "nothing", "--out", tmp_path / "no" / "report.html")

    assert result.exit_code == 2
    assert "its directory does not exist" in result.stderr


def test_a_directory_without_captures_is_a_wrong_command_and_nothing_is_written(tmp_path: Path) -> None:
    result = run(tmp_path, "--out", tmp_path / "report.html")

    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])


def test_without_a_directory_it_shows_the_captures_that_come_along() -> None:
    assert run("--format", "markdown", "--out", "-").stdout == markdown_report_of(gathered([]))
