"""A check with released clients: a baseline of one release, a newer one that shows the tool otherwise, an update."""

import subprocess
from pathlib import Path

import pytest

from tests.real.command import COMMAND, SECONDS
from tests.real.conftest import Installed

pytestmark = pytest.mark.real

OLD, NEW = "claude@2.1.268", "claude@2.1.332"


def check(cwd: Path, *arguments: str) -> tuple[int, str]:
    """The exit code, and what is on standard output."""
    done = subprocess.run(
        [*COMMAND, "check", *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout


def test_a_release_that_holds_the_tool_back_is_red_until_the_baseline_is_updated(
    installed: Installed, tmp_path: Path
) -> None:
    for spec in (OLD, NEW):
        installed(spec)
    first, _ = check(tmp_path, OLD, "--update")
    green, _ = check(tmp_path, OLD)
    red, told = check(tmp_path, NEW)
    updated, shown = check(tmp_path, NEW, "--update")
    after, _ = check(tmp_path, NEW)

    assert [first, green, red, updated, after] == [0, 0, 1, 0, 0]
    assert shown == told
    assert "claude first-request reply=accept  2.1.268 -> 2.1.332\n  breaking  " in told
