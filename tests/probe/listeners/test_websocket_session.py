import asyncio
import base64
import json
import logging
import random
from contextlib import suppress
from typing import Final, Literal

import aiohttp
import pytest
from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed as Closed
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from captures.words import Role
from probe.providers.replies import ConnectionClosed, Frames, HttpReply
from sanitize.events import Event, Fault, ReplySent, RequestSeen
from tests.probe.listeners.scripted import Scripted, said_by, serving

UPGRADE_FIELDS: Final = (
    b"Host: probe\r\nupgrade: WebSocket\r\nConnection: Upgrade\r\nsec-websocket-version: 13\r\n"
    b"Sec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n"
)
UPGRADED: Final = [("upgrade", "/v1/responses", None, None), False]
COMPRESSIONS: Final[tuple[Literal["deflate"] | None, ...]] = (None, "deflate")


def told(events: tuple[Event, ...]) -> list[tuple[str, str, JsonValue, Fault | None] | bool]:
    """Requests as (role, path, body, fault), replies as whether they were completions."""
    return [
        (event.role, event.path, event.body, event.fault)
        if isinstance(event, RequestSeen)
        else isinstance(event, ReplySent) and event.is_completion
        for event in events
    ]


def opened(port: int, compression: Literal["deflate"] | None = "deflate") -> connect:
    return connect(f"ws://127.0.0.1:{port}/v1/responses", compression=compression, proxy=None)


async def close_code_of(client: ClientConnection) -> int | None:
    with pytest.raises(Closed):
        await client.recv()
    return client.close_code


async def test_messages_are_recorded_with_the_head_of_their_upgrade() -> None:
    async with serving() as (port, recording):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /v1/responses?x=1 HTTP/1.1\r\n" + UPGRADE_FIELDS + b"\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(Frame(Opcode.TEXT, b'{"a": 1}').serialize(mask=True))
        frame = await reader.readexactly(16)
        writer.close()

    def message(at_ns: int, role: Role, body: JsonValue) -> RequestSeen:
        names = ("Host", "upgrade", "Connection", "sec-websocket-version", "Sec-WebSocket-Key")
        return RequestSeen(
            at_ns=at_ns,
            role=role,
            transport="websocket",
            method="GET",
            path="/v1/responses",
            header_names=names,
            body=body,
        )

    assert head.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert frame == Frame(Opcode.TEXT, b'{"said": "OK"}').serialize(mask=False)
    assert recording.events == (
        message(0, "upgrade", None),
        ReplySent(at_ns=1, role="upgrade", is_completion=False),
        message(2, "model", {"a": 1}),
        ReplySent(at_ns=3, role="model", is_completion=True),
    )


@pytest.mark.parametrize("compression", COMPRESSIONS)
async def test_messages_are_answered_one_by_one(compression: Literal["deflate"] | None) -> None:
    async with serving() as (port, recording), opened(port, compression) as client:
        extensions = [extension.name for extension in client.protocol.extensions]
        for number in range(3):
            await client.send(json.dumps(number))
            assert await client.recv() == '{"said": "OK"}'

    assert extensions == (["permessage-deflate"] if compression else [])
    assert told(recording.events) == [
        *UPGRADED,
        *(part for number in range(3) for part in (("model", "/v1/responses", number, None), True)),
    ]


@pytest.mark.parametrize("compress", [0, 15])
async def test_another_client_is_answered_too(compress: int) -> None:
    async with (
        serving() as (port, recording),
        aiohttp.ClientSession() as session,
        session.ws_connect(f"http://127.0.0.1:{port}/v1/responses", compress=compress) as client,
    ):
        await client.send_json({"a": "x" * 500})
        assert await client.receive_json() == {"said": "OK"}

    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", {"a": "x" * 500}, None), True]


async def test_a_message_in_pieces_and_a_binary_message_are_read() -> None:
    async with serving() as (port, recording), opened(port) as client:
        await client.send(["[1", ", ", "2]"])
        await client.recv()
        await client.send(b'{"a": 1}')
        await client.recv()

    assert told(recording.events) == [
        *UPGRADED,
        ("model", "/v1/responses", [1, 2], None),
        True,
        ("model", "/v1/responses", {"a": 1}, None),
        True,
    ]


@pytest.mark.parametrize("compression", COMPRESSIONS)
async def test_a_message_may_be_as_long_as_the_cap(compression: Literal["deflate"] | None) -> None:
    async with serving() as (port, recording), opened(port, compression) as client:
        await client.send(json.dumps("x" * 998))
        await client.recv()

    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", "x" * 998, None), True]


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("length", [999, 1000, 5000, 9_000_000])
async def test_a_longer_message_closes_with_1009(compression: Literal["deflate"] | None, length: int) -> None:
    """A client that is still sending may find its connection reset before it reads the close frame."""
    async with serving() as (port, recording), opened(port, compression) as client:
        try:
            await client.send(json.dumps("x" * length))
            code = await close_code_of(client)
        except Closed:
            code = client.close_code

    assert code in ({1009} if length < 9_000_000 else {1009, 1006})
    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", None, "body-over-cap"), False]


@pytest.mark.parametrize(
    ("message", "is_text", "fault"),
    [
        (b"made-up", True, "body-not-json"),
        (b"[" * 900, False, "body-not-json"),
        (b"\xff\xfe", True, "undecodable-body"),
        ('{"a": 1}'.encode("utf-16"), False, "undecodable-body"),
    ],
)
async def test_a_message_that_cannot_be_read_closes_with_1007(message: bytes, is_text: bool, fault: Fault) -> None:  # noqa: FBT001
    async with serving() as (port, recording), opened(port) as client:
        await client.send(message, text=is_text)
        code = await close_code_of(client)

    assert code == 1007
    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", None, fault), False]


async def test_an_empty_message_is_one_without_a_body() -> None:
    async with serving() as (port, recording), opened(port) as client:
        await client.send("")
        await client.recv()

    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", None, None), True]


async def test_a_bad_frame_ends_the_websocket_without_an_event() -> None:
    async with serving() as (port, recording):
        said = await said_by(port, b"GET /v1/responses HTTP/1.1\r\n" + UPGRADE_FIELDS + b"\r\n", b"\x8b\x80" + bytes(4))

    assert said.endswith(Frame(Opcode.CLOSE, (1002).to_bytes(2)).serialize(mask=False))
    assert told(recording.events) == UPGRADED


async def test_frames_of_no_texts_leave_the_websocket_open() -> None:
    async with serving(Scripted(answer=Frames())) as (port, recording), opened(port) as client:
        for number in range(2):
            await client.send(json.dumps(number))
        pong = await client.ping()
        await pong

    assert told(recording.events) == [
        *UPGRADED,
        ("model", "/v1/responses", 0, None),
        False,
        ("model", "/v1/responses", 1, None),
        False,
    ]


async def test_a_websocket_is_closed_with_a_close_frame_where_the_provider_says_so() -> None:
    async with serving(Scripted(answer=ConnectionClosed())) as (port, recording), opened(port) as client:
        await client.send("1")
        code = await close_code_of(client)

    assert code == 1000
    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", 1, None), False]


async def test_clients_that_vanish_leave_only_what_they_sent() -> None:
    async with serving() as (port, recording):
        async with opened(port) as client:
            await client.send("1")
            await client.recv()
            client.transport.abort()
        async with opened(port) as client:
            await client.close(1001)

    assert told(recording.events) == [*UPGRADED, ("model", "/v1/responses", 1, None), True, *UPGRADED]


async def test_an_open_websocket_ends_with_the_listener() -> None:
    async with serving() as (port, _):
        client = await opened(port)

    async with asyncio.timeout(5):
        assert await close_code_of(client) in {1000, 1006}


async def test_websockets_at_once_are_all_answered() -> None:
    async def ask(port: int, number: int) -> None:
        async with opened(port) as client:
            await client.send(json.dumps(number))
            await client.recv()

    async with serving() as (port, recording), asyncio.TaskGroup() as tasks:
        for number in range(30):
            tasks.create_task(ask(port, number))

    seen = [event for event in recording.events if isinstance(event, RequestSeen) and event.role == "model"]
    assert sorted(event.body for event in seen if isinstance(event.body, int)) == list(range(30))


async def test_an_upgrade_that_the_provider_refuses_is_answered_and_ends_its_connection() -> None:
    refusal = HttpReply(status=426, content_type="application/json", chunks=(b'{"a": 1}',))
    async with serving(Scripted(upgrade=refusal)) as (port, recording):
        with pytest.raises(InvalidStatus) as error:
            await opened(port)
        said = await said_by(port, b"GET /v1/responses HTTP/1.1\r\n" + UPGRADE_FIELDS + b"\r\n")

    assert error.value.response.status_code == 426
    assert said.startswith(b"HTTP/1.1 426 Upgrade Required\r\n")
    assert said.endswith(b'\r\nConnection: close\r\n\r\n{"a": 1}')
    assert told(recording.events) == [*UPGRADED, *UPGRADED]


@pytest.mark.parametrize("missing", [b"sec-websocket-version: 13\r\n", b"Connection: Upgrade\r\n", b"AAAA"])
async def test_a_bad_handshake_is_refused(missing: bytes) -> None:
    async with serving() as (port, recording):
        fields = UPGRADE_FIELDS.replace(missing, b"") + b"Connection: close\r\n"
        said = await said_by(port, b"GET /v1/responses HTTP/1.1\r\n" + fields + b"\r\n")

    assert said.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert told(recording.events) == UPGRADED


async def test_the_first_protocol_that_is_offered_is_taken_and_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Some clients put their key in here."""
    with caplog.at_level(logging.DEBUG):
        async with serving() as (port, _):
            url = f"ws://127.0.0.1:{port}/v1/responses"
            async with connect(url, subprotocols=["realtime", "made-up-key"], proxy=None) as client:  # type: ignore[list-item]
                taken = client.subprotocol

    assert taken == "realtime"
    assert [record.getMessage() for record in caplog.records if record.name.startswith("aiohttp")] == []


async def test_a_failing_provider_ends_the_websocket_and_is_raised_when_the_listener_closes() -> None:
    class Failing(Scripted):
        def reply_to_message(
            self, role: Role, body: JsonValue, *, header_names: tuple[str, ...]
        ) -> Frames | ConnectionClosed:
            msg = "made up"
            raise LookupError(msg)

    code: int | None = None
    with pytest.RaisesGroup(pytest.RaisesExc(LookupError, match="made up")):
        async with serving(Failing()) as (port, _), opened(port) as client:
            await client.send("1")
            code = await close_code_of(client)

    assert code == 1006


async def test_no_bytes_after_an_upgrade_harm_the_listener() -> None:
    bytes_of = random.Random(0)  # noqa: S311 - the same in every run
    async with serving() as (port, recording):
        for _ in range(50):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /v1/responses HTTP/1.1\r\n" + UPGRADE_FIELDS + b"\r\n" + bytes_of.randbytes(64))
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        async with opened(port) as client:
            await client.send("1")
            await client.recv()

    assert told(recording.events)[-4:] == [*UPGRADED, ("model", "/v1/responses", 1, None), True]
