"""Puts the fake npm on a PATH of its own, and reads what it was asked."""

import json
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

from probe.installs.programs import this_platform

SCRIPT = Path(__file__).with_name("npm_script.py")

CODEX = "@openai/codex"
CLAUDE = "@anthropic-ai/claude-code"
CODEX_PROGRAM = f"node_modules/@openai/codex-{this_platform()}/vendor/any-triple/bin/codex"
CLAUDE_SCRIPT = "node_modules/@anthropic-ai/claude-code/cli.js"
NATIVE = "#!/bin/sh\necho native\n"
"""Stands for a native program: starts without an interpreter on PATH."""


def codex_files() -> dict[str, str]:
    """The files of a Codex version, path and text; what begins with #! is executable."""
    return {"node_modules/@openai/codex/package.json": "{}", CODEX_PROGRAM: NATIVE}


@dataclass(frozen=True)
class FakeNpm:
    """`bin` holds the programs npm and node, and nothing else."""

    bin: Path
    environ: dict[str, str] = field(repr=False)

    def calls(self) -> list[list[str]]:
        """Each call's command and names, in order."""
        path = self.bin.with_name("calls.jsonl")
        if not path.exists():
            return []
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        return [[word for word in line if not word.startswith("--")] for line in lines]

    def plan(self, **plan: object) -> None:
        """Say what npm does from now on: `view`, `packages`, `fails`, `is_silent`, `meet`; see npm_script.py."""
        whole: dict[str, object] = {"view": {}, "packages": {}} | plan
        self.bin.with_name("plan.json").write_text(json.dumps(whole), encoding="utf-8")


def fake_npm(directory: Path, **plan: object) -> FakeNpm:
    """Make a fake npm and a node below `directory`."""
    programs = directory / "fake-npm" / "bin"
    programs.mkdir(parents=True)
    plan_path = programs.with_name("plan.json")
    command = shlex.join([sys.executable, "-I", "-S", str(SCRIPT), str(plan_path)])
    for name, text in (("npm", f'#!/bin/sh\nexec {command} "$@"\n'), ("node", NATIVE)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    fake = FakeNpm(bin=programs, environ={"PATH": str(programs)})
    fake.plan(**plan)
    return fake
