"""A stage for the command: scripted clients in a cache and on a PATH, a working directory, `shape-probe` itself.

The command runs as a process of its own, as a user starts it. What a scripted client knows comes over a socket, and
never touches a disk.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from probe.clients.table import client_named
from probe.installs.packages import PACKAGES
from probe.installs.programs import needs, this_platform
from probe.scenarios.first_request import FIRST_REQUEST
from probe.start import Order, Program
from tests.support.places import CLIENTS, REPOSITORY

WAIT_SECONDS: Final = 30.0
"""The bound of every wait: a busy machine is slow, and no test asserts a time."""

Step = dict[str, Any]

_SAYS: Final = {"claude": "{} (Claude Code)", "codex": "codex-cli {}"}
_PLACES: Final = {
    "claude": f"node_modules/@anthropic-ai/claude-code-{this_platform()}/claude",
    "codex": f"node_modules/@openai/codex-{this_platform()}/vendor/any/bin/codex",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How the command ended, and what it printed."""

    exit_code: int
    stdout: str
    stderr: str


class Ear:
    """The socket at which a scripted client tells what it knows; the connections stay open until it is dead."""

    def __init__(self, path: Path) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen(16)
        self._listening.settimeout(WAIT_SECONDS)
        self._held: list[socket.socket] = []

    def hear(self, answer: object = None) -> dict[str, Any]:
        """Wait for somebody who tells what it knows, and answer."""
        known, held = self.listen()
        held.sendall(json.dumps(answer).encode() + b"\n")
        return known

    def listen(self) -> tuple[dict[str, Any], socket.socket]:
        """Wait for somebody who tells what it knows; it waits for a line of JSON on the connection."""
        held, _ = self._listening.accept()
        held.settimeout(WAIT_SECONDS)
        self._held.append(held)
        with held.makefile("r", encoding="utf-8") as lines:
            return cast("dict[str, Any]", json.loads(lines.readline())), held

    def has_heard_nothing(self) -> bool:
        """Say whether nobody has come that was not heard: a client that was started would be waiting here."""
        self._listening.settimeout(0)
        try:
            self._listening.accept()
        except BlockingIOError:
            return True
        finally:
            self._listening.settimeout(WAIT_SECONDS)
        return False

    def wait_for_latecomers(self) -> None:
        """Wait until everybody who has come and was not heard is dead."""
        self._listening.settimeout(0)
        with suppress(BlockingIOError):
            while True:
                self._held.append(self._listening.accept()[0])
        self._listening.settimeout(WAIT_SECONDS)
        for held in self._held:
            held.settimeout(WAIT_SECONDS)
            while not _is_over(held):
                pass

    def wait_for_all(self) -> None:
        """Wait until everybody who was heard is dead: the kernel closes what they held."""
        for held in self._held:
            with suppress(ConnectionResetError):  # the kernel's word where something had not been read yet
                assert held.recv(1) == b""

    def close(self) -> None:
        """Close everything."""
        for each in (*self._held, self._listening):
            each.close()


def _is_over(held: socket.socket) -> bool:
    """Wait for data or the end. The end of one who has not read our answer is a reset."""
    try:
        return held.recv(1 << 16) == b""
    except ConnectionResetError:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """A scripted client: how to name it on the command line, its program, and the ear that it tells."""

    spec: str
    program: Path
    ear: Ear = field(repr=False)

    def order(self, **settings: str) -> Order:
        """What starts it without the command line."""
        name, _, version = self.spec.partition("@")
        argv = (str(self.program),)
        program = Program(client=client_named(name), argv=argv, version=version, keep=needs(argv))
        return Order(program=program, scenario=FIRST_REQUEST, reply="accept", settings=settings)


class Stage:
    """A short directory below `/tmp`, as the path of a socket is short; `work` is where the command runs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache, self.work, self.programs = root / "c", root / "work", root / "bin"
        for path in (self.cache, self.work, self.programs):
            path.mkdir()
        self.file = self.work / "native-tool-shapes.json"
        self.ears: list[Ear] = []

    def released(self, client: str, *steps: Step, version: str | None = None) -> Scripted:
        """Put a client into the cache: its version is known from there."""
        version = version or {"claude": "2.1.268", "codex": "0.154.0"}[client]
        prefix = self.cache / "clients" / client / version
        return self._scripted(f"{client}@{version}", client, version, prefix / _PLACES[client], steps)

    def at_path(self, client: str, *steps: Step, version: str = "7.0.0", says: str | None = None) -> Scripted:
        """Put a client somewhere else: only it can tell its version. `says` is what `--version` prints instead."""
        program = self.programs / PACKAGES[client].command
        return self._scripted(f"{client}@{program}", client, version, program, steps, says=says)

    def replaced(self, client: Scripted, *steps: Step) -> Scripted:
        """Have a scripted client do something else from now on."""
        path = client.program.with_name("plan.json")
        plan = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**plan, "steps": steps}), encoding="utf-8")
        return client

    def _scripted(
        self, spec: str, client: str, version: str, program: Path, steps: Sequence[Step], *, says: str | None = None
    ) -> Scripted:
        program.parent.mkdir(parents=True, exist_ok=True)
        interpreter = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
        text = (CLIENTS / "scripted.py").read_text(encoding="utf-8")
        program.write_text(f"#!{interpreter} -IS\n{text}", encoding="utf-8")
        program.chmod(0o755)
        plan = {"client": client, "version": version, "says": says or _SAYS[client].format(version), "steps": steps}
        program.with_name("plan.json").write_text(json.dumps(plan), encoding="utf-8")
        ear = Ear(program.with_name("ear"))
        self.ears.append(ear)
        return Scripted(spec=spec, program=program, ear=ear)

    def run(self, *arguments: str | Path, **options: Any) -> Done:  # noqa: ANN401 - those of `start`
        """Run the command to its end."""
        return ended(self.start(*arguments, **options))

    def start(
        self,
        *arguments: str | Path,
        environ: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        python: Sequence[str] = ("-m", "probe"),
        **streams: Any,  # noqa: ANN401 - of `subprocess.Popen`
    ) -> "subprocess.Popen[str]":
        """Start the command, in an environment of its own; `before` is a command that starts it."""
        env = {
            "HOME": str(self.work),
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "PYTHONPATH": str(REPOSITORY),
            "SHAPE_PROBE_CACHE": str(self.cache),
            "TMPDIR": str(self.work),
            "PYTHONFAULTHANDLER": "1",
            **(environ or {}),
        }
        return subprocess.Popen(
            [*before, sys.executable, *python, *map(str, arguments)],
            cwd=self.work,
            env=env,
            encoding="utf-8",
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
        )

    def shapes(self) -> Any:  # noqa: ANN401 - JSON
        """What is in the shapes file."""
        return json.loads(self.file.read_text(encoding="utf-8"))

    def left(self) -> list[str]:
        """The names of what the command left in its working directory."""
        return sorted(path.name for path in self.work.iterdir())


def ended(process: "subprocess.Popen[str]") -> Done:
    """Wait until a command has ended; one that does not is ended, and says where it was (faulthandler)."""
    try:
        stdout, stderr = process.communicate(timeout=WAIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        stdout, stderr = process.communicate(timeout=WAIT_SECONDS)
    return Done(exit_code=process.returncode, stdout=stdout or "", stderr=stderr or "")


@contextmanager
def opened_stage() -> Iterator[Stage]:
    """A stage, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="s-", dir="/tmp") as name:
        stage = Stage(Path(name))
        try:
            yield stage
        finally:
            for ear in stage.ears:
                ear.close()
