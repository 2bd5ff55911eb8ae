"""From observations to the file, the output and the exit code."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from captures import canonical
from captures.errors import ShapesFileError
from captures.words import JsonValue
from probe.baseline import BaselineKeptError
from probe.cli.publish import published
from probe.errors import SetupError
from probe.observe import Observation
from probe.recording import Recording
from probe.start import Running, started
from probe.writer import LeakFoundError
from sanitize.events import Event
from tests.support.builders import HANDSHAKE, client_ended, request_seen
from tests.support.stage import Stage, opened_stage
from tests.support.steps import STAY


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


@pytest.fixture
def running(stage: Stage) -> Iterator[Running]:
    """A client that was started, and does nothing: what is observed of it is made up."""
    found = started(stage.released("claude", STAY).order())
    yield found
    found.sandbox.close()


def observation(running: Running, *events: Event) -> Observation:
    recording = Recording()
    for event in (*HANDSHAKE, *events, client_ended()):
        recording.append(event)
    return Observation(running=running, recording=recording)


def shown(running: Running, name: str = "mcp__shape_probe__lookup") -> Observation:
    tool: JsonValue = {"name": name, "description": "Looks up one synthetic record."}
    body: JsonValue = {"messages": [running.marker], "tools": [tool]}
    return observation(running, request_seen(body=body))


def line_of(output: str) -> list[str]:
    _, line = output.splitlines()
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


CELLS = [
    "claude",
    "2.1.268",
    "reply=accept",
    "inline",
    "mcp__shape_probe__lookup",
    "$.tools[0]",
    "dropped: annotations, inputSchema, title; renamed: name→mcp__shape_probe__lookup",
    "1",
    "0",
    "observed",
]


def test_the_file_is_written_and_the_summary_is_shown(
    running: Running, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    assert published([shown(running)], target=stage.file, as_json=False) == 0

    out, err = capsys.readouterr()
    assert (line_of(out), err) == (CELLS, f"written: {stage.file}\n")
    assert len(canonical.loads(stage.file.read_bytes(), name="the file").captures) == 1


def test_without_a_file_the_text_itself_is_shown(
    running: Running, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    assert published([shown(running)], target=None, as_json=False) == 0

    text, err = capsys.readouterr()
    assert (canonical.dumps(canonical.loads(text, name="the text")), err, stage.left()) == (text, "", [])


def test_both_can_be_had(running: Running, stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    assert published([shown(running)], target=stage.file, as_json=True) == 0
    assert capsys.readouterr() == (stage.file.read_text(encoding="utf-8"), f"written: {stage.file}\n")


def test_what_shows_nothing_is_written_with_a_warning_and_3(
    running: Running, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    assert published([observation(running)], target=stage.file, as_json=False) == 3

    out, err = capsys.readouterr()
    assert line_of(out)[-1] == "inconclusive"
    assert [line.partition(": it ended")[0] for line in err.splitlines()] == [
        "shape-probe: claude 2.1.268: inconclusive (no-model-request)",
        f"written: {stage.file}",
    ]


def test_runs_of_one_question_are_one_capture(running: Running, capsys: pytest.CaptureFixture[str]) -> None:
    assert published([shown(running), observation(running)], target=None, as_json=True) == 0

    file = canonical.loads(capsys.readouterr().out, name="the text")
    assert [capture.verdict.kind for capture in file.captures] == ["unstable"]


def test_an_answer_in_the_file_is_not_replaced_by_none_and_the_result_is_shown_all_the_same(
    running: Running, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    published([shown(running)], target=stage.file, as_json=False)
    before = stage.file.read_bytes()
    capsys.readouterr()

    with pytest.raises(BaselineKeptError):
        published([observation(running)], target=stage.file, as_json=True)

    shown_file = canonical.loads(capsys.readouterr().out, name="the text")
    assert [capture.verdict.kind for capture in shown_file.captures] == ["inconclusive"]
    assert stage.file.read_bytes() == before


def test_an_answer_replaces_another_answer_and_an_empty_file(running: Running, stage: Stage) -> None:
    stage.file.touch()

    published([observation(running)], target=stage.file, as_json=False)
    first = stage.file.read_bytes()
    published([shown(running)], target=stage.file, as_json=False)

    assert first != stage.file.read_bytes() != b""


def test_a_file_that_came_meanwhile_and_is_not_ours_is_kept(running: Running, stage: Stage) -> None:
    stage.file.write_text("words", encoding="utf-8")
    with pytest.raises(ShapesFileError) as problem:
        canonical.loads("words", name=str(stage.file))

    with pytest.raises(SetupError) as refused:
        published([shown(running)], target=stage.file, as_json=False)

    assert str(refused.value) == f"nothing was written: {problem.value}"
    assert stage.file.read_text(encoding="utf-8") == "words"


def test_a_leak_is_neither_written_nor_shown(
    running: Running, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"mcp__shape_probe__lookup_{running.credential}"

    with pytest.raises(LeakFoundError) as refused:
        published([shown(running, name=name)], target=Path(stage.file), as_json=True)

    assert running.credential not in str(refused.value)
    assert (stage.left(), capsys.readouterr()) == ([], ("", ""))
