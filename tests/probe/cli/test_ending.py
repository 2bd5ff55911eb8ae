"""Every command ends with an exit code, and with one sentence where something was wrong."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from probe.cli.ending import OutputError, ends_well, heed_signals, put, say, show
from probe.errors import InconclusiveError, LeakRefusedError, SetupError


def exit_code_of(command: Callable[[], int]) -> object:
    with pytest.raises(SystemExit) as ended:
        ends_well(command)()
    return ended.value.code


def raising(*errors: BaseException) -> Callable[[], int]:
    """A command that fails with one error, or with a group of them."""

    def command() -> int:
        if len(errors) == 1:
            raise errors[0]
        raise BaseExceptionGroup("several", errors)

    return command


def test_a_command_exits_with_what_it_returns() -> None:
    assert [exit_code_of(lambda: 0), exit_code_of(lambda: 3)] == [0, 3]


@pytest.mark.parametrize(("kind", "code"), [(SetupError, 2), (InconclusiveError, 3), (LeakRefusedError, 4)])
def test_an_error_of_ours_is_its_sentence_and_its_code(
    kind: type[SetupError], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_of(raising(kind("what to do"))) == code
    assert capsys.readouterr() == ("", "shape-probe: what to do\n")


def test_of_several_errors_the_first_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    inner = ExceptionGroup("inner", [InconclusiveError("first"), SetupError("second")])

    assert exit_code_of(raising(inner, SetupError("third"))) == 3
    assert capsys.readouterr().err == "shape-probe: first\n"


def test_a_fault_of_ours_is_not_hidden() -> None:
    with pytest.raises(KeyError):
        ends_well(raising(KeyError("a fault")))()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            errno.EMFILE,
            (
                "the system refused (EMFILE): too many files are open; raise the limit (ulimit -n), "
                "or use a smaller --jobs"
            ),
        ),
        (errno.ENOSPC, "the system refused (ENOSPC): the disk is full; free some space"),
        (errno.EIO, "the system refused (EIO): run `shape-probe doctor` for what this machine has"),
        (None, "the system refused (no reason): run `shape-probe doctor` for what this machine has"),
    ],
)
def test_what_the_system_refuses_is_2_and_one_sentence(number: int | None, sentence: str) -> None:
    """In a process of its own, as standard output is given up there."""
    error = "OSError()" if number is None else f"OSError({number}, 'made up')"
    done = printed(
        "from probe.cli.ending import ends_well\n"
        "def command():\n"
        "    print('a part of the result')\n"
        f"    raise {error}\n"
        "ends_well(command)()"
    )

    assert (done.returncode, done.stderr) == (2, f"shape-probe: {sentence}\n")


def printed(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=30, check=False)


def test_an_interruption_is_128_and_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(number: signal.Signals) -> object:
        def command() -> int:
            signal.raise_signal(number)
            raise AssertionError

        return exit_code_of(command)

    assert [interrupted(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == [130, 143, 129]
    assert set(capsys.readouterr().err.splitlines()) == {
        "shape-probe: interrupted; what was started is ended, and nothing was written"
    }


def test_the_handlers_of_whoever_calls_are_put_back() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]

    exit_code_of(lambda: 0)

    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


@contextmanager
def ignored(number: signal.Signals) -> Iterator[None]:
    before = signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(number, before)


def test_a_signal_that_is_to_be_ignored_is_ignored() -> None:
    def command() -> int:
        signal.raise_signal(signal.SIGHUP)
        return 0

    with ignored(signal.SIGHUP):
        assert exit_code_of(command) == 0


def test_sigterm_ends_a_command_for_which_sigint_is_ignored() -> None:
    def command() -> int:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError

    with ignored(signal.SIGINT):
        assert exit_code_of(command) == 143


def test_a_result_goes_to_stdout_and_a_remark_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    show("one line")
    put(b"two\nlines\n")
    say("a remark")

    assert capsys.readouterr() == ("one line\ntwo\nlines\n", "a remark\n")


def test_a_remark_that_nobody_takes_changes_nothing() -> None:
    done = subprocess.run(
        [
            "/bin/sh",
            "-c",
            'exec "$@" 2>/dev/full',
            "sh",
            sys.executable,
            "-c",
            "from probe.cli.ending import say; say('x')",
        ],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=30,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, "")


def test_an_output_that_takes_nothing_says_so() -> None:
    assert str(OutputError(errno.ENOSPC)) == (
        "standard output cannot be written (ENOSPC); free some space, or send it elsewhere"
    )


def test_without_standard_streams_no_file_gets_their_numbers() -> None:
    """What is opened first would have number 0, 1 or 2, and get what is printed."""
    code = (
        "import os, sys; from probe.cli.ending import open_streams; open_streams(); "
        "numbers = [os.open(os.devnull, os.O_RDONLY) > 2, sys.stdout.fileno(), sys.stderr.fileno()]; "
        "os.write(int(sys.argv[1]), repr(numbers).encode())"
    )
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as told:
        subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", code, str(writing)],
            pass_fds=[writing],
            timeout=30,
            check=True,
        )
        os.close(writing)
        assert told.read() == "[True, 1, 2]"


def test_a_signal_whose_exception_was_swallowed_still_ends_the_command() -> None:
    """Python swallows what is raised in the middle of a weak reference's call-back."""

    def command() -> int:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        heed_signals()
        return 0

    assert exit_code_of(command) == 143
