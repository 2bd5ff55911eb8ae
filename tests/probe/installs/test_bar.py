import io

from probe.installs.bar import bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_is_finished_leaves_the_bar_and_keeps_its_line() -> None:
    stream = Terminal()

    with bar(stream) as report:
        report.started("claude@2.0.0", None)
        report.finished("claude@2.0.0", 1)
        report.started("codex@1.0.0", 100)
        report.advanced("codex@1.0.0", 100)
        report.finished("codex@1.0.0", 2_000_000)

    assert report.is_measured
    assert [line for line in stream.getvalue().splitlines() if "installed" in line][-1].endswith(
        "codex@1.0.0: installed, 2.0 MB"
    )


def test_a_bar_that_is_broken_off_gives_the_cursor_back() -> None:
    stream = Terminal()

    with bar(stream) as report:
        report.started("codex@1.0.0", 100)

    assert stream.getvalue().rfind("\x1b[?25h") > stream.getvalue().rfind("\x1b[?25l")
