"""Starts one run: opens a place, finds out the client's version where nobody knows it, launches the client.

Synchronous and light on purpose: it runs before asyncio, aiohttp and pydantic are imported, so that the client boots
while they are (decision 11 of the design).
"""

import os
import secrets
import select
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Final

from captures.words import Isolation
from probe.clients.client import Client, Errand
from probe.errors import SetupError
from probe.sandbox.place import Launch
from probe.sandbox.sandbox import Sandbox, SandboxRefusedError
from probe.scenarios.scenario import Scenario

_VERSION_SECONDS: Final = 20.0
_VERSION_BYTES: Final = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A client's program on this machine. `version` is None when only the program itself can say."""

    client: Client
    argv: tuple[str, ...]
    version: str | None
    keep: tuple[str, ...]  # paths that it needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One run that is to be made. `settings` are checked and hold only what differs from the defaults."""

    program: Program
    scenario: Scenario
    reply: str
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A client that has been started, and what it was started with."""

    order: Order
    version: str
    sandbox: Sandbox
    started_ns: int  # on the monotonic clock
    marker: str = field(repr=False)
    credential: str = field(repr=False)

    @property
    def canaries(self) -> tuple[str, ...]:
        """The random words of this run: in its paths and names, its credentials, its prompt."""
        return (self.sandbox.word, self.marker, self.credential)


class NotThatClientError(SetupError):
    """The program did not answer `--version` as the client does."""

    def __init__(self, program: str, client: str) -> None:
        super().__init__(
            f"{program} does not answer --version as {client} does; give the path of the client itself, "
            f"or a release such as {client}@latest"
        )


def started(order: Order, *, version_seconds: float = _VERSION_SECONDS) -> Running:
    """Start a run. The caller closes the sandbox.

    Args:
        order: What is to be run.
        version_seconds: What the program gets to tell its version, where only it can.

    Raises:
        SetupError: The place was refused, or the program cannot be run here, or is another one.
        WardenLostError: Somebody killed the process that guards the client.
    """
    program = order.program
    version = program.version or _asked_version(order, version_seconds)
    sandbox = opened(order.settings.get("isolation"), program)
    running = Running(
        order=order,
        version=version,
        sandbox=sandbox,
        started_ns=monotonic_ns(),
        marker=secrets.token_hex(8),
        credential=secrets.token_hex(16),
    )
    try:
        place = sandbox.place or sandbox.ready()
        errand = Errand(
            program=program.argv,
            version=version,
            place=place,
            alias=order.scenario.catalog.alias,
            prompt=order.scenario.prompt(running.marker),
            credential=running.credential,
            settings=order.settings,
            granted_tools=order.scenario.granted_tools,
            tool_timeout_seconds=order.scenario.tool_timeout_seconds,
        )
        sandbox.launch(program.client.launch(errand))
    except BaseException:
        sandbox.close()
        raise
    return running


def opened(wanted: str | None, program: Program) -> Sandbox:
    """Open a place with the isolation asked for, or with the best to be had.

    Raises:
        SandboxRefusedError: The machine refused what was asked for, or everything.
    """
    order: dict[str | None, tuple[Isolation, ...]] = {"namespace": ("namespace",), "environment": ("environment",)}
    best: tuple[Isolation, ...] = ("namespace", "environment") if sys.platform == "linux" else ("environment",)
    # The files themselves too: where a program lies in /tmp, its directory is one that a jail replaces.
    keep = (*program.keep, *(text for text in program.argv if text.startswith("/")))
    refused: SandboxRefusedError | None = None
    for isolation in order.get(wanted, best):
        sandbox = Sandbox(isolation, keep=keep, hide=program.client.managed_directories)
        try:
            sandbox.ready()
        except SandboxRefusedError as error:
            refused = refused or error
        except BaseException:
            sandbox.close()
            raise
        else:
            return sandbox
    raise refused or SandboxRefusedError("namespace", "no isolation is known for this system")


def _asked_version(order: Order, seconds: float) -> str:
    """Ask the program for its version, in a place of its own."""
    from captures.names import is_name  # noqa: PLC0415 - 10 ms that a run of a release never needs

    program = order.program
    with opened(order.settings.get("isolation"), program) as sandbox:
        place = sandbox.place or sandbox.ready()
        env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": place.home, "TMPDIR": place.temporary}
        sandbox.launch(Launch(argv=(*program.argv, "--version"), env=env, cwd=place.work))
        answered, _, _ = select.select([sandbox.channel], [], [], seconds)
        if not answered:
            sandbox.cut_short()
        sandbox.ended()
        output = os.read(sandbox.stdout, _VERSION_BYTES).decode("utf-8", "replace")
    version = program.client.version_in(output)
    if version is None or not is_name(version, "version"):
        raise NotThatClientError(program.argv[-1], program.client.name)
    return version
