"""How a run ends, on every path: nothing of it stays, and the exit code says which path it was."""

import fcntl
import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from captures.words import Isolation
from tests.interaction.requirements import covers
from tests.support.isolations import ISOLATIONS
from tests.support.stage import WAIT_SECONDS, Done, Stage, ended
from tests.support.steps import LIST, STAY, TELL, ask

LEAVE: Final = {"do": "leave", "name": "left behind"}

EVERY_ISOLATION: Final = pytest.mark.parametrize("isolation", ISOLATIONS)

INTERRUPTED: Final = "shape-probe: interrupted; what was started is ended, and nothing was written\n"


def scratch_of(known: dict[str, Any]) -> Path:
    return Path(known["environ"]["HOME"]).parent


@contextmanager
def standing(stage: Stage, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A command that is in the middle of a run, beside a file that was there before."""
    stage.file.write_text(EMPTY, encoding="utf-8")
    process = stage.start("run", *arguments)
    yield process
    assert (stage.left(), stage.file.read_text(encoding="utf-8")) == (["native-tool-shapes.json"], EMPTY)


EMPTY: Final = json.dumps({"schema_version": 1, "fixture": {"alias": "a", "tool": {}}, "captures": []})


@covers("end.scratch", "end.processes")
@EVERY_ISOLATION
def test_nothing_is_left_after_a_run(stage: Stage, isolation: Isolation) -> None:
    """What the client left behind would be deaf to all signals but the last one."""
    client = stage.released("claude", TELL, LIST, ask(), LEAVE)
    process = stage.start("run", client.spec, "--set", f"isolation={isolation}")

    known = client.ear.hear()
    client.ear.hear()
    done = ended(process)

    assert done.exit_code == 0
    client.ear.wait_for_all()
    assert not scratch_of(known).exists()


@covers("end.scratch", "end.processes", "error.deadline")
@EVERY_ISOLATION
def test_nothing_is_left_after_the_deadline(stage: Stage, isolation: Isolation) -> None:
    client = stage.released("claude", TELL, LEAVE, STAY)
    process = stage.start("run", client.spec, "--set", f"isolation={isolation}", "--deadline", "3")

    known = client.ear.hear()
    client.ear.hear()
    done = ended(process)

    assert done.exit_code == 3
    client.ear.wait_for_all()
    assert not scratch_of(known).exists()


@covers("end.interrupted", "end.processes", "end.scratch")
@EVERY_ISOLATION
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_everything(stage: Stage, number: signal.Signals, isolation: Isolation) -> None:
    client = stage.released("claude", TELL, LIST, ask(), LEAVE, STAY)

    with standing(stage, client.spec, "--set", f"isolation={isolation}") as process:
        known = client.ear.hear()
        client.ear.hear()
        process.send_signal(number)
        done = ended(process)

    assert done == Done(exit_code=128 + number, stdout="", stderr=INTERRUPTED)
    client.ear.wait_for_all()
    assert not scratch_of(known).exists()


@covers("end.interrupted")
def test_a_signal_while_the_version_is_asked_for_ends_everything(stage: Stage) -> None:
    """The client is a shell here, as a scripted client answers at once."""
    client = stage.at_path("claude")
    client.program.write_text(f"#!/bin/sh\n: > {stage.root}/pipe\nexec sleep 600\n", encoding="utf-8")
    os.mkfifo(stage.root / "pipe")

    with standing(stage, client.spec, "--set", "isolation=environment") as process:
        (stage.root / "pipe").read_bytes()
        process.send_signal(signal.SIGTERM)
        done = ended(process)

    assert done == Done(exit_code=128 + signal.SIGTERM, stdout="", stderr=INTERRUPTED)


@covers("end.interrupted")
def test_in_the_background_of_a_script_sigterm_still_ends_everything(stage: Stage) -> None:
    """There a shell has SIGINT ignored, which Python leaves so."""
    client = stage.released("claude", TELL, STAY)
    process = stage.start("run", client.spec, before=("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh"))

    client.ear.hear()
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)

    assert ended(process) == Done(exit_code=128 + signal.SIGTERM, stdout="", stderr=INTERRUPTED)
    client.ear.wait_for_all()


@covers("end.interrupted")
def test_under_nohup_a_hangup_changes_nothing(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())
    process = stage.start("run", client.spec, before=("/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh"))

    _, held = client.ear.listen()
    process.send_signal(signal.SIGHUP)
    held.sendall(b"null\n")

    assert (ended(process).exit_code, len(stage.shapes()["captures"])) == (0, 1)


@covers("end.killed")
@EVERY_ISOLATION
def test_when_the_probe_is_killed_its_client_and_scratch_go_too(stage: Stage, isolation: Isolation) -> None:
    """The scratch's lock is let go of when the scratch has been removed; in a jail there is none on this disk."""
    client = stage.released("claude", TELL, LEAVE, STAY)

    with standing(stage, client.spec, "--set", f"isolation={isolation}") as process:
        known = client.ear.hear()
        client.ear.hear()
        lock = scratch_of(known) / ".lock"
        locked = lock.open("rb") if isolation == "environment" else None
        process.kill()
        assert ended(process).exit_code == -signal.SIGKILL

    client.ear.wait_for_all()
    if locked is not None:
        with locked:
            wait_for_lock(locked.fileno())
    assert not scratch_of(known).exists()


def wait_for_lock(descriptor: int) -> None:
    waiting = threading.Thread(target=fcntl.flock, args=(descriptor, fcntl.LOCK_EX), daemon=True)
    waiting.start()
    waiting.join(WAIT_SECONDS)
    assert not waiting.is_alive()


@covers("end.closed-stdout")
def test_a_reader_of_the_output_that_has_gone_is_no_error_of_ours(stage: Stage) -> None:
    """As in `shape-probe run | head -0`; the file is written all the same."""
    client = stage.released("claude", LIST, ask())
    reading, writing = os.pipe()
    os.close(reading)
    process = stage.start("run", client.spec, stdout=writing)
    os.close(writing)

    assert ended(process) == Done(
        exit_code=128 + signal.SIGPIPE, stdout="", stderr="written: native-tool-shapes.json\n"
    )
    assert len(stage.shapes()["captures"]) == 1


@covers("end.closed-stdout")
@pytest.mark.parametrize(
    ("redirection", "code"),
    [(">&-", "EBADF"), pytest.param(">/dev/full", "ENOSPC", id="full")],
)
def test_an_output_that_takes_nothing_is_one_sentence(stage: Stage, redirection: str, code: str) -> None:
    client = stage.released("claude", LIST, ask())

    done = stage.run("run", client.spec, "--json", before=("/bin/sh", "-c", f'exec "$@" {redirection}', "sh"))

    assert done == Done(
        exit_code=2,
        stdout="",
        stderr=f"shape-probe: standard output cannot be written ({code}); free some space, or send it elsewhere\n",
    )


@covers("end.closed-stdout")
def test_without_any_standard_stream_the_file_is_the_same(stage: Stage) -> None:
    """Their numbers would be given to the first files that are opened, and those written into."""
    client = stage.released("claude", LIST, ask())
    expected = stage.run("run", client.spec, "--json").stdout

    stage.run("run", client.spec, before=("/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"))

    assert stage.file.read_text(encoding="utf-8") == expected


@covers("end.closed-stdout")
def test_an_output_that_knows_no_arrows_gets_them_escaped(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    done = stage.run("run", client.spec, environ={"PYTHONIOENCODING": "ascii"})

    assert done.exit_code == 0
    assert r"inputSchema\u2192input_schema" in done.stdout
