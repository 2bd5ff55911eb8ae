from pathlib import Path

import pytest

from captures import canonical
from captures.model import ShapesFile, Unstable
from probe.archive import Found
from probe.campaigns.merging import merged_into, notes_on
from probe.errors import SetupError
from probe.writability import UnwritableError
from tests.captures.samples import ABSENT, INCONCLUSIVE, UNSTABLE, shapes_file, small_capture
from tests.probe.campaigns.made_up import capture_for, cell, file_for

OLD, NEW, REFUSED = cell(version="0.9.0"), cell(version="0.10.0"), cell(version="0.10.0", reply="refuse")
OTHER_TOOLS = shapes_file(small_capture())


def found(name: str, *files: ShapesFile) -> Found:
    whole = files[0].model_copy(update={"captures": tuple(each for file in files for each in file.captures)})
    return Found(name=name, file=whole)


def on_disk(directory: Path) -> dict[str, ShapesFile]:
    return {
        path.relative_to(directory).as_posix(): canonical.loads(path.read_bytes(), name="")
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def test_a_directory_gets_one_file_a_version_and_scenario(tmp_path: Path) -> None:
    files = merged_into(tmp_path / "out", [found("a", file_for(OLD), file_for(REFUSED)), found("b", file_for(NEW))])

    assert on_disk(tmp_path / "out") == {
        "codex/0.10.0/first-request.json": found("", file_for(NEW), file_for(REFUSED)).file,
        "codex/0.9.0/first-request.json": file_for(OLD),
    }
    assert sorted(files) == sorted((tmp_path / "out").rglob("*.json"))


def test_a_name_that_ends_in_json_is_one_file(tmp_path: Path) -> None:
    out = tmp_path / "new" / "all.json"

    merged_into(out, [found("a", file_for(NEW)), found("b", file_for(OLD))])

    assert on_disk(tmp_path) == {"new/all.json": found("", file_for(OLD), file_for(NEW)).file}


def test_what_is_there_is_joined_too(tmp_path: Path) -> None:
    for name in ("directory", "one.json"):
        out = tmp_path / name
        merged_into(out, [found("a", file_for(NEW))])
        merged_into(out, [found("b", file_for(NEW, verdict=INCONCLUSIVE, tools=[]), file_for(REFUSED))])
        [file] = on_disk(out).values() if out.is_dir() else [canonical.loads(out.read_bytes(), name="")]
        assert file.captures == (capture_for(NEW), capture_for(REFUSED))


def test_an_empty_file_that_is_there_is_filled(tmp_path: Path) -> None:
    (tmp_path / "all.json").touch()

    merged_into(tmp_path / "all.json", [found("a", file_for(NEW))])

    assert on_disk(tmp_path) == {"all.json": file_for(NEW)}


def test_answers_that_differ_become_one_that_is_unstable(tmp_path: Path) -> None:
    [file] = merged_into(tmp_path, [found("a", file_for(NEW)), found("b", file_for(NEW, tools=[ABSENT]))]).values()

    assert [capture.verdict for capture in file.captures] == [Unstable(kind="unstable", pointers=("$.tools[0]",))]


def test_merging_again_changes_no_byte(tmp_path: Path) -> None:
    parts = [found("a", file_for(NEW)), found("b", file_for(NEW, tools=[ABSENT]), file_for(OLD))]
    merged_into(tmp_path, parts)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}

    merged_into(tmp_path, parts[::-1])

    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == before


def test_captures_of_different_tools_never_share_a_file_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(SetupError) as caught:
        merged_into(tmp_path / "all.json", [found("a", file_for(NEW)), found("b", OTHER_TOOLS)])

    assert str(caught.value) == (
        "a and b were made with different tools, and cannot share a file; give a directory as --out, "
        "or merge them apart"
    )
    assert on_disk(tmp_path) == {}


def test_a_file_that_is_none_of_ours_stays(tmp_path: Path) -> None:
    (tmp_path / "all.json").write_text("mine", encoding="utf-8")

    with pytest.raises(SetupError):
        merged_into(tmp_path / "all.json", [found("a", file_for(NEW))])
    assert (tmp_path / "all.json").read_text(encoding="utf-8") == "mine"


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(SetupError) as caught:
        merged_into(tmp_path / "file" / "all.json", [found("a", file_for(NEW))])
    assert str(caught.value).startswith(f"cannot write {tmp_path / 'file' / 'all.json'}: ")


def test_a_directory_whose_name_ends_in_json_is_a_directory(tmp_path: Path) -> None:
    (tmp_path / "d.json").mkdir()

    merged_into(tmp_path / "d.json", [found("a", file_for(NEW))])

    assert list(on_disk(tmp_path)) == ["d.json/codex/0.10.0/first-request.json"]


def test_what_is_unstable_or_shows_nothing_is_noted() -> None:
    captures = [capture_for(OLD), capture_for(NEW, verdict=UNSTABLE), capture_for(REFUSED, verdict=INCONCLUSIVE)]

    assert notes_on(captures) == [
        "codex@0.10.0 first-request reply=accept: unstable: its runs differ at $.tools[0].pointer",
        "codex@0.10.0 first-request reply=refuse: inconclusive (server-never-listed)",
    ]


def test_a_file_whose_directory_the_system_does_not_make_is_said() -> None:
    with pytest.raises(UnwritableError):
        merged_into(Path("/proc/shapes/all.json"), [found("a", file_for(NEW))])
