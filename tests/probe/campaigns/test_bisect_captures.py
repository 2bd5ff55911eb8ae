from pathlib import Path

import pytest

from captures import canonical
from captures.model import ShapesFile
from probe.campaigns.bisect_captures import answers_in
from probe.errors import SetupError
from tests.captures.samples import INCONCLUSIVE, shapes_file, small_capture
from tests.probe.campaigns.made_up import SHOWN, capture_for, cell, file_for

OLD, NEW = cell(version="0.1.0"), cell(version="0.2.0")


def put(path: Path, file: ShapesFile) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical.dumps(file), encoding="utf-8")


def test_captures_that_answer_the_question_are_found_and_others_are_passed_over(tmp_path: Path) -> None:
    put(tmp_path / "codex" / "0.1.0.json", file_for(OLD))
    put(tmp_path / "codex" / "0.3.0.json", file_for(cell(version="0.3.0")))
    put(tmp_path / "other-reply.json", file_for(cell(version="0.2.0", reply="refuse")))
    put(tmp_path / "other-client.json", file_for(cell("claude", "0.2.0")))

    assert answers_in([str(tmp_path)], [OLD, NEW]) == {OLD: capture_for(OLD)}


def test_without_a_place_nothing_is_read() -> None:
    assert answers_in([], [OLD, NEW]) == {}


def test_a_capture_that_shows_nothing_is_no_answer(tmp_path: Path) -> None:
    put(tmp_path / "file.json", file_for(OLD, verdict=INCONCLUSIVE, tools=[]))

    assert answers_in([str(tmp_path)], [OLD, NEW]) == {}


def test_a_file_of_other_tools_is_passed_over(tmp_path: Path) -> None:
    requested = {"requested": {"reply": "accept"}, "observed": {"isolation": "namespace", "transport": "http"}}
    capture = small_capture(client={"name": "codex", "version": "0.1.0"}, conditions=requested)
    put(tmp_path / "file.json", shapes_file(capture))

    assert answers_in([str(tmp_path)], [OLD, NEW]) == {}


def test_two_places_with_the_same_answer_are_one(tmp_path: Path) -> None:
    for name in ("one", "other"):
        put(tmp_path / name / "file.json", file_for(OLD))

    assert answers_in([str(tmp_path / "one"), str(tmp_path / "other")], [OLD]) == {OLD: capture_for(OLD)}


def test_two_answers_that_differ_are_refused(tmp_path: Path) -> None:
    put(tmp_path / "one.json", file_for(OLD))
    put(tmp_path / "other.json", file_for(OLD, tools=[{**SHOWN, "shown_as": "lookup"}]))

    with pytest.raises(SetupError, match=r"other\.json: answers codex@0\.1\.0 first-request reply=accept otherwise"):
        answers_in([str(tmp_path)], [OLD])


def test_a_place_without_a_shapes_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="has no shapes file in it"):
        answers_in([str(tmp_path)], [OLD])
