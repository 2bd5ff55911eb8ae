"""Replies that end too early or not at all, or come in fragments, over HTTP and over a WebSocket."""

import asyncio
from typing import Final, Literal

import pytest
from pydantic import JsonValue
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed as Closed

from captures.words import Role
from probe.providers.replies import ConnectionClosed, Fragments, Frames, HttpReply, Then
from sanitize.events import Event, ReplySent, RequestSeen
from tests.probe.listeners.scripted import Scripted, said_by, serving

POST: Final = b"POST /v1/messages HTTP/1.1\r\nHost: probe\r\nContent-Length: 1\r\n\r\n1"
SENT: Final = b"9\r\nevent: a\n\r\n9\r\nevent: b\n\r\n"
COMPRESSIONS: Final[tuple[Literal["deflate"] | None, ...]] = (None, "deflate")


def begun(then: Then, *chunks: bytes) -> Scripted:
    chunks = chunks or (b"event: a\n", b"event: b\n")
    return Scripted(reply=HttpReply(status=200, content_type="text/event-stream", chunks=chunks, then=then))


def opened(port: int, compression: Literal["deflate"] | None = "deflate") -> connect:
    return connect(f"ws://127.0.0.1:{port}/v1/responses", compression=compression, proxy=None)


def told(events: tuple[Event, ...]) -> list[JsonValue]:
    """Bodies of model requests, and for each reply to one whether it was a completion."""
    model = [event for event in events if isinstance(event, RequestSeen | ReplySent) and event.role == "model"]
    return [event.body if isinstance(event, RequestSeen) else event.is_completion for event in model]


async def test_a_body_that_is_cut_short_has_its_chunks_and_no_end() -> None:
    async with serving(begun("close")) as (port, recording):
        said = await said_by(port, POST)

    head, _, body = said.partition(b"\r\n\r\n")
    assert (head.split(b"\r\n")[0], body) == (b"HTTP/1.1 200 OK", SENT)
    assert told(recording.events) == [1, False]


async def test_a_body_of_one_chunk_is_cut_short_too() -> None:
    async with serving(begun("close", b"x")) as (port, _):
        said = await said_by(port, POST)

    assert said.partition(b"\r\n\r\n")[2] == b"1\r\nx\r\n"


async def test_after_a_body_that_is_cut_short_no_request_of_its_connection_is_read() -> None:
    async with serving(begun("close")) as (port, recording):
        await said_by(port, POST + POST)

    assert told(recording.events) == [1, False]


async def test_a_body_that_stalls_ends_with_the_listener() -> None:
    async with serving(begun("stall")) as (port, recording):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(POST)
        await reader.readuntil(SENT)
        is_sent = told(recording.events)

    async with asyncio.timeout(5):
        assert await reader.read() == b""
    writer.close()
    assert is_sent == told(recording.events) == [1, False]


async def test_a_client_that_leaves_a_body_that_stalls_can_come_back() -> None:
    async with serving(begun("stall")) as (port, recording):
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(POST)
            await reader.readuntil(SENT)
            writer.transport.abort()

    assert told(recording.events) == [1, False] * 3


async def test_no_task_is_left_of_bodies_that_stall() -> None:
    before = asyncio.all_tasks()
    async with serving(begun("stall")) as (port, _):
        _, leaving = await asyncio.open_connection("127.0.0.1", port)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for each in (leaving, writer):
            each.write(POST)
        await reader.readuntil(SENT)
        leaving.transport.abort()

    assert asyncio.all_tasks() == before
    writer.close()


async def test_a_websocket_is_closed_after_the_messages_of_a_reply_that_is_cut_short() -> None:
    answer = Frames(texts=("1", "2"), then="close")
    async with serving(Scripted(answer=answer)) as (port, recording), opened(port) as client:
        await client.send("0")
        said = [await client.recv() for _ in range(2)]
        with pytest.raises(Closed):
            await client.recv()
        code = client.close_code

    assert (said, code) == (["1", "2"], 1000)
    assert told(recording.events) == [0, False]


class StallsOnce(Scripted):
    """Answers every message; the first answer stalls."""

    def reply_to_message(
        self, role: Role, body: JsonValue, *, header_names: tuple[str, ...]
    ) -> Frames | ConnectionClosed:
        del role, header_names
        return Frames(texts=("1",), then="stall" if body == 0 else "end")


async def test_a_websocket_that_stalls_lives_and_answers_nothing_more() -> None:
    async with serving(StallsOnce()) as (port, recording):
        client = await opened(port)
        await client.send("0")
        first = await client.recv()
        await client.send("2")
        pong = await client.ping()
        await pong
        async with opened(port) as other:
            await other.send("3")
            second = await other.recv()

    async with asyncio.timeout(5):
        with pytest.raises(Closed):
            await client.recv()
    assert (first, second) == ("1", "1")
    assert told(recording.events) == [0, False, 2, False, 3, False]


@pytest.mark.parametrize("compression", COMPRESSIONS)
async def test_fragments_reach_a_client_as_they_are_between_whole_messages(
    compression: Literal["deflate"] | None,
) -> None:
    answer = Frames(texts=('"é"', Fragments((b'"\xc3', b"\xa9", b'"')), '"e"'), is_completion=True)
    async with serving(Scripted(answer=answer)) as (port, recording), opened(port, compression) as client:
        for _ in range(2):
            await client.send("0")
            before = await client.recv()
            pieces = [piece async for piece in client.recv_streaming(decode=False)]
            after = await client.recv()

    assert (before, pieces, after) == ('"é"', [b'"\xc3', b"\xa9", b'"'], '"e"')
    assert told(recording.events) == [0, True, 0, True]


async def test_the_header_names_of_a_request_and_of_an_upgrade_reach_the_provider() -> None:
    seen: list[tuple[str, ...]] = []

    class Listening(Scripted):
        def reply_to_request(
            self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...]
        ) -> HttpReply | ConnectionClosed:
            seen.append(header_names)
            return super().reply_to_request(role, method, path=path, body=body, header_names=header_names)

        def reply_to_message(
            self, role: Role, body: JsonValue, *, header_names: tuple[str, ...]
        ) -> Frames | ConnectionClosed:
            seen.append(header_names)
            return super().reply_to_message(role, body, header_names=header_names)

    async with serving(Listening()) as (port, recording), opened(port) as client:
        await client.send("0")
        await client.recv()
        await said_by(port, b"GET /v1/models HTTP/1.1\r\nHost: probe\r\nX-Made-Up: 1\r\nConnection: close\r\n\r\n")

    upgrade = next(event for event in recording.events if isinstance(event, RequestSeen))
    assert seen == [upgrade.header_names, ("Host", "X-Made-Up", "Connection")]
