from probe.campaigns.preview import preview_lines, release_lines
from tests.probe.campaigns.made_up import cell

OLD, NEW, CLAUDE = (cell(*release) for release in (("codex", "0.9.0"), ("codex", "0.10.0"), ("claude", "2.1.1")))
REFUSED = cell("codex", "0.10.0", reply="refuse")


def test_a_plan_is_said_in_short() -> None:
    assert preview_lines([OLD], [OLD], missing=[]) == ["1 cell: codex in 1 version"]
    assert preview_lines([OLD, NEW, REFUSED, CLAUDE], [NEW, CLAUDE], missing=[NEW.release, CLAUDE.release]) == [
        "4 cells: codex in 2 versions, claude in 1 version; 2 answered already",
        "to be fetched: 2 versions (codex 0.10.0; claude 2.1.1)",
    ]


def test_what_is_answered_needs_no_version() -> None:
    assert preview_lines([OLD, NEW], [NEW], missing=[OLD.release]) == [
        "2 cells: codex in 2 versions; 1 answered already"
    ]


def test_many_versions_are_said_by_their_ends() -> None:
    cells = [cell(version=f"0.{minor}.0") for minor in range(13)]

    assert preview_lines(cells, cells, missing=[each.release for each in cells])[1] == (
        "to be fetched: 13 versions (codex 0.0.0 … 0.12.0)"
    )


def test_each_release_is_said_with_its_cells() -> None:
    assert release_lines([OLD, NEW, REFUSED, CLAUDE], [NEW, CLAUDE], missing=[CLAUDE.release]) == [
        "codex@0.9.0: 1 cell, 1 answered",
        "codex@0.10.0: 2 cells, 1 answered, in the cache",
        "claude@2.1.1: 1 cell, to be fetched",
    ]
