import errno
import io
import os
import pty

from probe.campaigns.bars import bars
from probe.campaigns.unread import unread
from tests.probe.campaigns.made_up import Terminal, answered, cell

OLD = cell(version="0.9.0")


class Gone(Terminal):
    """A terminal that nobody has any more."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EIO, "made up")

    def flush(self) -> None:
        raise OSError(errno.EIO, "made up")


def test_what_is_taken_is_written_as_it_is() -> None:
    stream = io.StringIO()

    print("a line", file=unread(stream), flush=True)

    assert stream.getvalue() == "a line\n"


def test_what_the_stream_is_stays_known() -> None:
    with io.TextIOWrapper(io.BytesIO(), encoding="ascii") as stream:
        assert (unread(stream).encoding, unread(stream).isatty()) == ("ascii", False)
    assert (unread(Terminal()).encoding, unread(Terminal()).isatty()) == ("utf-8", True)


def test_a_stream_that_takes_nothing_is_no_error() -> None:
    assert unread(Gone()).write("a line") == 6
    unread(Gone()).flush()


def test_bars_are_drawn_to_their_end_on_a_terminal_that_goes() -> None:
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8", closefd=False) as stream:
        with bars(stream, {"codex": 1}) as show:
            os.close(ours)
            show.started("codex@0.9.0", None)
            show.finished("codex@0.9.0", 2_000_000)
            show.begun(OLD)
            show.ended(answered(OLD))
        os.dup2(os.open(os.devnull, os.O_WRONLY), theirs)  # takes what is still in the buffer
    os.close(theirs)
