"""The probe's end of a warden: opens a place to run in, starts a client there, learns how it ended.

Every call is short and synchronous, so that the client can be started before asyncio and the other heavy packages are
imported (decision 11 of the design); a caller in an event loop waits for `channel` to be readable first.
"""

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from captures.words import Isolation
from probe.errors import InconclusiveError, SetupError
from probe.sandbox import protocol, scratch
from probe.sandbox.place import Launch, Place

_PACKAGES: Final = Path(__file__).resolve().parents[2]
_START: Final = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from probe.sandbox.warden import main; sys.exit(main(sys.argv[1:]))"
)
GRACE_SECONDS: Final = 10.0
"""What a warden gets to end its client and to clean up."""

_BRIDGE: Final = _PACKAGES / "fake_mcp" / "bridge.py"


class SandboxRefusedError(SetupError):
    """The place could not be made. `step` names what the system refused; `isolation` what was tried."""

    def __init__(self, isolation: Isolation, step: str) -> None:
        self.isolation = isolation
        self.step = step
        instead = ", or use --set isolation=environment" if isolation == "namespace" else ""
        super().__init__(
            f"this machine refused the {isolation} isolation ({step}); run `shape-probe doctor` for what to do{instead}"
        )


class LaunchRefusedError(SetupError):
    """The system could not execute the client. `code` is the errno's name."""

    def __init__(self, program: str, code: str) -> None:
        self.code = code
        advice = {
            "ENOEXEC": "it is built for another architecture or system; install the client's package for this one",
            "EACCES": "it is not executable; run chmod +x on it, or check the permissions of its directories",
            "ENOENT": "it, or the interpreter or loader that it needs, does not exist; install the client again",
            "ENOSPC": "there is no room for its scratch files; free some disk space or memory",
        }.get(code, "check the file and the machine's limits")
        super().__init__(f"{program} could not be started ({code}): {advice}")


class WardenLostError(InconclusiveError):
    """The process that guards a run is gone."""

    def __init__(self) -> None:
        super().__init__("the process that guards the client was killed from outside; run again")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a client ended. `exit_code` is None when it was cut short, negative for a signal."""

    exit_code: int | None
    unroutable: int


class Sandbox:
    """One place for one client. Use as a context manager: leaving it ends the client and removes the place."""

    def __init__(
        self,
        isolation: Isolation,
        *,
        keep: Iterable[str],
        hide: Iterable[str],
        word: str = "",
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        """Start the warden; `ready` tells what came of it.

        Args:
            isolation: What to try. There is no fallback in here.
            keep: Paths that the client needs.
            hide: Directories with settings of the machine's owner, which the client is not to see.
            word: The random word of this run's canaries.
            grace_seconds: What the warden gets to clean up at the end.
        """
        self._grace_seconds = grace_seconds
        self.isolation: Isolation = isolation
        self.word = word or secrets.token_hex(8)
        self.channel, theirs = socket.socketpair()
        self.stdout, out_end = os.pipe()
        self.stderr, err_end = os.pipe()
        settings = {
            "isolation": isolation,
            "user": f"user-{self.word}",
            "keep": sorted({*keep, *_needed_by_the_bridge()}),
            "hide": sorted(hide),
            "scratch_parent": scratch.PARENT,
        }
        passed = (theirs.fileno(), out_end, err_end)
        self._warden = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _START, str(_PACKAGES), *map(str, passed), json.dumps(settings)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=passed,
            env={},
            cwd="/",
            start_new_session=True,  # the terminal's Ctrl-C is for the probe, which tells the warden
        )
        theirs.close()
        os.close(out_end)
        os.close(err_end)
        self._receiver = protocol.Receiver(self.channel)
        self.place: Place | None = None

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        """The listening sockets: provider, MCP, and the name server (in a jail) or the refusing port (outside)."""
        return tuple(self._receiver.sockets)

    def ready(self) -> Place:
        """Wait until the place stands.

        Raises:
            SandboxRefusedError: The system refused; the sandbox is closed.
            WardenLostError: Somebody killed the warden; the sandbox is closed.
        """
        message = self._receiver.receive()
        if message is None:  # nobody refused anything: somebody killed it, which is no reason for a weaker place
            self.close()
            raise WardenLostError
        if "opened" not in message:
            self.close()
            raise SandboxRefusedError(self.isolation, str(message["refused"]))
        opened = message["opened"]
        root, refuser = opened["root"], opened["refuser_port"]
        self.place = Place(
            root=root,
            provider_url=f"http://127.0.0.1:{opened['port']}",
            bridge=(*_bridge_interpreter(), f"{root}/bridge.py", f"{root}/mcp.sock"),
            proxy_url=None if refuser is None else f"http://127.0.0.1:{refuser}",
            word=self.word,
            isolation=self.isolation,
        )
        return self.place

    def launch(self, launch: Launch) -> None:
        """Start the client.

        Raises:
            LaunchRefusedError: Its program could not be executed; the sandbox is closed.
            WardenLostError: Somebody killed the warden; the sandbox is closed.
        """
        if self.place is None:
            raise SandboxRefusedError(self.isolation, "launched before it was ready")
        place = self.place
        prefix = f"{place.root}/"
        directories = (place.home, place.work, place.temporary)
        message = {
            "argv": launch.argv,
            "env": dict(launch.env),
            "cwd": launch.cwd,
            "files": {"bridge.py": _BRIDGE.read_text(encoding="utf-8"), **launch.files},
            "directories": [path.removeprefix(prefix) for path in directories] + list(launch.directories),
        }
        with contextlib.suppress(OSError):  # the warden is gone, as the missing answer tells
            protocol.send(self.channel, {"launch": message})
        answer = self._receiver.receive()
        if answer is None:
            self.close()
            raise WardenLostError
        if "started" not in answer:
            self.close()
            raise LaunchRefusedError(launch.argv[0], str(answer["code"]))

    def cut_short(self) -> None:
        """Have the client killed with all that it started; `ended` then tells the rest."""
        with contextlib.suppress(OSError):
            protocol.send(self.channel, {"end": {}})

    def ended(self) -> Ended:
        """Take in how the client ended; blocks until it has.

        Raises:
            WardenLostError: Somebody killed the warden, or PID 1 of the jail.
        """
        message: dict[str, Any] | None = self._receiver.receive()
        if message is None or "lost" in message:  # with the warden, or with PID 1, its jail went
            raise WardenLostError
        return Ended(exit_code=message["ended"]["status"], unroutable=message["ended"]["unroutable"])

    def close(self) -> None:
        """End whatever still runs and wait until nothing of it is left. May be called again."""
        self.channel.close()
        for each in self._receiver.sockets:
            each.close()
        for descriptor in (self.stdout, self.stderr):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self.stdout = self.stderr = -1
        try:
            self._warden.wait(timeout=self._grace_seconds)
        except subprocess.TimeoutExpired:  # stopped, or stuck: the kernel ends its jail with it
            self.abandon()
            self._warden.wait()

    def abandon(self) -> None:
        """Kill a warden that does not answer."""
        self._warden.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _bridge_interpreter() -> tuple[str, ...]:
    return (_base_python(), "-I", "-S")


def _base_python() -> str:
    """The real interpreter behind a virtual environment: the bridge needs no packages."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def _needed_by_the_bridge() -> tuple[str, ...]:
    return (sys.base_prefix, str(Path(_base_python()).parent))
