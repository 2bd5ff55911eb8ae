"""Releases that the fake npm can fetch: scripted clients, as files of an npm package."""

import json
import os
import sys
from collections.abc import Mapping
from typing import Final

from tests.probe.installs.fake_npm import CODEX, CODEX_PROGRAM
from tests.support.places import CLIENTS
from tests.support.stage import Step

_PLAN: Final = f"{CODEX_PROGRAM.rpartition('/')[0]}/plan.json"


def codex_packages(releases: Mapping[str, tuple[Step, ...]]) -> dict[str, dict[str, str]]:
    """The packages of these versions, each with the steps that it takes when it is run."""
    return {f"{CODEX}@{version}": _files(version, steps) for version, steps in releases.items()}


def _files(version: str, steps: tuple[Step, ...]) -> dict[str, str]:
    interpreter = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    text = (CLIENTS / "scripted.py").read_text(encoding="utf-8")
    plan = {"client": "codex", "version": version, "says": f"codex-cli {version}", "steps": steps}
    return {CODEX_PROGRAM: f"#!{interpreter} -IS\n{text}", _PLAN: json.dumps(plan)}
