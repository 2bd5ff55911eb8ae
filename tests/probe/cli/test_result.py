"""The second half of a run, in this process and on a terminal."""

import os
import re
from collections.abc import Iterator

import pytest

from probe.cli.result import Wishes, finished
from probe.start import started
from tests.support.stage import WAIT_SECONDS, Stage, ended, opened_stage
from tests.support.steps import LIST, TELL, ask


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def wishes(stage: Stage, *, is_verbose: bool = False) -> Wishes:
    return Wishes(target=stage.file, as_json=False, deadline_seconds=WAIT_SECONDS, is_verbose=is_verbose)


def test_all_runs_are_made_and_written(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    first, *rest = (stage.released("claude", LIST, ask(), version=version).order() for version in ("2.1.2", "2.1.1"))

    assert finished([started(first)], rest, wishes(stage)) == 0

    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines()] == ["VERSION", "2.1.1", "2.1.2"]
    assert err == f"written: {stage.file}\n"


def test_each_event_is_logged_where_that_is_wanted(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    order = stage.released("claude", LIST, ask()).order()

    finished([started(order)], [], wishes(stage, is_verbose=True))

    *log, written = capsys.readouterr().err.splitlines()
    assert ("client.ended" in log[-1], written) == (True, f"written: {stage.file}")


@pytest.mark.parametrize(("options", "is_shown"), [((), True), (("--verbose",), False)])
def test_on_a_terminal_the_progress_is_shown_and_the_result_is_the_same(
    stage: Stage, options: tuple[str, ...], *, is_shown: bool
) -> None:
    """The client goes on when it is answered, so that the progress has the time to show."""
    client = stage.released("claude", TELL, LIST, ask())
    ours, theirs = os.openpty()
    process = stage.start("run", client.spec, *options, environ={"TERM": "xterm", "NO_COLOR": "1"}, stderr=theirs)
    os.close(theirs)

    client.ear.hear()
    done = ended(process)

    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 2)
    assert bool(re.search(r"[01] of 1 runs done", text_of(ours))) is is_shown


def text_of(terminal: int) -> str:
    """What a terminal has shown by the time that nobody writes to it any more."""
    shown = b""
    with os.fdopen(terminal, "rb", buffering=0) as screen:
        while True:
            try:
                data = screen.read(65536)
            except OSError:  # Linux says so where others say that it has ended
                return shown.decode()
            if not data:
                return shown.decode()
            shown += data
