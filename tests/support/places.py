"""Opens a sandbox for a test, starts small programs there, and bounds every wait."""

import contextlib
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from captures.words import Isolation
from probe.sandbox.place import Launch, Place
from probe.sandbox.sandbox import Ended, Sandbox
from tests.support.roll import WAIT_SECONDS

REPOSITORY: Final = Path(__file__).resolve().parents[2]
CLIENTS: Final = REPOSITORY / "tests" / "support" / "clients"
"""Scripts that play a client."""

ENVIRONMENT: Final[Mapping[str, str]] = {"LANG": "C.UTF-8"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a program ended, and what it wrote."""

    ended: Ended
    stdout: str
    stderr: str


@contextlib.contextmanager
def opened(isolation: Isolation, *, keep: Iterable[str] = (), hide: Iterable[str] = ()) -> Iterator[Sandbox]:
    """A sandbox that is ready, and closed at the end. `ended` gives up after five seconds."""
    sandbox = Sandbox(isolation, keep=(str(REPOSITORY), *keep), hide=tuple(hide))
    sandbox.channel.settimeout(WAIT_SECONDS)
    try:
        sandbox.ready()
        yield sandbox
    finally:
        close(sandbox)


def close(sandbox: Sandbox) -> None:
    """Close a sandbox; fail where that does not come to an end."""
    closing = threading.Thread(target=sandbox.close, daemon=True)
    closing.start()
    closing.join(WAIT_SECONDS)
    assert not closing.is_alive()


def place_of(sandbox: Sandbox) -> Place:
    """The place of a sandbox that is ready."""
    assert sandbox.place is not None
    return sandbox.place


def start(sandbox: Sandbox, *argv: str, env: Mapping[str, str] = ENVIRONMENT) -> None:
    """Start a program in a sandbox."""
    sandbox.launch(Launch(argv=argv, env=env, cwd=place_of(sandbox).work))


def script(sandbox: Sandbox, name: str, *arguments: str) -> tuple[str, ...]:
    """The argv of one of the scripts in `CLIENTS`."""
    *interpreter, _bridge, _socket = place_of(sandbox).bridge
    return (*interpreter, str(CLIENTS / name), *arguments)


def outcome(sandbox: Sandbox) -> Outcome:
    """Wait until the program in a sandbox has ended, and take in what it wrote (at most what a pipe holds)."""
    ended = sandbox.ended()
    return Outcome(ended=ended, stdout=_read(sandbox.stdout), stderr=_read(sandbox.stderr))


def run(sandbox: Sandbox, *argv: str, env: Mapping[str, str] = ENVIRONMENT) -> Outcome:
    """Start a program in a sandbox and wait until it has ended."""
    start(sandbox, *argv, env=env)
    return outcome(sandbox)


def _read(descriptor: int) -> str:
    os.set_blocking(descriptor, False)
    return os.read(descriptor, 1 << 16).decode()
