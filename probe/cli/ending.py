"""How every command ends: errors become one line on stderr and an exit code, signals end what was started."""

import functools
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, Literal, NoReturn, ParamSpec, TextIO, TypeVar

from captures.compare.one_line import one_line
from probe.errors import ProbeError, SetupError
from probe.refusals import code_of, refusal

_Parameters = ParamSpec("_Parameters")
_Error = TypeVar("_Error", bound=Exception)

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
"""What ends things beside SIGINT, which Python itself turns into KeyboardInterrupt."""


def ends_well(command: Callable[_Parameters, int]) -> Callable[_Parameters, NoReturn]:
    """Make a function that returns an exit code into a command that exits.

    A `ProbeError`, alone or in a group, prints its sentence and exits with its code; what the system refuses counts as
    a `SetupError`. SIGINT, SIGTERM and SIGHUP end what was started and exit with 128 + N. A reader of our output that
    has gone is no error of ours.
    """

    @functools.wraps(command)
    def ending(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> NoReturn:
        with _interruptible() as interrupt:
            try:
                code = command(*args, **kwargs)
            except* ProbeError as errors:
                first = _first(errors)
                say(f"shape-probe: {first}")
                code = first.exit_code
            except* BrokenPipeError:
                _discard_output()
                code = 128 + signal.SIGPIPE
            except* OSError as errors:
                say(f"shape-probe: {refusal(_first(errors).errno)}")
                _discard_output()
                code = SetupError.exit_code
            except* KeyboardInterrupt:
                say("shape-probe: interrupted; what was started is ended, and nothing was written")
                code = 128 + (interrupt.received or [signal.SIGINT])[-1]
        raise SystemExit(code)

    return ending


class _Interrupt:
    """What a signal does: it ends things as Ctrl-C does. `received` are the numbers of those that came."""

    def __init__(self) -> None:
        self.received: list[int] = []

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        self.received.append(number)
        if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)


def cancel_on_signals() -> None:
    """From now on, in a running event loop: the first signal that ends things cancels the current task, others wait.

    Whatever a second one raised in the middle of cleaning up would be lost, or leave it half done. The loop puts the
    handlers away at its end; the command is over then.
    """
    import asyncio

    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def end(number: int, handler: object) -> None:
        if isinstance(handler, _Interrupt):
            handler.received.append(number)
        if task is not None and not task.cancelling():
            task.cancel()

    for number in (signal.SIGINT, *_SIGNALS):
        handler = signal.getsignal(number)
        if handler != signal.SIG_IGN:
            loop.add_signal_handler(number, end, number, handler)


def heed_signals() -> None:
    """Do what a signal wants that came before. Ask it before anything is written.

    Python swallows what a signal's handler raises in the middle of a weak reference's call-back, or of a finalizer.

    Raises:
        KeyboardInterrupt: SIGTERM or SIGHUP has come.
    """
    handlers = (signal.getsignal(number) for number in _SIGNALS)
    if any(isinstance(handler, _Interrupt) and handler.received for handler in handlers):
        raise KeyboardInterrupt


class OutputError(SetupError):
    """Standard output takes nothing. `number` is the system's error number."""

    def __init__(self, number: int | None) -> None:
        super().__init__(number)
        self.number = number

    def __str__(self) -> str:
        return f"standard output cannot be written ({code_of(self.number)}); free some space, or send it elsewhere"


def show(line: str) -> None:
    """Print one line of a result to stdout, in the characters that it takes.

    Raises:
        OutputError: It takes nothing.
        BrokenPipeError: Its reader has gone.
    """
    put(f"{line}\n".encode(sys.stdout.encoding, "backslashreplace"))


def put(data: bytes) -> None:
    """Write a result to stdout as it is.

    Raises:
        OutputError: It takes nothing.
        BrokenPipeError: Its reader has gone.
    """
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _discard_output()
        raise OutputError(error.errno) from None


def say(line: str) -> None:
    """Print one line to stderr: progress, warnings, errors. Whether somebody reads it changes nothing.

    It is one line whatever is in it: names can be anybody's text, and CI systems obey lines that begin as commands do.
    """
    with suppress(OSError):
        print(one_line(line), file=sys.stderr, flush=True)


def open_streams() -> None:
    """Have three standard streams that take every character, whatever the parent gave us.

    A closed one would lend its number to the next file. What is printed to a closed stdout is an error, not a success.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)  # gets the lowest free number: this one
    sys.stdin = sys.stdin or _opened(0, "r")
    sys.stdout = sys.stdout or _opened(1, "w")
    sys.stderr = sys.stderr or _opened(2, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _opened(descriptor: int, mode: Literal["r", "w"]) -> TextIO:
    return open(descriptor, mode, encoding="utf-8", closefd=False)


def _first(errors: BaseExceptionGroup[_Error]) -> _Error:
    found: _Error | BaseExceptionGroup[_Error] = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found


def _discard_output() -> None:
    """Send what is still to be printed nowhere: Python would try again at its end, and complain."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


@contextmanager
def _interruptible() -> Iterator[_Interrupt]:
    """Have SIGTERM and SIGHUP end things as SIGINT does; gives what remembers them.

    What the parent had us ignore stays ignored (`nohup`), and SIGINT is so in the background of a script.
    """
    interrupt = _Interrupt()
    heeded = [number for number in _SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
    before = [(number, signal.signal(number, interrupt)) for number in heeded]
    try:
        yield interrupt
    finally:
        for number, handler in before:
            signal.signal(number, handler)
