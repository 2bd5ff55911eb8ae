"""A matrix of released clients: its files hold what single runs give."""

import subprocess
from pathlib import Path

import pytest

from captures import canonical
from captures.model import Capture
from tests.probe.campaigns.commands import WIRED
from tests.real.command import SECONDS
from tests.real.conftest import Ask, Installed

pytestmark = pytest.mark.real

RELEASES = ("claude@2.1.332", "codex@0.171.0")


def captures_below(directory: Path) -> list[Capture]:
    files = (canonical.loads(path.read_bytes(), name=path.name) for path in sorted(directory.rglob("*.json")))
    return [capture for file in files for capture in file.captures]


def test_a_matrix_gives_what_single_runs_give(installed: Installed, ask: Ask, tmp_path: Path) -> None:
    for release in RELEASES:
        installed(release)

    done = subprocess.run(
        [*WIRED, "matrix", *RELEASES, "--reply=accept,refuse", "--jobs=2", "--out=here"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )

    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        [
            "claude first-request",
            "         reply=accept  reply=refuse",
            "2.1.332  deferred      deferred",
            "",
            "codex first-request",
            "         reply=accept  reply=refuse",
            "0.171.0  deferred      deferred",
        ],
    )
    assert captures_below(tmp_path / "here") == [
        ask(release, f"--reply={reply}").capture for release in RELEASES for reply in ("accept", "refuse")
    ]
