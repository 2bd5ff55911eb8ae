"""Each end of a run in which the probe itself dies: a process of its own stands for it."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from captures.words import Isolation
from tests.support.isolations import ISOLATIONS
from tests.support.places import REPOSITORY
from tests.support.roll import WAIT_SECONDS, Roll

EVERYWHERE = pytest.mark.parametrize("isolation", ISOLATIONS)
KINDS = ("net", "mnt", "ipc", "uts", "pid_for_children", "user")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a probe tells of its place. `namespaces` are those that its warden has not in common with this process."""

    root: Path
    namespaces: set[str]


@contextlib.contextmanager
def lone_probe(isolation: Isolation, roll: Roll, *client: str) -> Iterator[subprocess.Popen[bytes]]:
    """A probe in a process group of its own, which is ended at the end."""
    argv = [sys.executable, "-m", "tests.support.lone_probe", isolation, roll.directory, *client]
    with subprocess.Popen(
        argv, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as probe:
        try:
            yield probe
        finally:
            probe.kill()


def facts_of(probe: subprocess.Popen[bytes]) -> Facts:
    assert probe.stdout is not None
    told = json.loads(probe.stdout.readline())
    ours = namespaces_of("self")
    return Facts(root=Path(told["root"]), namespaces=namespaces_of(str(told["warden"])) - ours)


def namespaces_of(process: str) -> set[str]:
    """The namespaces of a process; none where it is gone, or where the system has no namespaces.

    A zombie keeps its user namespace until its parent takes it in, and no other: the user namespace comes last.
    """
    found: set[str] = set()
    with contextlib.suppress(OSError):
        for kind in KINDS:
            found.add(str(Path(f"/proc/{process}/ns/{kind}").readlink()))
    return found


def all_namespaces() -> set[str]:
    return set().union(*(namespaces_of(path.name) for path in Path("/proc").glob("[0-9]*")))


def end_of(probe: subprocess.Popen[bytes]) -> bytes:
    """Wait until the probe and its warden are gone (both hold the pipe), and give what they had to say."""
    return probe.communicate(timeout=WAIT_SECONDS)[1]


@EVERYWHERE
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_nothing_is_left_of_a_run_when_the_group_of_the_probe_gets_a_signal(
    isolation: Isolation, number: signal.Signals
) -> None:
    with Roll() as roll, lone_probe(isolation, roll, "leave.py", roll.address, "stay") as probe:
        facts = facts_of(probe)
        roll.call("own group", "own session", "orphan", "client")
        os.killpg(probe.pid, number)
        roll.wait_for_all()
        said = end_of(probe)
        left = (facts.root.exists(), facts.namespaces & all_namespaces())

    assert (said, left) == (b"", (False, set()))
    assert len(facts.namespaces) == (len(KINDS) if isolation == "namespace" else 0)


@EVERYWHERE
def test_nothing_is_left_of_a_place_that_was_not_used_when_the_probe_is_killed(isolation: Isolation) -> None:
    with Roll() as roll, lone_probe(isolation, roll) as probe:
        facts = facts_of(probe)
        probe.kill()
        said = end_of(probe)
        left = (facts.root.exists(), facts.namespaces & all_namespaces())

    assert (said, left) == (b"", (False, set()))
