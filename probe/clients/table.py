"""The clients, by name. Other packages add theirs through the entry-point group `shape_probe.clients`."""

from typing import Final, cast

from probe.clients.claude import Claude
from probe.clients.client import Client
from probe.clients.codex import Codex
from probe.errors import SetupError
from probe.installs.spec import shown

CLIENTS: Final[dict[str, Client]] = {"claude": Claude(), "codex": Codex()}

ENTRY_POINTS: Final = "shape_probe.clients"
"""Each entry point names an object that satisfies `probe.clients.client.Client`."""


class UnknownClientError(SetupError):
    """No client of that name."""

    def __init__(self, name: str, known: list[str]) -> None:
        advice = f"; a version stands behind its client, as in {known[0]}@1.2.3" if name[:1].isdecimal() else ""
        super().__init__(f"there is no client {shown(name)}; the clients are {', '.join(known)}{advice}")


def client_named(name: str) -> Client:
    """Find a client: our own at once, others through the entry points (which takes longer to look up).

    Raises:
        UnknownClientError: Nobody has it.
    """
    if name in CLIENTS:
        return CLIENTS[name]
    from importlib import metadata  # noqa: PLC0415 - 20 ms that our own never need

    found = metadata.entry_points(group=ENTRY_POINTS)
    if name in found.names:
        return cast("Client", found[name].load())
    raise UnknownClientError(name, sorted({*CLIENTS, *found.names}))
