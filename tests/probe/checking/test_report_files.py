"""Reports go where the user says, each into a file of its own, and never into the baseline."""

from pathlib import Path

import pytest

from probe.checking.report_files import ReportFile, refuse_in_baseline, report_files, write_report
from probe.errors import SetupError
from probe.writability import UnwritableError


def test_a_format_and_a_file_are_a_report(tmp_path: Path) -> None:
    texts = [f"json={tmp_path}/a=b.json", f"junit={tmp_path}/x.xml"]

    found = report_files(texts, baseline=tmp_path / "shapes")

    assert found == (ReportFile("json", tmp_path / "a=b.json"), ReportFile("junit", tmp_path / "x.xml"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["json", "json=", "=x.json", "json=-", "html=x.html"])
def test_another_form_is_refused(text: str) -> None:
    with pytest.raises(SetupError) as refused:
        report_files([text], baseline=Path("shapes"))

    assert str(refused.value) == (
        "--report takes FORMAT=FILE with one of text, markdown, json, junit, sarif, github, for example "
        "--report junit=junit.xml; what goes to standard output is --format"
    )


def test_two_reports_do_not_share_a_file(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="two reports are to go to"):
        report_files([f"json={tmp_path}/x", f"junit={tmp_path}/./x"], baseline=tmp_path / "shapes")


def test_nothing_is_reported_into_the_baseline(tmp_path: Path) -> None:
    with pytest.raises(SetupError) as refused:
        report_files([f"json={tmp_path}/shapes/../shapes/x.json"], baseline=tmp_path / "shapes")

    assert str(refused.value).endswith("is in the directory of the baseline; write it somewhere else")
    refuse_in_baseline(tmp_path / "shapes-of-today", tmp_path / "shapes")


def test_what_cannot_be_written_is_found_out_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError):
        report_files([f"json={tmp_path}/none/x.json"], baseline=tmp_path / "shapes")


def test_a_report_replaces_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "x.md"

    write_report("first\n", path)
    write_report("second ü\n", path)

    assert path.read_bytes() == "second ü\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_report_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError):
        write_report("text", tmp_path)
    with pytest.raises(UnicodeEncodeError):
        write_report("\ud800", tmp_path / "x.md")

    assert list(tmp_path.iterdir()) == []
