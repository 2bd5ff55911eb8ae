import re

from probe.campaigns.bars import bars
from tests.probe.campaigns.made_up import Terminal, answered, cell, failed

OLD, NEW, CLAUDE = cell(version="0.9.0"), cell(version="0.10.0"), cell("claude", "2.1.1")
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def plain(stream: Terminal) -> list[str]:
    """The lines as they were drawn, without the movements of the cursor and the spinner before each."""
    return [
        line.lstrip(" ⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏").rstrip()
        for line in _STYLE.sub("", stream.getvalue()).replace("\r", "\n").splitlines()
    ]


def test_each_client_has_a_bar_and_each_download_a_line_that_stays() -> None:
    stream = Terminal()

    with bars(stream, {"codex": 2, "claude": 1}) as show:
        show.waited("codex@0.9.0")
        show.started("codex@0.9.0", None)
        show.advanced("codex@0.9.0", 1)
        show.finished("codex@0.9.0", 2_000_000)
        show.begun(OLD)
        show.ended(answered(OLD))
        show.started("codex@0.10.0", None)
        show.ended(failed(NEW))
        show.begun(CLAUDE)
        show.ended(failed(CLAUDE))

    lines = plain(stream)
    last = {client: [line for line in lines if line.startswith(f"{client} ")][-1] for client in ("codex", "claude")}
    assert not show.is_measured
    assert "codex@0.9.0: waiting for another process that works on it" in lines
    assert "codex@0.9.0: installed, 2.0 MB" in lines
    assert "2 of 2 cells done, 1 failed" in last["codex"]
    assert "1 of 1 cells done, 1 failed" in last["claude"]
    assert "codex@0.10.0" not in "".join(lines[-3:])


def test_the_cursor_comes_back() -> None:
    stream = Terminal()

    with bars(stream, {"codex": 1}) as show:
        show.begun(OLD)

    assert stream.getvalue().rfind("\x1b[?25h") > stream.getvalue().rfind("\x1b[?25l")
