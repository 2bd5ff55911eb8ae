"""Shapes files are read one by one or from directories, and what is none is one sentence."""

import os
from pathlib import Path

import pytest

from captures import canonical
from probe.archive import MAX_BYTES, Found, LeakyFileError, found_in
from probe.errors import SetupError
from tests.captures.samples import capture, full_file, shapes_file
from tests.probe.privileges import open_directory, without_privileges

TEXT = canonical.dumps(full_file())
FILE = canonical.loads(TEXT, name="x")


def written(path: Path, text: str = TEXT) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def refusal(name: str | Path) -> str:
    with pytest.raises(SetupError) as caught:
        found_in([str(name)])
    return str(caught.value)


def test_files_come_in_the_order_given_and_those_of_a_directory_by_path(tmp_path: Path) -> None:
    one, other = written(tmp_path / "z.json"), written(tmp_path / "folder" / "deep" / "b.json")
    first = written(tmp_path / "folder" / "a.json")

    found = found_in([str(one), str(tmp_path / "folder")])

    assert found == tuple(Found(name=str(path), file=FILE) for path in (one, first, other))


def test_hidden_files_and_directories_and_other_files_are_left_out(tmp_path: Path) -> None:
    shown = written(tmp_path / ".hidden" / "folder" / "a.json")
    for name in (".b.json", ".git/c.json", "notes.txt"):
        written(tmp_path / ".hidden" / "folder" / name, "something else")

    assert found_in([str(tmp_path / ".hidden" / "folder")]) == (Found(name=str(shown), file=FILE),)


def test_only_regular_files_are_read_and_links_are_followed_once(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    path = written(there / "a.json")
    written(here / "x.json" / "b.json")
    os.mkfifo(here / "pipe.json")
    (here / "gone.json").symlink_to(here / "nothing")
    (here / "linked").symlink_to(there)
    (there / "back").symlink_to(here)

    found = found_in([str(here)])

    assert found == (
        Found(name=str(here / "linked" / path.name), file=FILE),
        Found(name=str(here / "x.json" / "b.json"), file=FILE),
    )


def test_a_directory_that_may_not_be_looked_into_is_not_passed_over() -> None:
    with open_directory() as directory:
        written(directory / "a.json")
        closed = written(directory / "closed" / "b.json").parent
        closed.chmod(0)

        with without_privileges():
            assert refusal(directory) == f"{closed} cannot be read: Permission denied"


def test_an_empty_directory_says_that_it_has_none(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} has no shapes file in it; give a directory that has some"


def test_what_is_not_there_and_what_is_no_name_is_one_sentence(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.json") == f"{tmp_path}/none.json cannot be read: No such file or directory"
    assert refusal("codex@9.9.9") == (
        "codex@9.9.9 cannot be read: No such file or directory; this takes files, which shape-probe run and matrix make"
    )
    assert refusal("a\0b") == r"'a\x00b' is no name of a file"


def test_what_is_no_shapes_file_is_one_sentence(tmp_path: Path) -> None:
    assert refusal(written(tmp_path / "a.json", "[]")) == f"{tmp_path}/a.json: is not a JSON object"


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        os.truncate(file.fileno(), MAX_BYTES + 1)

    assert refusal(path) == f"{path} is larger than 64 MiB"


def test_a_file_that_may_not_be_read_is_one_sentence() -> None:
    with open_directory() as directory:
        path = written(directory / "a.json")
        path.chmod(0)

        with without_privileges():
            assert refusal(path) == f"{path} cannot be read: Permission denied"


def test_a_leak_in_a_file_is_refused(tmp_path: Path) -> None:
    leaky = shapes_file(capture(scenario="some words of somebody"))
    path = tmp_path / "leaky.json"
    path.write_text(leaky.model_dump_json(), encoding="utf-8")

    with pytest.raises(LeakyFileError) as caught:
        found_in([str(path)])

    assert caught.value.exit_code == 4
    assert str(caught.value) == (
        f"{path}: what stands at $.captures[0].scenario may not stand in a shapes file (rule: name); "
        "it was edited, or made by something else: make it again"
    )
