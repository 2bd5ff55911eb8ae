import io
from concurrent.futures import ThreadPoolExecutor

import pytest

from probe.installs.progress import Lines, Reporter, megabytes, reporter
from tests.probe.installs.bare_python import printed


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_gets_one_line_at_the_start_and_one_at_the_end() -> None:
    stream = io.StringIO()

    with reporter(stream) as report:
        report.waited("codex@1.0.0")
        report.started("codex@1.0.0", None)
        report.advanced("codex@1.0.0", 5)
        report.finished("codex@1.0.0", 218_600_000)

    assert stream.getvalue().splitlines() == [
        "codex@1.0.0: waiting for another process that works on it",
        "codex@1.0.0: fetching with npm",
        "codex@1.0.0: installed, 218.6 MB",
    ]
    assert not report.is_measured


class Deaf(io.StringIO):
    """A pipe whose reader has gone."""

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_reader_that_has_gone_changes_nothing() -> None:
    stream = Deaf()

    Lines(stream).waited("codex@1.0.0")

    assert stream.getvalue() == "codex@1.0.0: waiting for another process that works on it\n"


def test_two_fetches_at_once_share_one_bar() -> None:
    stream = Terminal()
    names = [f"codex@1.0.{number}" for number in range(8)]

    def fetched(report: Reporter, name: str) -> None:
        report.started(name, 100)
        report.advanced(name, 50)
        report.finished(name, 100)

    with reporter(stream) as report, ThreadPoolExecutor(len(names)) as pool:
        for done in [pool.submit(fetched, report, name) for name in names]:
            done.result()

    assert [name for name in names if f"{name}: installed, 0.0 MB\n" not in stream.getvalue()] == []


def test_a_known_size_is_in_the_line() -> None:
    stream = io.StringIO()

    Lines(stream).started("codex@1.0.0", 1_000_000)

    assert stream.getvalue() == "codex@1.0.0: fetching with npm, 1.0 MB\n"


def test_a_terminal_gets_a_bar_and_keeps_the_last_line() -> None:
    stream = Terminal()

    with reporter(stream) as report:
        report.waited("codex@1.0.0")
        report.started("codex@1.0.0", 100)
        report.advanced("codex@1.0.0", 50)
        report.finished("codex@1.0.0", 100)

    assert report.is_measured
    assert "codex@1.0.0: waiting for another process that works on it\n" in stream.getvalue()
    assert "codex@1.0.0: installed, 0.0 MB\n" in stream.getvalue()


def test_a_terminal_where_nothing_is_fetched_stays_untouched() -> None:
    stream = Terminal()

    with reporter(stream):
        pass

    assert stream.getvalue() == ""


@pytest.mark.parametrize(("count", "text"), [(0, "0.0 MB"), (49_999, "0.0 MB"), (2_000_000_000, "2000.0 MB")])
def test_sizes_are_said_in_megabytes(count: int, text: str) -> None:
    assert megabytes(count) == text


def test_the_way_to_every_run_imports_nothing_heavy() -> None:
    """With a version in the cache there is no npm, no lock and no bar, so their modules are not imported."""
    code = """
import sys
import probe.installs.locate
print(sorted({"asyncio", "filelock", "platformdirs", "rich", "subprocess"} & set(sys.modules)))
"""

    assert printed(code) == "[]\n"
