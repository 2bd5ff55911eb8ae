"""What a client is to the probe: the interface of this family, and the values that pass through it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from probe.clients.settings import Setting
from probe.installs.packages import Package
from probe.sandbox.place import Launch, Place

Version = tuple[int, ...]
"""The numbers of a release. An empty tuple means unknown, and counts as newer than everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What one run of a client is to do. Everything secret in it is made up for the run, and a canary."""

    program: tuple[str, ...]  # the argv that starts the client, without arguments
    version: str
    place: Place
    alias: str  # of the synthetic MCP server
    prompt: str = field(repr=False)
    credential: str = field(repr=False)
    settings: Mapping[str, str]  # checked by `probe.clients.settings`
    granted_tools: tuple[str, ...] = ()  # names of synthetic tools that the model may call unasked
    tool_timeout_seconds: int | None = None  # for a call of one; None: the client's own


class Client(Protocol):
    """One client. Pure: the same arguments give the same values."""

    @property
    def name(self) -> str:
        """The word for it on the command line and in captures."""
        ...

    @property
    def dialect(self) -> str:
        """The name of the provider that it talks to."""
        ...

    @property
    def package(self) -> Package:
        """Its npm package, and where the program is in it."""
        ...

    @property
    def settings(self) -> Mapping[str, Setting]:
        """What `--set` takes for it, by key."""
        ...

    @property
    def managed_directories(self) -> tuple[str, ...]:
        """Where a machine's owner keeps settings that bind every user; hidden from the client."""
        ...

    def version_in(self, output: str) -> str | None:
        """Find the version in what `--version` printed; None: this is not that client."""
        ...

    def launch(self, errand: Errand) -> Launch:
        """Say what to start."""
        ...

    def said_completed(self, stdout: bytes) -> bool:
        """Say whether the client's own output reports a completed turn."""
        ...


def numbers_of(version: str) -> Version:
    """Turn `2.1.268` or `0.154.0-alpha.1` into its release numbers.

    Text that does not start with a number gives the empty tuple.
    """
    numbers = []
    for part in version.split("-", 1)[0].split("+", 1)[0].split("."):
        if not part.isdecimal():
            break
        numbers.append(int(part))
    return tuple(numbers)


def is_at_least(version: str, floor: str) -> bool:
    """Say whether `version` is `floor` or newer; an unknown version is."""
    numbers = numbers_of(version)
    return not numbers or numbers >= numbers_of(floor)
