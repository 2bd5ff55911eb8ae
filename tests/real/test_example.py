"""A test in the style of somebody else: it runs as it is, far from our own settings, against the real Claude Code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.real.command import SECONDS
from tests.real.conftest import Installed
from tests.support.places import REPOSITORY

pytestmark = pytest.mark.real

EXAMPLE: Final = REPOSITORY / "docs" / "examples" / "test_shapes_example.py"
MAX_LINES: Final = 10
"""Of code, in what is to show that it is easy."""


def ending(directory: Path) -> tuple[int, str, str]:
    """Run pytest there: its exit code, its last line without the time, and all that it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "-q"],
        cwd=directory,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()[-1].partition(" in ")[0], done.stdout


def test_the_example_passes_against_the_real_claude_code(installed: Installed, tmp_path: Path) -> None:
    for release in ("claude@2.1.268", "claude@2.1.332"):
        installed(release)
    shutil.copy(EXAMPLE, tmp_path)

    code, last_line, text = ending(tmp_path)

    assert (code, last_line) == (0, "3 passed"), text


def test_the_example_fails_where_the_client_does_something_else(installed: Installed, tmp_path: Path) -> None:
    installed("claude@2.1.332")
    text = EXAMPLE.read_text(encoding="utf-8")
    wrong = text.replace('("claude@2.1.268", "inline"), ("claude@2.1.332", "deferred")', '("claude@2.1.332", "inline")')
    assert wrong != text
    (tmp_path / EXAMPLE.name).write_text(wrong, encoding="utf-8")

    code, last_line, text = ending(tmp_path)

    assert (code, last_line) == (1, "1 failed, 1 passed"), text
    assert "assert ['deferred'] == ['inline']" in text


def test_the_example_is_short() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.startswith('"""')]
    assert len(code) <= MAX_LINES
