"""Installs a tiny package with entry points for a test: a directory that another interpreter puts on its path."""

import subprocess
import sys
from pathlib import Path

from tests.support.places import REPOSITORY


def install(site: Path, group: str, entry_points: dict[str, str], module: str) -> None:
    """Write a distribution `other` with a module `other` and entry points, as an installer does."""
    (site / "other.py").write_text(module, encoding="utf-8")
    metadata = site / "other-0.1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 0.1\n", encoding="utf-8")
    lines = [f"[{group}]", *(f"{name} = {target}" for name, target in entry_points.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def output_with(site: Path, program: str) -> str:
    """Run Python code with that directory on the path, and give what it prints, its errors too."""
    code = f"import sys; sys.path[:0] = [{str(REPOSITORY)!r}, {str(site)!r}]\n{program}"
    return subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=30,
        check=False,
    ).stdout
