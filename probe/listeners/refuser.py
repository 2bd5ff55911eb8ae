"""A TCP listener on one given socket that counts connections and closes them at once.

Proxy variables point here where there is no network namespace. Reads nothing, sends nothing, does not import aiohttp.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Refusals:
    """How many connections have been refused so far."""

    def __init__(self) -> None:
        self.refused_connections = 0


@asynccontextmanager
async def refuser(sock: socket.socket) -> AsyncGenerator[Refusals]:
    """Refuse connections until the block ends; then `sock` is closed.

    Args:
        sock: Listens already, TCP.
    """
    refusals = Refusals()
    server = await asyncio.get_running_loop().create_server(lambda: _Refusing(refusals), sock=sock)
    try:
        yield refusals
    finally:
        server.close()


class _Refusing(asyncio.Protocol):
    def __init__(self, refusals: Refusals) -> None:
        self._refusals = refusals

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._refusals.refused_connections += 1
        transport.abort()
