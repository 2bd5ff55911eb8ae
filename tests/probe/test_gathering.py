"""Captures of many files are one set, and a part of it can be asked for."""

from pathlib import Path
from typing import Any

import pytest

from captures import canonical
from captures.model import Capture
from probe.archive import found_in
from probe.errors import SetupError
from probe.gathering import ATLAS, gathered, only
from tests.captures.report.series import version
from tests.captures.samples import capture, client, shapes_file, small_capture


def write(path: Path, *captures: dict[str, Any]) -> Path:
    path.write_text(canonical.dumps(shapes_file(*captures)), encoding="utf-8", newline="\n")
    return path


def test_captures_of_several_places_are_one_set(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    old, new = small_capture(client=client("codex", "1.0.0")), small_capture(client=client("codex", "1.1.0"))
    write(tmp_path / "folder" / "new.json", new)

    found = gathered([str(write(tmp_path / "old.json", old)), str(tmp_path / "folder"), str(tmp_path / "folder")])

    assert found == tuple(Capture.model_validate(each) for each in (old, new))


def test_without_names_the_captures_that_come_along_are_taken() -> None:
    assert gathered([]) == tuple(each for found in found_in([str(ATLAS)]) for each in found.file.captures)


def test_files_that_contradict_one_another_are_a_wrong_command(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.json", capture()), write(tmp_path / "b.json", capture(calls=[]))

    with pytest.raises(SetupError, match=r"b\.json: answers codex@0\.171\.0 .* otherwise than .*a\.json"):
        gathered([str(one), str(other)])


def test_files_without_captures_are_a_wrong_command(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="there is no capture in what was given"):
        gathered([str(write(tmp_path / "empty.json"))])


CAPTURES = (
    version("1.0.0"),
    version("1.0.0", reply="refuse"),
    version("1.0.0", scenario="results"),
    version("2.1.1", name="claude"),
)


@pytest.mark.parametrize(
    ("scenario", "conditions", "positions"),
    [
        (None, {}, [0, 1, 2]),
        ("first-request", {}, [0, 1]),
        (None, {"reply": "accept"}, [0, 2]),
        ("results", {"reply": "accept"}, [2]),
    ],
)
def test_a_part_is_named_by_client_scenario_and_conditions(
    scenario: str | None, conditions: dict[str, str], positions: list[int]
) -> None:
    found = only(CAPTURES, client="codex", scenario=scenario, conditions=conditions)

    assert found == tuple(CAPTURES[position] for position in positions)


def test_a_part_that_is_empty_is_a_wrong_command_and_the_message_has_what_there_is() -> None:
    with pytest.raises(SetupError) as error:
        only(CAPTURES, client="nobody", scenario=None, conditions={})

    assert str(error.value) == (
        "no capture fits; there are: claude first-request reply=accept; codex first-request reply=accept; "
        "codex first-request reply=refuse; codex results reply=accept"
    )


def test_a_long_list_of_what_there_is_is_cut() -> None:
    several = [version("1.0.0", scenario=f"scenario-{number:02}") for number in range(12)]

    with pytest.raises(SetupError, match=r"; codex scenario-07 reply=accept and 4 more$"):
        only(several, client="nobody", scenario=None, conditions={})
