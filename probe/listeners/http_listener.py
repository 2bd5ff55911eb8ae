"""Serves a provider on one given socket: HTTP and, on the same port, WebSocket.

What is answered is decided by the provider; here requests are read, decoded, recorded and answered. Header values are
not taken in: a few steer the reading (Content-Encoding, Expect, Upgrade) and go no further. What is not HTTP is
answered 400 by aiohttp and leaves no event. A request that breaks off in the middle leaves none either.
"""

import logging
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, assert_never

from aiohttp import ClientPayloadError, HttpVersion11, web

from probe.listeners.decoding import CAP_BYTES, Body, body_from
from probe.listeners.exchanges import Desk, Head, header_names_of, refusal_of
from probe.listeners.websocket_session import converse
from probe.providers.replies import ConnectionClosed, HttpReply, Provider, UpgradeAccepted
from probe.recording import Recording

MAX_FIELD_BYTES: Final = 64 * 1024
"""The longest header field, and the longest request line. Codex sends a header field of several kilobytes."""

MAX_FIELDS: Final = 1000

_CLOSE_SECONDS: Final = 1.0
"""How long a client is waited for that neither answers a close frame nor lets its connection end."""

_BAD_HANDSHAKE: Final = HttpReply(status=400, content_type="text/plain", chunks=(b"This is no WebSocket handshake.",))


@asynccontextmanager
async def http_listener(
    sock: socket.socket, provider: Provider, *, recording: Recording, body_cap_bytes: int = CAP_BYTES
) -> AsyncGenerator[None]:
    """Serve `provider` until the block ends; then all connections and `sock` are closed.

    Every `RequestSeen` has one `ReplySent` after it, unless the client was gone before it was answered.

    Args:
        sock: Listens already, TCP or Unix. It may belong to another network namespace.
        provider: Says what each request is for and what is answered.
        recording: Takes `RequestSeen` and `ReplySent`.
        body_cap_bytes: The longest body and the longest message, before and after decoding.

    Raises:
        ExceptionGroup: failures of our own, among them what `provider` raised. The client saw its connection end.
    """
    desk = Desk(provider=provider, recording=recording, cap_bytes=body_cap_bytes)
    clerk = _Clerk(desk)
    server = web.Server(
        clerk.answer,
        access_log=None,
        logger=_silent_logger(),
        auto_decompress=False,
        max_line_size=MAX_FIELD_BYTES,
        max_field_size=MAX_FIELD_BYTES,
        max_headers=MAX_FIELDS,
    )
    runner = web.ServerRunner(server, shutdown_timeout=_CLOSE_SECONDS)
    await runner.setup()
    try:
        await web.SockSite(runner, sock).start()
        yield
    finally:
        desk.ending.set()
        for connection in server.connections:
            connection.force_close()
        await runner.cleanup()
        if clerk.failures:
            raise ExceptionGroup("the HTTP listener failed", clerk.failures)


def _silent_logger() -> logging.Logger:
    """A logger for aiohttp, which writes header values and parts of bodies into its messages."""
    logger = logging.Logger("probe.listeners.http_listener")  # noqa: LOG001 - in no registry: nothing can turn it on
    logger.disabled = True
    return logger


class _Clerk:
    """Answers requests, and keeps what went wrong on our side: aiohttp would only log it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.failures: list[Exception] = []

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request. Called by aiohttp, which then finishes the response if that has not been done."""
        try:
            return await _answered(request, self._desk)
        except (ConnectionError, ClientPayloadError, web.RequestPayloadError):  # the client broke off
            return _hung_up(request)
        except Exception as error:  # noqa: BLE001 - raised again when the listener closes
            self.failures.append(error)
            return _hung_up(request)


async def _answered(request: web.BaseRequest, desk: Desk) -> web.StreamResponse:
    if request.headers.get("Upgrade", "").strip().lower() == "websocket":
        return await _upgraded(request, desk)
    await _continue(request)
    head = Head(transport="http", method=request.method, path=_path_of(request), header_names=_names_of(request))
    asked = desk.note_request(head, await _body_of(request, desk.cap_bytes))
    if asked.fault is not None:
        reply: HttpReply | ConnectionClosed = refusal_of(asked.fault)
    else:
        reply = desk.provider.reply_to_request(
            asked.role, head.method, path=head.path, body=asked.body, header_names=head.header_names
        )
    match reply:
        case HttpReply(then="end"):
            response = await _sent(request, reply)
            desk.note_reply(asked.role, is_completion=reply.is_completion)
            return response
        case HttpReply():
            await _begun(request, reply)
            desk.note_reply(asked.role, is_completion=reply.is_completion)
            if reply.then == "stall":
                await desk.ending.wait()  # also when the client has left: aiohttp 3.14 does not tell a handler
            return _hung_up(request)
        case ConnectionClosed():
            desk.note_reply(asked.role)
            return _hung_up(request)
        case _:
            assert_never(reply)


async def _upgraded(request: web.BaseRequest, desk: Desk) -> web.StreamResponse:
    head = Head(transport="websocket", method=request.method, path=_path_of(request), header_names=_names_of(request))
    desk.note_upgrade(head)
    reply = desk.provider.reply_to_upgrade(head.path)
    match reply:
        case HttpReply():
            return await _not_upgraded(request, reply, desk)
        case UpgradeAccepted():
            return await _websocket(request, head, desk)
        case _:
            assert_never(reply)


async def _not_upgraded(request: web.BaseRequest, reply: HttpReply, desk: Desk) -> web.StreamResponse:
    """Answer, and end the connection: aiohttp 3.13 reads no further request from it."""
    response = await _sent(request, reply, is_last=True)
    desk.note_reply("upgrade")
    return response


async def _websocket(request: web.BaseRequest, head: Head, desk: Desk) -> web.StreamResponse:
    websocket = web.WebSocketResponse(
        timeout=_CLOSE_SECONDS,
        protocols=_offered_protocols(request),  # all of them: the first one is taken
        max_msg_size=desk.cap_bytes + 1,  # aiohttp refuses a plain message of just this size
    )
    if not websocket.can_prepare(request):
        return await _not_upgraded(request, _BAD_HANDSHAKE, desk)
    await websocket.prepare(request)
    desk.note_reply("upgrade")
    await converse(websocket, head, desk, transport=request.transport)
    return websocket


def _offered_protocols(request: web.BaseRequest) -> tuple[str, ...]:
    return tuple(name.strip() for name in request.headers.get("Sec-WebSocket-Protocol", "").split(","))


async def _continue(request: web.BaseRequest) -> None:
    """Ask for a body that the client holds back (RFC 9110, 10.1.1)."""
    if request.version >= HttpVersion11 and request.headers.get("Expect", "").strip().lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        request.writer.output_size = 0  # nothing of the response proper has been sent


async def _body_of(request: web.BaseRequest, cap_bytes: int) -> Body:
    """Read the body up to its end or the cap. What comes behind the cap is thrown away by aiohttp after the answer."""
    if request.method == "CONNECT":  # what follows is a tunnel, which has no end
        return Body()
    raw = bytearray()
    async for chunk in request.content.iter_any():
        raw += chunk
        if len(raw) > cap_bytes:
            return Body(fault="body-over-cap")
    return body_from(bytes(raw), request.headers.getall("Content-Encoding", ()), cap_bytes=cap_bytes)


async def _sent(request: web.BaseRequest, reply: HttpReply, *, is_last: bool = False) -> web.StreamResponse:
    """Send `reply` whole. Several chunks are written one by one, without a length."""
    headers = {"Content-Type": reply.content_type}
    is_stream = len(reply.chunks) > 1 and request.method != "HEAD"
    response = (
        web.StreamResponse(status=reply.status, headers=headers)
        if is_stream
        else web.Response(status=reply.status, headers=headers, body=b"".join(reply.chunks))
    )
    if is_last:
        response.force_close()
    await response.prepare(request)
    if is_stream:
        for chunk in reply.chunks:
            await response.write(chunk)
    await response.write_eof()
    return response


async def _begun(request: web.BaseRequest, reply: HttpReply) -> None:
    """Send the head and the chunks of `reply`, and leave the body without its end."""
    response = web.StreamResponse(status=reply.status, headers={"Content-Type": reply.content_type})
    await response.prepare(request)
    for chunk in reply.chunks:
        await response.write(chunk)


def _hung_up(request: web.BaseRequest) -> web.StreamResponse:
    """End the connection without a response. What is returned is for aiohttp, which finds nobody to send it to."""
    request.protocol.force_close()
    return web.Response()


def _path_of(request: web.BaseRequest) -> str:
    return request.rel_url.raw_path


def _names_of(request: web.BaseRequest) -> tuple[str, ...]:
    return header_names_of(request.raw_headers)
