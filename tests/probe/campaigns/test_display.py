import io

import pytest

from probe.campaigns.display import LINE_SECONDS, LineDisplay, Progress, display
from tests.probe.campaigns.made_up import Terminal, answered, cell, failed

CELLS = tuple(cell(version=f"0.{minor}.0") for minor in range(4))


class Clock:
    """Says the time that a test has set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("done", "failed_", "running", "text"),
    [
        (0, 0, 0, "0 of 4 cells done"),
        (2, 0, 1, "2 of 4 cells done, 1 running"),
        (3, 1, 0, "3 of 4 cells done, 1 failed"),
        (3, 1, 1, "3 of 4 cells done, 1 failed, 1 running"),
    ],
)
def test_progress_says_what_there_is(done: int, failed_: int, running: int, text: str) -> None:
    progress = Progress(4)
    for _ in range(done + running):
        progress.begun()
    for number in range(done):
        progress.ended(is_failed=number < failed_, has_begun=True)

    assert str(progress) == text


def test_a_log_gets_a_line_now_and_then_and_at_the_end() -> None:
    stream, clock = io.StringIO(), Clock()
    lines = LineDisplay(stream, CELLS, clock=clock)

    for number, each in enumerate(CELLS):
        clock.seconds = number * LINE_SECONDS / 2
        if number:
            lines.begun(each)
        lines.ended(answered(each) if number else failed(each))

    assert stream.getvalue().splitlines() == [
        "3 of 4 cells done, 1 failed",
        "4 of 4 cells done, 1 failed",
    ]


def test_a_stream_that_is_no_terminal_gets_lines_of_downloads_too() -> None:
    stream = io.StringIO()

    with display(stream, CELLS[:1]) as show:
        show.waited("codex@0.0.0")
        show.started("codex@0.0.0", None)
        show.advanced("codex@0.0.0", 1)
        show.finished("codex@0.0.0", 1_000_000)
        show.begun(CELLS[0])
        show.ended(answered(CELLS[0]))

    assert not show.is_measured
    assert stream.getvalue().splitlines() == [
        "codex@0.0.0: waiting for another process that works on it",
        "codex@0.0.0: fetching with npm",
        "codex@0.0.0: installed, 1.0 MB",
        "1 of 1 cells done",
    ]


def test_a_reader_that_has_gone_ends_nothing() -> None:
    class Closed(io.StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    with display(Closed(), CELLS[:1]) as show:
        show.begun(CELLS[0])
        show.ended(answered(CELLS[0]))


def test_a_terminal_gets_a_bar_for_each_client() -> None:
    stream = Terminal()

    with display(stream, [*CELLS, cell("claude", "2.1.1")]) as show:
        show.begun(CELLS[0])

    assert ("4 cells done" in stream.getvalue(), "1 cells done" in stream.getvalue()) == (True, True)
