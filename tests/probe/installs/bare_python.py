"""Runs a piece of code in a Python without site-packages: what is installed on the machine does not show."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def printed(code: str) -> str:
    """What the code prints. It can import this project's light modules."""
    answer = subprocess.run(
        [sys.executable, "-S", "-c", code],
        check=True,
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )
    return answer.stdout
