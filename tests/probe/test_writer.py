"""What is written is the canonical text of a shapes file that the leak guard has passed."""

from pathlib import Path

import pytest

from captures import canonical
from captures.leaks import LeakError
from captures.model import ShapesFile
from probe.errors import LeakRefusedError
from probe.writer import LeakFoundError, text_of, write
from tests.captures.samples import capture, full_file, shapes_file

LEAKY = shapes_file(capture(scenario="some words of somebody"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that was there before."""
    path = tmp_path / "shapes.json"
    path.write_text("before", encoding="utf-8")
    return path


def content_of(directory: Path) -> dict[str, str]:
    return {entry.name: entry.read_text(encoding="utf-8") for entry in directory.iterdir()}


def test_what_is_written_is_the_canonical_text(tmp_path: Path) -> None:
    write(full_file(), tmp_path / "shapes.json", canaries=["kestrelword"])

    assert content_of(tmp_path) == {"shapes.json": canonical.dumps(full_file())}


@pytest.mark.parametrize(("file", "canaries"), [(LEAKY, ()), (full_file(), ("SHAPE_PROBE",))])
def test_a_leak_is_refused_and_nothing_is_written(path: Path, file: ShapesFile, canaries: tuple[str, ...]) -> None:
    with pytest.raises(LeakRefusedError):
        write(file, path, canaries=canaries)

    assert content_of(path.parent) == {"shapes.json": "before"}


def test_a_leak_is_refused_in_a_text_for_standard_output() -> None:
    with pytest.raises(LeakFoundError) as caught:
        text_of(LEAKY, canaries=())

    assert (caught.value.pointer, caught.value.rule) == ("$.captures[0].scenario", "name")
    assert str(caught.value) == (
        "the leak guard refused what stands at $.captures[0].scenario (rule: name); nothing was written: "
        "please report this line, it holds nothing of yours"
    )


def test_the_text_for_standard_output_is_the_canonical_one() -> None:
    assert text_of(full_file(), canaries=["kestrelword"]) == canonical.dumps(full_file())


def test_a_refusal_made_of_a_leak_says_the_same() -> None:
    leak = LeakError(pointer="$.fixture", rule="credential")

    assert (LeakFoundError(leak).pointer, LeakFoundError(leak).rule) == (leak.pointer, leak.rule)
