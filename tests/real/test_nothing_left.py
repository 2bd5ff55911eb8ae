"""Whatever ends a command while a released client runs: no process, socket, scratch directory or mount is left."""

import signal
from pathlib import Path
from typing import Final

import pytest

from captures.words import Isolation
from tests.real.command import SECONDS
from tests.real.conftest import Installed
from tests.real.midway import NOTHING, Midway
from tests.support.isolations import ISOLATIONS

pytestmark = pytest.mark.real

EVERYWHERE: Final = pytest.mark.parametrize("isolation", ISOLATIONS)

LASTING: Final = pytest.mark.parametrize(
    "question",
    [
        pytest.param(("claude@2.1.332", "--reply=status:529"), id="claude"),
        pytest.param(("codex@0.171.0", "--reply=status:500", "--set=transport=http"), id="codex"),
    ],
)
"""Questions that keep a client busy with trying again: Claude Code for minutes, Codex for 25 seconds."""

INTERRUPTED: Final = "shape-probe: interrupted; what was started is ended, and nothing was written"


def midway(installed: Installed, directory: Path, isolation: Isolation, *question: str) -> Midway:
    """A command that writes its file into an empty directory."""
    installed(question[0])
    return Midway(*question, f"--set=isolation={isolation}", "--out=shapes.json", cwd=directory)


def names_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


@EVERYWHERE
@pytest.mark.parametrize(
    "question",
    [
        pytest.param(("claude@2.1.332", "--reply=status:529", "--set=retries=2"), id="claude"),
        pytest.param(("codex@0.171.0", "--reply=close"), id="codex"),
    ],
)
def test_nothing_is_left_when_the_client_has_ended(
    installed: Installed, tmp_path: Path, isolation: Isolation, question: tuple[str, ...]
) -> None:
    with midway(installed, tmp_path, isolation, *question) as command:
        seen = command.seen()
        answer = command.answer()
        left = seen.left()

    assert (answer.exit_code, left, names_in(tmp_path)) == (0, NOTHING, ["shapes.json"])


@EVERYWHERE
@LASTING
def test_nothing_is_left_when_the_deadline_has_ended_the_client(
    installed: Installed, tmp_path: Path, isolation: Isolation, question: tuple[str, ...]
) -> None:
    with midway(installed, tmp_path, isolation, *question, "--deadline=6") as command:
        seen = command.seen()
        answer = command.answer()
        left = seen.left()

    assert (answer.exit_code, left, names_in(tmp_path)) == (0, NOTHING, ["shapes.json"])


@EVERYWHERE
@LASTING
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_when_a_signal_has_ended_the_command(
    installed: Installed, tmp_path: Path, isolation: Isolation, question: tuple[str, ...], number: signal.Signals
) -> None:
    with midway(installed, tmp_path, isolation, *question) as command:
        seen = command.seen()
        command.process.send_signal(number)
        answer = command.answer()
        left = seen.left()

    assert (answer.exit_code, left, names_in(tmp_path)) == (128 + number, NOTHING, [])
    assert answer.notes.splitlines()[-1] == INTERRUPTED


@EVERYWHERE
@LASTING
def test_nothing_is_left_when_the_command_was_killed(
    installed: Installed, tmp_path: Path, isolation: Isolation, question: tuple[str, ...]
) -> None:
    """The command can do nothing any more: the kernel closes its sockets, and who is left ends the rest and itself."""
    with midway(installed, tmp_path, isolation, *question) as command:
        seen = command.seen()
        command.process.kill()
        command.process.wait(SECONDS)
        seen.wait_for_all()
        left = seen.left()

    assert (left, names_in(tmp_path)) == (NOTHING, [])


@EVERYWHERE
@LASTING
def test_all_of_it_is_there_while_the_client_runs(
    installed: Installed, tmp_path: Path, isolation: Isolation, question: tuple[str, ...]
) -> None:
    """What the tests above look for can be seen. A jail's scratch is on a mount that nobody outside sees."""
    with midway(installed, tmp_path, isolation, *question) as command:
        left = command.seen().left()

    assert (left.processes > 3, left.sockets > 3) == (True, True)
    assert (left.scratch, left.mounts) == (isolation == "environment", 0)
