"""`shape-probe doctor` says what this machine has, and what to do about what is missing."""

import json
import platform
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from probe.cli.doctor import Finding, advice_about, doctor
from tests.probe.installs.fake_npm import fake_npm
from tests.support.isolations import ISOLATIONS

PYTHON: Final = Finding(
    topic="python", is_well=True, found=f"{platform.python_version()} on {sys.platform} {platform.machine()}"
)
NAMESPACE: Final = (
    Finding(topic="isolation namespace", is_well=True, found="user, network, mount, PID, IPC and UTS namespaces")
    if "namespace" in ISOLATIONS
    else Finding(
        topic="isolation namespace",
        is_well=False,
        found="only Linux has it",
        advice="runs use the environment isolation",
    )
)
ENVIRONMENT: Final = Finding(
    topic="isolation environment", is_well=True, found="scratch directory, environment allow-list, refusing proxy"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A PATH with the programs npm and claude, and the findings about it."""

    path: str
    findings: tuple[Finding, ...]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    fake = fake_npm(tmp_path)
    claude = fake.bin / "claude"
    claude.symlink_to("/bin/sh")
    return Machine(
        path=str(fake.bin),
        findings=(
            PYTHON,
            NAMESPACE,
            ENVIRONMENT,
            Finding(topic="npm", is_well=True, found=str(fake.bin / "npm")),
            Finding(topic="claude on PATH", is_well=True, found=str(claude)),
            Finding(
                topic="codex on PATH",
                is_well=False,
                found="not found",
                advice="name a release instead, for example codex@latest: it is fetched by npm",
            ),
        ),
    )


def run(path: str, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(doctor, arguments, env={"PATH": path})
    return result.exit_code, result.stdout


def test_each_finding_is_a_line_with_what_to_do_below_it(machine: Machine) -> None:
    lines = []
    for finding in machine.findings:
        lines.append(f"{'ok' if finding.is_well else '--'}  {finding.topic}: {finding.found}")
        lines += [f"      {finding.advice}"] if finding.advice else []

    assert run(machine.path) == (0, "\n".join(lines) + "\n")


def test_the_same_comes_as_json(machine: Machine) -> None:
    code, text = run(machine.path, "--json")

    assert (code, json.loads(text)) == (0, [asdict(finding) for finding in machine.findings])


def test_on_a_machine_without_npm_a_client_can_run_all_the_same(tmp_path: Path) -> None:
    """What is said of npm depends on whether its wheel is installed."""
    code, text = run(str(tmp_path), "--json")

    assert (code, [finding["topic"] for finding in json.loads(text) if not finding["is_well"]][-2:]) == (
        0,
        ["claude on PATH", "codex on PATH"],
    )


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("unshare: ENOSPC", "the limit of user namespaces is reached or 0: sysctl user.max_user_namespaces=10000"),
        ("unshare: EUSERS", "the limit of user namespaces is reached or 0: sysctl user.max_user_namespaces=10000"),
        (
            "unshare: EPERM",
            (
                "user namespaces are restricted: on Ubuntu 23.10 and later sysctl "
                "kernel.apparmor_restrict_unprivileged_userns=0, on Debian kernel.unprivileged_userns_clone=1, "
                "in a container allow them in its seccomp profile; else runs use the environment isolation"
            ),
        ),
        ("loopback: ENODEV", "runs use the environment isolation; the captures say so"),
    ],
)
def test_each_way_of_refusing_namespaces_has_its_advice(step: str, says: str) -> None:
    assert advice_about(step) == says
