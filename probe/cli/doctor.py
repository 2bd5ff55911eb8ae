"""`shape-probe doctor`: what this machine has, and what to do about what is missing."""

import json
import os
import platform
import shutil
import sys
from dataclasses import asdict, dataclass

import click

from probe.cli.ending import ends_well, show
from probe.clients.table import CLIENTS
from probe.errors import ProbeError
from probe.sandbox.sandbox import Sandbox, SandboxRefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at. `advice` is empty when there is nothing to do."""

    topic: str
    is_well: bool
    found: str
    advice: str = ""


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@ends_well
def doctor(*, as_json: bool) -> int:
    """Say what isolation, npm and clients this machine has, and what to do about what is missing."""
    findings = [_python(), *_isolation(), _npm(), *_clients()]
    if as_json:
        show(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        for finding in findings:
            show(f"{'ok  ' if finding.is_well else '--  '}{finding.topic}: {finding.found}")
            if finding.advice:
                show(f"      {finding.advice}")
    can_run = any(finding.topic.startswith("isolation") and finding.is_well for finding in findings)
    return 0 if can_run else 2


def _python() -> Finding:
    return Finding(
        topic="python", is_well=True, found=f"{platform.python_version()} on {sys.platform} {platform.machine()}"
    )


def _isolation() -> list[Finding]:
    return [_namespace(), _environment()]


def _namespace() -> Finding:
    topic = "isolation namespace"
    if sys.platform != "linux":
        return Finding(
            topic=topic, is_well=False, found="only Linux has it", advice="runs use the environment isolation"
        )
    try:
        with Sandbox("namespace", keep=(), hide=()) as sandbox:
            sandbox.ready()
    except SandboxRefusedError as refused:
        return Finding(topic=topic, is_well=False, found=f"refused ({refused.step})", advice=advice_about(refused.step))
    return Finding(topic=topic, is_well=True, found="user, network, mount, PID, IPC and UTS namespaces")


def advice_about(step: str) -> str:
    """What to do where the system refuses a step of the namespace isolation (`unshare: ENOSPC`)."""
    if "ENOSPC" in step or "EUSERS" in step:
        return "the limit of user namespaces is reached or 0: sysctl user.max_user_namespaces=10000"
    if "EPERM" in step or "EACCES" in step:
        return (
            "user namespaces are restricted: on Ubuntu 23.10 and later sysctl "
            "kernel.apparmor_restrict_unprivileged_userns=0, on Debian kernel.unprivileged_userns_clone=1, "
            "in a container allow them in its seccomp profile; "
            "else runs use the environment isolation"
        )
    return "runs use the environment isolation; the captures say so"


def _environment() -> Finding:
    topic = "isolation environment"
    try:
        with Sandbox("environment", keep=(), hide=()) as sandbox:
            sandbox.ready()
    except SandboxRefusedError as refused:
        return Finding(
            topic=topic,
            is_well=False,
            found=f"refused ({refused.step})",
            advice="loopback ports and a writable /var/tmp are needed; check the disk and the machine's limits",
        )
    return Finding(topic=topic, is_well=True, found="scratch directory, environment allow-list, refusing proxy")


def _npm() -> Finding:
    from probe.installs.npm import npm_here

    try:
        npm = npm_here(os.environ)
    except ProbeError as error:
        return Finding(topic="npm", is_well=False, found="not found", advice=str(error))
    return Finding(topic="npm", is_well=True, found=" ".join(npm.argv))


def _clients() -> list[Finding]:
    findings = []
    for name in CLIENTS:
        path = shutil.which(name)
        advice = "" if path else f"name a release instead, for example {name}@latest: it is fetched by npm"
        findings.append(
            Finding(topic=f"{name} on PATH", is_well=path is not None, found=path or "not found", advice=advice)
        )
    return findings
