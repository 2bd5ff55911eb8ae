import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from probe.sandbox.descendants import alive_below, kill_all
from tests.support.places import CLIENTS, REPOSITORY
from tests.support.roll import WAIT_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A process with a zombie, a child with a child, and a single child that leads a session of its own."""

    ancestor: int
    zombie: int
    parent: int
    child: int
    single: int


@pytest.fixture
def family() -> Iterator[Family]:
    argv = [sys.executable, "-I", "-S", str(CLIENTS / "family.py")]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as ancestor:
        assert ancestor.stdout is not None
        yield Family(ancestor=ancestor.pid, **json.loads(ancestor.stdout.readline()))
        ancestor.kill()


@contextlib.contextmanager
def deaths(*processes: int) -> Iterator[list[int]]:
    """Open descriptors that can be read when the processes are dead."""
    opened = [os.pidfd_open(process) for process in processes]
    yield opened
    for descriptor in opened:
        os.close(descriptor)


def test_descendants_are_found_parents_first_and_without_zombies(family: Family) -> None:
    assert alive_below(family.ancestor) == [family.parent, family.single, family.child]


def test_a_process_without_children_has_no_descendants(family: Family) -> None:
    assert alive_below(family.child) == []


def test_a_name_that_looks_like_the_fields_after_it_does_not_confuse(tmp_path: Path) -> None:
    """proc_pid_stat(5): the name stands in parentheses, unescaped."""
    program = tmp_path / "a) Z 1 (b"
    shutil.copy("/bin/cat", program)
    program.chmod(0o755)
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"it runs\n")
        process.stdin.flush()
        process.stdout.readline()  # its name is set after `Popen` has returned, and before it runs
        name = Path(f"/proc/{process.pid}/comm").read_text(encoding="utf-8")
        found = alive_below(os.getpid())

    assert (name, process.pid in found) == ("a) Z 1 (b\n", True)


def test_every_descendant_is_dead_when_the_killing_returns_and_the_ancestor_lives(family: Family) -> None:
    with deaths(family.parent, family.child, family.single, family.ancestor) as opened:
        kill_all(family.ancestor, group=None)
        dead = select.select(opened, [], [], 0)[0]

    assert dead == opened[:3]


def test_the_whole_group_is_killed(family: Family) -> None:
    with deaths(family.single, family.parent) as opened:
        kill_all(family.child, group=family.single)
        dead = select.select(opened[:1], [], [], WAIT_SECONDS)[0] + select.select(opened[1:], [], [], 0)[0]

    assert dead == opened[:1]


def test_a_group_that_is_gone_is_no_error() -> None:
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", ""], start_new_session=True) as process:
        process.wait(WAIT_SECONDS)

        kill_all(process.pid, group=process.pid)

        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_dead_children_are_taken_in_and_those_alive_are_not_waited_for() -> None:
    program = f"""
import os, sys
sys.path.insert(0, {str(REPOSITORY)!r})
from probe.sandbox.descendants import reap_all
held, _ = os.pipe()
for _ in range(3):
    if not (dead := os.fork()):
        os._exit(0)
    os.waitid(os.P_PID, dead, os.WEXITED | os.WNOWAIT)
if not (alive := os.fork()):
    os.read(held, 1)
reap_all()
left = os.waitpid(-1, os.WNOHANG)
os.kill(alive, 9)
os.waitpid(alive, 0)
reap_all()
print(left)
"""
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        capture_output=True,
        encoding="utf-8",
        timeout=WAIT_SECONDS,
        check=False,
    )

    assert (found.stdout, found.stderr) == ("(0, 0)\n", "")
