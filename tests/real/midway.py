"""A command of ours whose client runs at this moment: its processes, its sockets, its random words; and what is left.

Linux only. Each process is held by a file descriptor that the kernel makes readable when it has ended, and that never
means another process. The random words are canaries: nothing here shows them.
"""

import contextlib
import os
import select
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from probe.sandbox.descendants import alive_below
from tests.real.command import COMMAND, SECONDS, Answer

MODEL_REQUEST: Final = b"role=model"
"""In the lines of `--verbose`: the client has asked the model."""

_CANARY: Final = b"SHAPE_PROBE_CANARY=environment-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What is left of a run. `processes` have not ended, or were started later and have its words."""

    processes: int
    sockets: int
    scratch: bool
    mounts: int


NOTHING: Final = Left(processes=0, sockets=0, scratch=False, mounts=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What was there while the client ran."""

    processes: tuple[int, ...]  # a descriptor each
    sockets: frozenset[str]  # as the links in /proc/PID/fd name them
    words: tuple[bytes, ...] = field(repr=False)  # the place's, the credential, the prompt's
    root: Path = field(repr=False)

    def wait_for_all(self) -> None:
        """Wait until every process has ended; for a command that could not do that itself."""
        for descriptor in self.processes:
            assert select.select([descriptor], [], [], SECONDS)[0] != []

    def left(self) -> Left:
        """Look, at once, at what is left."""
        alive = [descriptor for descriptor in self.processes if not select.select([descriptor], [], [], 0)[0]]
        named = [process for process in _processes() if _has_word(process, self.words[0])]
        held = self.sockets & {name for process in _processes() for name in _sockets_of(process)}
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
        return Left(
            processes=len(alive) + len(named),
            sockets=len(held),
            scratch=self.root.exists(),
            mounts=sum("shape-probe" in line for line in mounts),
        )


class Midway:
    """A command. Use as a context manager: what the test has not ended is killed."""

    def __init__(self, *arguments: str, cwd: Path, environment: Mapping[str, str] = os.environ) -> None:
        """Start `shape-probe run`, with its log on standard error."""
        self.process = subprocess.Popen(
            [*COMMAND, "run", *arguments, "--verbose"],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._notes = b""
        self._seen: Seen | None = None

    def seen(self) -> Seen:
        """Wait until the client has asked the model, and look at what is there."""
        assert self.process.stderr is not None
        until = time.monotonic() + SECONDS
        while MODEL_REQUEST not in self._notes:
            readable, _, _ = select.select([self.process.stderr], [], [], until - time.monotonic())
            assert readable, "the client did not ask the model in time"
            read = os.read(self.process.stderr.fileno(), 65536)
            assert read, "the command ended before its client asked the model"
            self._notes += read
        below = alive_below(self.process.pid)
        client = next(process for process in below if _CANARY in _read(process, "environ"))
        self._seen = Seen(
            processes=tuple(os.pidfd_open(process) for process in below),
            sockets=frozenset(name for process in (self.process.pid, *below) for name in _sockets_of(process)),
            words=_words_of(client),
            root=Path(os.fsdecode(_environment_of(client)[b"HOME"])).parent,
        )
        return self._seen

    def answer(self) -> Answer:
        """Wait for the command's end; gives all that it has written."""
        text, notes = self.process.communicate(timeout=SECONDS)
        return Answer(exit_code=self.process.returncode, text=text.decode(), notes=(self._notes + notes).decode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.communicate(timeout=SECONDS)
        if self._seen is not None:
            for descriptor in self._seen.processes:
                os.close(descriptor)


def _words_of(client: int) -> tuple[bytes, bytes, bytes]:
    """The canaries of a client: its place's word, its credential, its prompt's marker."""
    environment = _environment_of(client)
    word = environment[b"SHAPE_PROBE_CANARY"].removeprefix(b"environment-")
    key = environment.get(b"ANTHROPIC_API_KEY") or environment[b"OPENAI_API_KEY"]
    prompt = _read(client, "cmdline").rstrip(b"\0").rpartition(b"\0")[2]
    return (word, key.rpartition(b"-")[2], prompt.rpartition(b"(")[2].rstrip(b")"))


def _environment_of(process: int) -> dict[bytes, bytes]:
    pairs = (pair.partition(b"=") for pair in _read(process, "environ").split(b"\0"))
    return {key: value for key, _, value in pairs}


def _sockets_of(process: int) -> Iterator[str]:
    """Name the sockets that a process holds; none where it has ended, or is another user's."""
    with contextlib.suppress(OSError):
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                target = os.readlink(descriptor)  # noqa: PTH115 - it is no path: socket:[4711]
                if target.startswith("socket:"):
                    yield target


def _processes() -> Iterator[int]:
    return (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())


def _has_word(process: int, word: bytes) -> bool:
    return any(word in _read(process, name) for name in ("environ", "cmdline"))


def _read(process: int, name: str) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/{name}").read_bytes()
    return b""
