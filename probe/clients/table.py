"""The clients, by name. Other packages add theirs through the entry-point group `shape_probe.clients`."""

from typing import Final, cast

from probe.clients.claude import Claude
from probe.clients.client import Client
from probe.clients.codex import Codex
from probe.errors import SetupError

CLIENTS: Final[dict[str, Client]] = {"claude": Claude(), "codex": Codex()}

ENTRY_POINTS: Final = "shape_probe.clients"
"""Each entry point names an object that satisfies `probe.clients.client.Client`."""


class UnknownClientError(SetupError):
    """No client of that name."""

    def __init__(self, known: list[str]) -> None:
        super().__init__(f"there is no client of that name; the clients are {', '.join(known)}")


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
    raise UnknownClientError(sorted({*CLIENTS, *found.names}))
