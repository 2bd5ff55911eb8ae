import asyncio
import gzip
import json
import logging
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from pydantic import JsonValue

from captures.words import Role
from probe.listeners.decoding import CAP_BYTES
from probe.listeners.http_listener import http_listener
from probe.providers.replies import ConnectionClosed, HttpReply
from sanitize.events import Event, Fault, ReplySent, RequestSeen
from tests.probe.listeners.scripted import Scripted, counted, listening, said_by, serving

STREAM = HttpReply(
    status=200, content_type="text/event-stream", chunks=(b"event: a\n\n", b"event: b\n\n"), is_completion=True
)
CLOSING = b"Host: probe\r\nConnection: close\r\n"


def seen(
    at_ns: int,
    *,
    role: Role = "model",
    method: str = "POST",
    path: str = "/v1/messages",
    header_names: tuple[str, ...] = (),
    body: JsonValue = None,
    fault: Fault | None = None,
) -> RequestSeen:
    return RequestSeen(
        at_ns=at_ns,
        role=role,
        transport="http",
        method=method,
        path=path,
        header_names=header_names,
        body=body,
        fault=fault,
    )


def without_headers(events: tuple[Event, ...]) -> list[tuple[str, str, str, JsonValue, Fault | None] | bool]:
    """Requests as (role, method, path, body, fault), replies as whether they were completions."""
    return [
        (event.role, event.method, event.path, event.body, event.fault)
        if isinstance(event, RequestSeen)
        else isinstance(event, ReplySent) and event.is_completion
        for event in events
    ]


async def talk(*packets: bytes, provider: Scripted | None = None) -> tuple[bytes, tuple[Event, ...]]:
    """What one connection is told, and the events that it leaves."""
    async with serving(provider) as (port, recording):
        said = await said_by(port, *packets)
    return said, recording.events


def post(body: bytes, *, path: str = "/v1/messages", fields: bytes = b"") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nContent-Length: {len(body)}\r\n".encode()
    return head + CLOSING + fields + b"\r\n" + body


def status_and_body(said: bytes) -> tuple[bytes, bytes]:
    head, _, body = said.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0], body


async def test_a_request_and_its_answer_are_recorded_with_header_names_as_sent() -> None:
    said, events = await talk(
        b"POST /v1/messages?beta=true HTTP/1.1\r\nhOsT: probe\r\nX-Api-Key: made-up\r\nx-api-key: made-up\r\n"
        b'Connection: close\r\nCONTENT-LENGTH: 8\r\n\r\n{"a": 1}'
    )

    assert status_and_body(said) == (b"HTTP/1.1 200 OK", b'{"said": "OK"}')
    assert events == (
        seen(0, header_names=("hOsT", "X-Api-Key", "x-api-key", "Connection", "CONTENT-LENGTH"), body={"a": 1}),
        ReplySent(at_ns=1, role="model", is_completion=True),
    )


async def test_a_request_in_single_bytes_is_one_request() -> None:
    _, events = await talk(*(bytes((byte,)) for byte in post(b'{"a": 1}')))

    assert without_headers(events) == [("model", "POST", "/v1/messages", {"a": 1}, None), True]


async def test_pipelined_requests_are_answered_in_order() -> None:
    first = b"POST /v1/messages HTTP/1.1\r\nHost: probe\r\nContent-Length: 1\r\n\r\n1"
    second = b"GET /side HTTP/1.1\r\nHost: probe\r\n\r\n"

    said, events = await talk(first + second + post(b"3"))

    assert said.count(b"HTTP/1.1 200 OK") == 3
    assert without_headers(events) == [
        ("model", "POST", "/v1/messages", 1, None),
        True,
        ("side", "GET", "/side", None, None),
        True,
        ("model", "POST", "/v1/messages", 3, None),
        True,
    ]


async def test_http_1_0_is_answered_and_ended() -> None:
    said, events = await talk(
        b"POST /v1/messages HTTP/1.0\r\nContent-Length: 1\r\n\r\n1", provider=Scripted(reply=STREAM)
    )

    assert status_and_body(said) == (b"HTTP/1.0 200 OK", b"event: a\n\nevent: b\n\n")
    assert without_headers(events) == [("model", "POST", "/v1/messages", 1, None), True]


async def test_several_chunks_are_streamed_without_a_length() -> None:
    said, _ = await talk(post(b"1"), provider=Scripted(reply=STREAM))

    status, body = status_and_body(said)

    assert (status, body) == (b"HTTP/1.1 200 OK", b"a\r\nevent: a\n\n\r\na\r\nevent: b\n\n\r\n0\r\n\r\n")


async def test_head_is_answered_without_a_body() -> None:
    said, events = await talk(b"HEAD /side HTTP/1.1\r\n" + CLOSING + b"\r\n", provider=Scripted(reply=STREAM))

    assert status_and_body(said) == (b"HTTP/1.1 200 OK", b"")
    assert without_headers(events) == [("side", "HEAD", "/side", None, None), True]


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (b"http://probe:1/v1/messages?x=1", "/v1/messages"),
        (b"/a%2Fb/%F0%9F%8C%8D?x", "/a%2Fb/%F0%9F%8C%8D"),
        (b"//v1/messages", "//v1/messages"),
        (b"/" + b"x" * 60_000, "/" + "x" * 60_000),
    ],
)
async def test_the_path_is_as_sent_and_without_host_and_query(target: bytes, path: str) -> None:
    _, events = await talk(b"GET " + target + b" HTTP/1.1\r\n" + CLOSING + b"\r\n")

    assert [event.path for event in events if isinstance(event, RequestSeen)] == [path]


async def test_a_tunnel_is_answered_without_waiting_for_its_end() -> None:
    """A client that takes the probe for its proxy."""
    said, events = await talk(
        b"CONNECT example.invalid:443 HTTP/1.1\r\nHost: example.invalid:443\r\nConnection: close\r\n\r\n",
        provider=Scripted(reply=HttpReply(status=404, content_type="application/json", chunks=(b"{}",))),
    )

    assert said.startswith(b"HTTP/1.1 404 Not Found")
    assert [event.method for event in events if isinstance(event, RequestSeen)] == ["CONNECT"]


async def test_a_chunked_upload_is_read() -> None:
    head = b"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + CLOSING + b"\r\n"

    _, events = await talk(head, b"3\r\n[1,\r\n", b"2;note=x\r\n2]\r\n", b"0\r\nTrailer: x\r\n\r\n")

    assert without_headers(events) == [("model", "POST", "/v1/messages", [1, 2], None), True]


async def test_a_broken_chunked_upload_leaves_no_event() -> None:
    head = b"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + CLOSING + b"\r\n"

    _, events = await talk(head, b"zz\r\n1\r\n")

    assert events == ()


async def test_a_body_that_waits_for_the_go_ahead_gets_it() -> None:
    async with serving() as (port, recording):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /v1/messages HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n" + CLOSING + b"\r\n")
        go_ahead = await reader.readuntil(b"\r\n\r\n")
        writer.write(b"1")
        said = await reader.read()
        writer.close()

    assert go_ahead == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert status_and_body(said) == (b"HTTP/1.1 200 OK", b'{"said": "OK"}')
    assert without_headers(recording.events) == [("model", "POST", "/v1/messages", 1, None), True]


async def test_a_client_that_promises_more_than_it_sends_leaves_no_event_and_harms_nobody() -> None:
    async with serving() as (port, recording):
        _, liar = await asyncio.open_connection("127.0.0.1", port)
        liar.write(b"POST /v1/messages HTTP/1.1\r\nHost: probe\r\nContent-Length: 100\r\n\r\n{")
        await liar.drain()
        liar.close()
        await liar.wait_closed()
        await said_by(port, post(b"2"))

    assert without_headers(recording.events) == [("model", "POST", "/v1/messages", 2, None), True]


async def test_long_and_many_header_fields_are_taken() -> None:
    many = b"".join(b"x-field-%d: 1\r\n" % number for number in range(500))

    said, events = await talk(post(b"1", fields=b"x-long: " + b"x" * 64_000 + b"\r\n" + many))

    assert said.startswith(b"HTTP/1.1 200 OK")
    assert [len(event.header_names) for event in events if isinstance(event, RequestSeen)] == [504]


@pytest.mark.parametrize(
    ("packet", "answer"),
    [
        (b"made-up\r\n\r\n", b"HTTP/1.0 400 Bad Request"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"HTTP/1.0 400 Bad Request"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"HTTP/1.0 400 Bad Request"),
    ],
)
async def test_what_is_no_http_is_refused_without_an_event_or_a_log_line(
    packet: bytes, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        said, events = await talk(packet)

    assert (said.split(b"\r\n")[0], events) == (answer, ())
    assert [record.name for record in caplog.records if record.name != "asyncio"] == []


async def test_a_coded_body_is_decoded_by_all_of_its_headers() -> None:
    twice = gzip.compress(gzip.compress(b'{"a": 1}'))

    _, events = await talk(post(twice, fields=b"Content-Encoding: gzip\r\ncontent-encoding: gzip\r\n"))

    assert without_headers(events) == [("model", "POST", "/v1/messages", {"a": 1}, None), True]


@pytest.mark.parametrize(
    ("body", "fields", "fault", "status"),
    [
        (b"x" * 1001, b"", "body-over-cap", b"HTTP/1.1 413 "),
        (gzip.compress(bytes(9_000_000)), b"Content-Encoding: gzip\r\n", "body-over-cap", b"HTTP/1.1 413 "),
        (gzip.compress(bytes(900_000)), b"Content-Encoding: gzip\r\n", "body-over-cap", b"HTTP/1.1 413 "),
        (b'{"a": 1}', b"Content-Encoding: zstd\r\n", "undecodable-body", b"HTTP/1.1 400 Bad Request"),
        (b'{"a": 1}', b"Content-Encoding: made-up\r\n", "undecodable-body", b"HTTP/1.1 400 Bad Request"),
        (b'{"a": ', b"", "body-not-json", b"HTTP/1.1 400 Bad Request"),
        (b"[" * 900, b"", "body-not-json", b"HTTP/1.1 400 Bad Request"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused_and_recorded_with_its_fault(
    body: bytes, fields: bytes, fault: Fault, status: bytes
) -> None:
    said, events = await talk(post(body, fields=fields))

    assert said.startswith(status)
    assert json.loads(status_and_body(said)[1])["error"]["code"] == fault
    assert without_headers(events) == [("model", "POST", "/v1/messages", None, fault), False]


async def test_a_side_request_need_not_be_json() -> None:
    said, events = await talk(post(b"grant_type=made-up", path="/token"))

    assert status_and_body(said) == (b"HTTP/1.1 200 OK", b'{"said": "OK"}')
    assert without_headers(events) == [("side", "POST", "/token", None, None), True]


async def test_a_connection_goes_on_after_a_body_over_the_cap() -> None:
    long = b"POST /v1/messages HTTP/1.1\r\nHost: probe\r\nContent-Length: 500000\r\n\r\n" + b"x" * 500_000

    said, events = await talk(long, post(b"2"))

    assert re.findall(rb"HTTP/1.1 ([0-9]+)", said) == [b"413", b"200"]
    assert without_headers(events) == [
        ("model", "POST", "/v1/messages", None, "body-over-cap"),
        False,
        ("model", "POST", "/v1/messages", 2, None),
        True,
    ]


async def test_the_default_cap_takes_64_mebibytes_and_not_65() -> None:
    async def upload(mebibytes: int) -> AsyncIterator[bytes]:
        yield b'"'
        for _ in range(mebibytes - 1):
            yield b"x" * (1 << 20)
        yield b"x" * ((1 << 20) - 2) + b'"'

    serving_long = serving(cap_bytes=CAP_BYTES, seconds=60)
    async with serving_long as (port, recording), aiohttp.ClientSession() as client:
        statuses = []
        for mebibytes in (64, 65):
            async with client.post(f"http://127.0.0.1:{port}/v1/messages", data=upload(mebibytes)) as response:
                statuses.append(response.status)

    assert statuses == [200, 413]
    assert [event.fault for event in recording.events if isinstance(event, RequestSeen)] == [None, "body-over-cap"]
    assert [event.is_completion for event in recording.events if isinstance(event, ReplySent)] == [True, False]


async def test_a_connection_is_closed_without_a_response_where_the_provider_says_so() -> None:
    said, events = await talk(post(b"1"), provider=Scripted(reply=ConnectionClosed()))

    assert said == b""
    assert without_headers(events) == [("model", "POST", "/v1/messages", 1, None), False]


async def test_a_client_that_leaves_before_the_answer_gets_none_recorded() -> None:
    """The answer is longer than what the kernel holds for a client that does not read."""
    long = HttpReply(status=200, content_type="text/plain", chunks=(b"x" * 30_000_000,), is_completion=True)
    async with serving(Scripted(reply=long)) as (port, recording):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(post(b"1"))
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()

    assert without_headers(recording.events) == [("model", "POST", "/v1/messages", 1, None)]


async def test_a_failing_provider_is_raised_when_the_listener_closes() -> None:
    class Failing(Scripted):
        def reply_to_request(
            self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...]
        ) -> HttpReply | ConnectionClosed:
            msg = "made up"
            raise LookupError(msg)

    said = b"nothing yet"
    with pytest.RaisesGroup(pytest.RaisesExc(LookupError, match="made up")):
        async with serving(Failing()) as (port, _):
            said = await said_by(port, post(b"1"))

    assert said == b""


async def test_connections_at_once_are_all_answered() -> None:
    async def ask(client: aiohttp.ClientSession, url: str, number: int) -> None:
        async with client.post(url, json=number, headers={"x": "y" * 5000}) as response:
            assert await response.json() == {"said": "OK"}

    async with serving() as (port, recording), aiohttp.ClientSession() as client, asyncio.TaskGroup() as tasks:
        for number in range(100):
            tasks.create_task(ask(client, f"http://127.0.0.1:{port}/v1/messages", number))

    bodies = [event.body for event in recording.events if isinstance(event, RequestSeen)]
    assert sorted(body for body in bodies if isinstance(body, int)) == list(range(100))


async def test_one_connection_serves_one_request_after_the_other() -> None:
    one_connection = aiohttp.TCPConnector(limit=1)
    async with serving() as (port, recording), aiohttp.ClientSession(connector=one_connection) as client:
        for number in range(3):
            async with client.post(f"http://127.0.0.1:{port}/v1/messages", json=number) as response:
                assert response.status == 200

    assert [event.body for event in recording.events if isinstance(event, RequestSeen)] == [0, 1, 2]


async def test_open_connections_end_with_the_listener() -> None:
    sock, port = listening()
    async with asyncio.timeout(5), http_listener(sock, Scripted(), recording=counted()):
        idle, idle_writer = await asyncio.open_connection("127.0.0.1", port)
        slow, slow_writer = await asyncio.open_connection("127.0.0.1", port)
        slow_writer.write(
            b"POST /v1/messages HTTP/1.1\r\nExpect: 100-continue\r\nHost: probe\r\nContent-Length: 9\r\n\r\n"
        )
        await slow.readuntil(b"\r\n\r\n")

    assert (await idle.read(), await slow.read()) == (b"", b"")
    assert sock.fileno() == -1
    for writer in (idle_writer, slow_writer):
        writer.close()


async def test_a_unix_socket_is_served_too(tmp_path: Path) -> None:
    recording = counted()
    sock = socket.socket(socket.AF_UNIX)
    sock.bind(str(tmp_path / "s"))
    sock.listen()
    connector = aiohttp.UnixConnector(str(tmp_path / "s"))
    async with (
        asyncio.timeout(5),
        http_listener(sock, Scripted(), recording=recording),
        aiohttp.ClientSession(connector=connector) as client,
        client.get("http://probe/side") as response,
    ):
        assert response.status == 200

    assert without_headers(recording.events) == [("side", "GET", "/side", None, None), True]
