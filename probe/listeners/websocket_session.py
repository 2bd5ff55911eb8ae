"""One WebSocket, from its first message to its end. Which upgrades are accepted is not decided here.

Pings are answered by aiohttp. A message of a bad frame (RFC 6455) is none: it ends the WebSocket and leaves no event.
"""

from typing import Final, assert_never

from aiohttp import WebSocketError, WSCloseCode, WSMessage, WSMsgType, web

from probe.listeners.decoding import Body, body_from
from probe.listeners.exchanges import Desk, Head
from probe.providers.replies import ConnectionClosed, Frames
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


async def converse(websocket: web.WebSocketResponse, opened_by: Head, desk: Desk) -> None:
    """Answer messages until either side closes the WebSocket. A message with a fault closes it.

    Args:
        websocket: Accepted already.
        opened_by: The upgrade. Its method, path and header names are those of each message.
        desk: Takes the events.

    Raises:
        ConnectionError: the client was gone before an answer was sent.
    """
    while (body := _body_of(await websocket.receive(), desk.cap_bytes)) is not None:
        asked = desk.note_request(opened_by, body)
        if asked.fault is not None:
            await websocket.close(code=_CLOSE_CODES[asked.fault])
            desk.note_reply(asked.role)
            return
        reply = desk.provider.reply_to_message(asked.role, asked.body)
        match reply:
            case Frames():
                for text in reply.texts:
                    await websocket.send_str(text)
                desk.note_reply(asked.role, is_completion=reply.is_completion)
            case ConnectionClosed():
                await websocket.close()
                desk.note_reply(asked.role)
                return
            case _:
                assert_never(reply)


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
