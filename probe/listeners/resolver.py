"""A name server on one given UDP socket that refuses every query and counts the names.

Looks nothing up, and does not import aiohttp. The names stay in memory, for the count only, and are never shown.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from probe.listeners.name_query import refusal_of


class Lookups:
    """What has been asked so far."""

    def __init__(self) -> None:
        self._names: set[bytes] = set()

    @property
    def refused_names(self) -> int:
        """How many different names were asked for, whatever the record type and the case of their letters."""
        return len(self._names)

    def add(self, name: bytes) -> None:
        """Count `name`, once."""
        self._names.add(name)


@asynccontextmanager
async def resolver(sock: socket.socket) -> AsyncGenerator[Lookups]:
    """Refuse queries until the block ends; then `sock` is closed.

    Args:
        sock: Bound already, UDP. It may belong to another network namespace.
    """
    lookups = Lookups()
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(lambda: _Refusing(lookups), sock=sock)
    try:
        yield lookups
    finally:
        transport.abort()
        sock.close()  # the transport does so only in the next turn of the loop


class _Refusing(asyncio.DatagramProtocol):
    def __init__(self, lookups: Lookups) -> None:
        self._lookups = lookups
        self._transport: asyncio.DatagramTransport | None = None  # until the endpoint is made

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        refusal = refusal_of(data)
        if refusal is not None and self._transport is not None:
            self._lookups.add(refusal.name)
            self._transport.sendto(refusal.packet, addr)
