"""One WebSocket, from its first message to its end. Which upgrades are accepted is not decided here.

Pings are answered by aiohttp. A message of a bad frame (RFC 6455) is none: it ends the WebSocket and leaves no event.
"""

import asyncio
from typing import Final, assert_never

from aiohttp import WebSocketError, WSCloseCode, WSMessage, WSMsgType, web

from probe.listeners.decoding import Body, body_from
from probe.listeners.exchanges import Asked, Desk, Head
from probe.listeners.fragments import write_fragments
from probe.providers.replies import ConnectionClosed, Fragments, Frames
from sanitize.events import Fault

_CLOSE_CODES: Final[dict[Fault, WSCloseCode]] = {
    "body-over-cap": WSCloseCode.MESSAGE_TOO_BIG,
    "undecodable-body": WSCloseCode.INVALID_TEXT,
    "body-not-json": WSCloseCode.INVALID_TEXT,
}

_FAULTS_OF_FRAMES: Final[dict[int, Fault]] = {
    WSCloseCode.MESSAGE_TOO_BIG: "body-over-cap",
    WSCloseCode.INVALID_TEXT: "undecodable-body",
}
"""What aiohttp finds itself, by the code that it closes the WebSocket with."""


async def converse(
    websocket: web.WebSocketResponse, opened_by: Head, desk: Desk, *, transport: asyncio.WriteTransport | None
) -> None:
    """Answer messages until either side closes the WebSocket. A message with a fault closes it.

    Once an answer has stalled, messages are recorded and get no answer.

    Args:
        websocket: Accepted already.
        opened_by: The upgrade. Its method, path and header names are those of each message.
        desk: Takes the events.
        transport: What the WebSocket writes to. None: the client is gone.

    Raises:
        ConnectionError: the client was gone before an answer was sent.
    """
    is_stalled = False
    while (body := _body_of(await websocket.receive(), desk.cap_bytes)) is not None:
        asked = desk.note_request(opened_by, body)
        if asked.fault is not None:
            await websocket.close(code=_CLOSE_CODES[asked.fault])
            desk.note_reply(asked.role)
            return
        reply = Frames() if is_stalled else _reply_to(asked, opened_by, desk)
        match reply:
            case Frames(then="close"):
                await _sent(websocket, reply, transport)
                await websocket.close()
                desk.note_reply(asked.role, is_completion=reply.is_completion)
                return
            case Frames():
                await _sent(websocket, reply, transport)
                desk.note_reply(asked.role, is_completion=reply.is_completion)
                is_stalled = is_stalled or reply.then == "stall"
            case ConnectionClosed():
                await websocket.close()
                desk.note_reply(asked.role)
                return
            case _:
                assert_never(reply)


def _reply_to(asked: Asked, opened_by: Head, desk: Desk) -> Frames | ConnectionClosed:
    return desk.provider.reply_to_message(asked.role, asked.body, header_names=opened_by.header_names)


async def _sent(websocket: web.WebSocketResponse, reply: Frames, transport: asyncio.WriteTransport | None) -> None:
    for text in reply.texts:
        if isinstance(text, Fragments):
            write_fragments(transport, text)
        else:
            await websocket.send_str(text)


def _body_of(message: WSMessage, cap_bytes: int) -> Body | None:
    """What a message says. None: it is the end of the WebSocket."""
    match message.type:
        case WSMsgType.TEXT:
            return body_from(message.data.encode(), cap_bytes=cap_bytes)
        case WSMsgType.BINARY:
            return _body_of_binary(message.data, cap_bytes)
        case WSMsgType.ERROR if isinstance(message.data, WebSocketError) and message.data.code in _FAULTS_OF_FRAMES:
            return Body(fault=_FAULTS_OF_FRAMES[message.data.code])
        case _:
            return None


def _body_of_binary(data: bytes, cap_bytes: int) -> Body:
    """Text in a binary message has to be UTF-8; the parser alone would take UTF-16 too."""
    try:
        return body_from(data.decode().encode(), cap_bytes=cap_bytes)
    except UnicodeDecodeError:
        return Body(fault="undecodable-body")
