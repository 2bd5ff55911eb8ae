"""Serves the synthetic MCP server on one given socket, and stamps each message with the probe's own clock.

What is answered is decided by `fake_mcp.responder`. Nothing raw is kept beyond the recording. A client that breaks off
is normal, and so is one that sends what is no MCP. Does not import aiohttp: this socket answers while that is loaded.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from itertools import count
from typing import Final

from fake_mcp.catalog import Catalog
from fake_mcp.messages import Answer, Received
from fake_mcp.responder import Session
from probe.recording import Recording
from sanitize.events import FrameReceived, FrameSent

FRAME_CAP_BYTES: Final = 64 * 1024 * 1024
"""The longest frame that is read. A longer one ends its connection."""


@asynccontextmanager
async def mcp_listener(
    sock: socket.socket,
    catalog: Catalog,
    *,
    recording: Recording,
    token: str | None = None,
    cap_bytes: int = FRAME_CAP_BYTES,
) -> AsyncGenerator[None]:
    """Serve `catalog` until the block ends; then all connections and `sock` are closed.

    Connections are numbered from 0, in the order of connecting.

    Args:
        sock: Listens already, Unix or TCP. It may belong to another network namespace.
        catalog: What is offered on every connection.
        recording: Takes `FrameReceived` and `FrameSent`. A message that is not JSON-RPC leaves no event.
        token: What a connection has to send as its first line, for TCP, where any process could connect. A connection
            that sends anything else is closed and not numbered.
        cap_bytes: The longest frame.

    Raises:
        ExceptionGroup: a failure of our own; the block has then been cancelled.
    """
    sock.settimeout(0)
    desk = _Desk(catalog=catalog, recording=recording, token=token, cap_bytes=cap_bytes)
    with sock:
        async with asyncio.TaskGroup() as tasks:
            accepting = tasks.create_task(_accept(sock, desk), name="mcp-listener")
            try:
                yield
            finally:
                accepting.cancel()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """What all connections of one listener share."""

    catalog: Catalog
    recording: Recording
    token: str | None = field(repr=False)
    cap_bytes: int
    numbers: "count[int]" = field(default_factory=count)


async def _accept(sock: socket.socket, desk: _Desk) -> None:
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as connections:
        while True:
            with suppress(ConnectionAbortedError):  # the client was gone before it was let in
                connection, _ = await loop.sock_accept(sock)
                connections.create_task(_serve(connection, desk), name="mcp-connection")


async def _serve(connection: socket.socket, desk: _Desk) -> None:
    reader, writer = await asyncio.open_connection(sock=connection, limit=desk.cap_bytes)
    try:
        if desk.token is None or await _is_admitted(reader, desk.token):
            await _converse(reader, writer, desk)
        writer.close()
        await writer.wait_closed()
    except ConnectionError:  # the client is gone in the middle of something
        pass
    finally:
        writer.transport.abort()  # a client that does not read must not hold the end of the block


async def _is_admitted(reader: asyncio.StreamReader, token: str) -> bool:
    line = await _line(reader)
    return line is not None and compare_digest(line, token.encode())


async def _converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, desk: _Desk) -> None:
    number = next(desk.numbers)
    session = Session(desk.catalog)
    while (line := await _line(reader)) is not None:
        exchange = session.exchange(line)
        for received in exchange.received:
            _note_received(received, number, desk.recording)
        for frame in exchange.sent:
            writer.write(frame.data + b"\n")
            await writer.drain()
            for answer in frame.answers:
                _note_sent(answer, number, desk.recording)


def _note_received(received: Received, number: int, recording: Recording) -> None:
    if received.kind == "invalid":
        return
    recording.append(
        FrameReceived(
            at_ns=recording.now_ns(),
            connection=number,
            method=received.method,
            protocol_version=received.protocol_version,
            client_version=received.client_version,
            params=received.params,
        )
    )


def _note_sent(answer: Answer, number: int, recording: Recording) -> None:
    if answer.method is None:  # it answers what was invalid
        return
    recording.append(
        FrameSent(
            at_ns=recording.now_ns(),
            connection=number,
            method=answer.method,
            is_error=answer.is_error,
            is_last_page=answer.is_last_page,
        )
    )


async def _line(reader: asyncio.StreamReader) -> bytes | None:
    """The next line without its end. None where the client ends, even inside a line, and for a line over the cap."""
    try:
        line = await reader.readuntil(b"\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return None
    return line.removesuffix(b"\n").removesuffix(b"\r")
