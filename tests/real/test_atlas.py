"""The atlas says what the clients do: asked again, a release gives the bytes that stand there."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.real.command import COMMAND, SECONDS
from tests.real.conftest import Installed

pytestmark = pytest.mark.real

ATLAS: Final = Path(__file__).parents[2] / "captures" / "atlas"


@pytest.mark.parametrize(
    "question", [("first-request", "--reply=accept,refuse"), ("tool-call",)], ids=lambda question: question[0]
)
@pytest.mark.parametrize("spec", ["claude@2.1.268", "claude@2.1.332", "codex@0.154.0", "codex@0.171.0"])
def test_a_release_gives_the_bytes_that_the_atlas_has(
    installed: Installed, tmp_path: Path, spec: str, question: tuple[str, ...]
) -> None:
    installed(spec)
    scenario, *options = question
    name = f"{spec.replace('@', '/')}/{scenario}.json"

    done = subprocess.run(
        [*COMMAND, "matrix", spec, f"--scenario={scenario}", *options, f"--out={tmp_path}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )

    assert (done.returncode, (tmp_path / name).read_bytes()) == (0, (ATLAS / name).read_bytes())
