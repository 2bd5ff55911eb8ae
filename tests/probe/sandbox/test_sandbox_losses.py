"""Somebody kills or stops what guards a client: it is told as that, and nothing is left."""

import os
import signal
from pathlib import Path

import pytest

from captures.words import Isolation
from probe.sandbox.sandbox import Sandbox, WardenLostError
from tests.support.isolations import ISOLATIONS
from tests.support.places import opened, place_of, script, start
from tests.support.roll import WAIT_SECONDS, Roll

EVERYWHERE = pytest.mark.parametrize("isolation", ISOLATIONS)


def ready_until_lost(sandbox: Sandbox) -> None:
    """The first call succeeds when the warden was quicker than the signal."""
    sandbox.ready()
    sandbox.ready()


@EVERYWHERE
def test_the_loss_of_the_warden_is_told_and_the_client_dies_with_it(isolation: Isolation) -> None:
    with Roll() as roll, opened(isolation, keep=(roll.directory,)) as sandbox:
        start(sandbox, *script(sandbox, "hold.py", roll.address, "client"))
        roll.call("client")
        os.kill(sandbox._warden.pid, signal.SIGKILL)
        roll.wait_for_all()
        with pytest.raises(WardenLostError) as lost:
            sandbox.ended()

    assert (str(lost.value), lost.value.exit_code) == (
        "the process that guards the client was killed from outside; run again",
        3,
    )


@pytest.mark.parametrize("isolation", [each for each in ISOLATIONS if each == "namespace"])  # with a PID 1 of its own
def test_the_loss_of_the_jails_first_process_is_no_word_of_the_clients(isolation: Isolation) -> None:
    """Else it would read as if the probe had cut the client short at its deadline."""
    with Roll() as roll, opened(isolation, keep=(roll.directory,)) as sandbox:
        start(sandbox, *script(sandbox, "hold.py", roll.address, "client"))
        roll.call("client")
        warden = sandbox._warden.pid
        first = int(Path(f"/proc/{warden}/task/{warden}/children").read_text(encoding="ascii").split()[0])
        os.kill(first, signal.SIGKILL)
        roll.wait_for_all()
        with pytest.raises(WardenLostError):
            sandbox.ended()


@EVERYWHERE
def test_the_loss_of_the_warden_before_the_launch_is_told_as_such(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        os.kill(sandbox._warden.pid, signal.SIGKILL)
        sandbox._warden.wait(WAIT_SECONDS)
        with pytest.raises(WardenLostError):
            start(sandbox, "/bin/sh", "-c", "exit 0")

    assert sandbox._warden.returncode == -signal.SIGKILL


def test_a_warden_that_does_not_answer_is_killed_at_the_end() -> None:
    sandbox = Sandbox("namespace", keep=(), hide=(), grace_seconds=0.1)
    sandbox.ready()
    os.kill(sandbox._warden.pid, signal.SIGSTOP)

    sandbox.close()

    assert sandbox._warden.returncode == -signal.SIGKILL


def test_the_next_run_removes_what_a_killed_warden_has_left() -> None:
    with opened("environment") as lost:
        root = Path(place_of(lost).root)
        os.kill(lost._warden.pid, signal.SIGKILL)
        lost._warden.wait(WAIT_SECONDS)
    with opened("environment"):
        is_there = root.exists()

    assert not is_there


@EVERYWHERE
def test_the_loss_of_the_warden_before_it_is_ready_is_no_refusal(isolation: Isolation) -> None:
    """A refusal would make the run take a weaker isolation."""
    with Sandbox(isolation, keep=(), hide=()) as sandbox:
        os.kill(sandbox._warden.pid, signal.SIGKILL)
        sandbox._warden.wait(WAIT_SECONDS)
        with pytest.raises(WardenLostError):
            ready_until_lost(sandbox)
