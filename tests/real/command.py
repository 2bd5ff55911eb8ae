"""Starts `python -m probe` as a user does, and reads what it gives. Parses nothing of a client."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from captures import canonical
from captures.model import Capture

COMMAND: Final = (sys.executable, "-m", "probe")

SECONDS: Final = 120
"""The bound of one command. It does not hold up a test that does well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command gave: its exit code, its standard output and its standard error."""

    exit_code: int
    text: str
    notes: str

    @property
    def captures(self) -> tuple[Capture, ...]:
        """The captures of the shapes file on standard output."""
        assert self.text, self.notes
        return canonical.loads(self.text, name="standard output").captures

    @property
    def capture(self) -> Capture:
        """The one capture of the shapes file on standard output."""
        (found,) = self.captures
        return found


def run(*arguments: str, cwd: Path, environment: Mapping[str, str] = os.environ) -> Answer:
    """Put a question with `shape-probe run`, and have the shapes file on standard output."""
    done = subprocess.run(
        [*COMMAND, "run", *arguments, "--out=-"],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return Answer(exit_code=done.returncode, text=done.stdout, notes=done.stderr)
