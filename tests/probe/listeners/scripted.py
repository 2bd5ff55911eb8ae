"""A provider with fixed answers, a listener around it, and raw clients, for the tests of the listeners."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Final

from pydantic import JsonValue

from captures.words import Role, Transport
from probe.listeners.http_listener import http_listener
from probe.providers.replies import ConnectionClosed, Frames, HttpReply, UpgradeAccepted
from probe.recording import Recording

OK: Final = HttpReply(status=200, content_type="application/json", chunks=(b'{"said": "OK"}',), is_completion=True)
FRAME: Final = Frames(texts=('{"said": "OK"}',), is_completion=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """What goes below `/v1` is a model request, everything else is a side request."""

    reply: HttpReply | ConnectionClosed = OK
    upgrade: HttpReply | UpgradeAccepted = UpgradeAccepted()  # noqa: RUF009 - frozen
    answer: Frames | ConnectionClosed = FRAME

    def role_of(self, *, transport: Transport, method: str, path: str, body: JsonValue) -> Role:
        del transport, method, body
        return "model" if path.startswith("/v1/") else "side"

    def reply_to_request(
        self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...]
    ) -> HttpReply | ConnectionClosed:
        del role, method, path, body, header_names
        return self.reply

    def reply_to_upgrade(self, path: str) -> HttpReply | UpgradeAccepted:
        del path
        return self.upgrade

    def reply_to_message(
        self, role: Role, body: JsonValue, *, header_names: tuple[str, ...]
    ) -> Frames | ConnectionClosed:
        del role, body, header_names
        return self.answer


def counted() -> Recording:
    """A recording whose clock goes 0, 1, 2, …"""
    tick: Callable[[], int] = count().__next__
    return Recording(now_ns=tick)


def listening() -> tuple[socket.socket, int]:
    """A TCP socket that listens on loopback, and its port."""
    sock = socket.create_server(("127.0.0.1", 0))
    port: int = sock.getsockname()[1]
    return sock, port


@asynccontextmanager
async def serving(
    provider: Scripted | None = None, *, cap_bytes: int = 1000, seconds: float = 5
) -> AsyncGenerator[tuple[int, Recording]]:
    """A listener for the length of the block, which has to end in time: its port and its recording."""
    recording = counted()
    sock, port = listening()
    listener = http_listener(sock, provider or Scripted(), recording=recording, body_cap_bytes=cap_bytes)
    async with asyncio.timeout(seconds), listener:
        yield port, recording


async def said_by(port: int, *packets: bytes) -> bytes:
    """Send each packet by itself, and read until the other side ends the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for packet in packets:
        writer.write(packet)
        await writer.drain()
        await asyncio.sleep(0)
    said = await reader.read()
    writer.close()
    await writer.wait_closed()
    return said
