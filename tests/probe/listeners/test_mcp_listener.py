import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from pydantic import JsonValue

from fake_mcp.catalog import LOOKUP, Catalog
from probe.listeners.mcp_listener import mcp_listener
from probe.recording import Recording
from sanitize.events import FrameReceived, FrameSent
from tests.probe.listeners.scripted import counted, listening

LIST: Final = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n'
PING: Final = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
PONG: Final = {"jsonrpc": "2.0", "id": 1, "result": {}}


@asynccontextmanager
async def serving(
    folder: Path, catalog: Catalog = LOOKUP, *, cap_bytes: int = 10_000
) -> AsyncGenerator[tuple[Path, Recording]]:
    """A listener on a Unix socket for the length of the block, which has to end in time."""
    recording = counted()
    sock = socket.socket(socket.AF_UNIX)
    sock.bind(str(folder / "s"))
    sock.listen()
    async with asyncio.timeout(5), mcp_listener(sock, catalog, recording=recording, cap_bytes=cap_bytes):
        yield folder / "s", recording


async def said_by(path: Path, *packets: bytes) -> list[object]:
    """Send the packets and no more, and read frames to the end."""
    reader, writer = await asyncio.open_unix_connection(path)
    for packet in packets:
        writer.write(packet)
        await writer.drain()
        await asyncio.sleep(0)
    writer.write_eof()
    said = await reader.read()
    writer.close()
    await writer.wait_closed()
    return [json.loads(line) for line in said.splitlines()]


async def test_a_session_is_answered_and_stamped(tmp_path: Path) -> None:
    params: dict[str, JsonValue] = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "made-up", "version": "9.1"},
    }
    initialize = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).encode() + b"\n"
    initialized = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\r\n'

    async with serving(tmp_path) as (path, recording):
        said = await said_by(path, initialize, initialized, LIST)

    assert [answer["id"] for answer in said if isinstance(answer, dict)] == [0, 1]
    assert recording.events == (
        FrameReceived(
            at_ns=0,
            connection=0,
            method="initialize",
            protocol_version="2025-06-18",
            client_version="9.1",
            params=params,
        ),
        FrameSent(at_ns=1, connection=0, method="initialize", is_error=False, is_last_page=False),
        FrameReceived(
            at_ns=2, connection=0, method="notifications/initialized", protocol_version=None, client_version=None
        ),
        FrameReceived(at_ns=3, connection=0, method="tools/list", protocol_version=None, client_version=None),
        FrameSent(at_ns=4, connection=0, method="tools/list", is_error=False, is_last_page=True),
    )


async def test_frames_are_found_however_they_are_cut(tmp_path: Path) -> None:
    async with serving(tmp_path) as (path, recording):
        said = await said_by(path, *(bytes((byte,)) for byte in PING), PING + PING, b"\n\r\n" + PING[:9], PING[9:])

    assert said == [PONG] * 4
    assert len(recording.events) == 8


async def test_connections_are_numbered_in_the_order_of_connecting(tmp_path: Path) -> None:
    async with serving(tmp_path) as (path, recording):
        first_reader, first = await asyncio.open_unix_connection(path)
        await said_by(path, PING)
        first.write(PING)
        await first_reader.readline()
        first.close()

    numbers = [event.connection for event in recording.events if isinstance(event, FrameReceived)]
    assert numbers == [1, 0]


async def test_what_is_no_json_rpc_is_answered_and_leaves_no_event(tmp_path: Path) -> None:
    async with serving(tmp_path) as (path, recording):
        said = await said_by(path, b"made-up\n\xff\n[]\n", PING)

    assert [answer["error"]["code"] for answer in said[:3] if isinstance(answer, dict)] == [-32700, -32700, -32600]
    assert [event.method for event in recording.events if isinstance(event, FrameReceived)] == ["ping"]
    assert len(recording.events) == 2


async def test_an_error_is_stamped_as_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as (path, recording):
        await said_by(path, b'{"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}\n')

    assert recording.events[1:] == (
        FrameSent(at_ns=1, connection=0, method="prompts/list", is_error=True, is_last_page=False),
    )


async def test_a_frame_without_an_end_is_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as (path, recording):
        said = await said_by(path, PING.strip())

    assert (said, recording.events) == ([], ())


async def test_a_frame_over_the_cap_ends_its_connection_and_no_other(tmp_path: Path) -> None:
    async with serving(tmp_path, cap_bytes=100) as (path, recording):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(PING + b" " * 300)
        said = await reader.read()
        writer.close()
        others = await said_by(path, PING)

    assert (json.loads(said), others) == (PONG, [PONG])
    assert len(recording.events) == 4


async def test_a_client_that_vanishes_before_the_answer_is_normal(tmp_path: Path) -> None:
    big = Catalog(alias="big", tools=({"name": "long", "description": "x" * 2_000_000},))
    async with serving(tmp_path, big) as (path, recording):
        _, writer = await asyncio.open_unix_connection(path)
        writer.write(LIST * 3)
        writer.transport.abort()
        said = await said_by(path, PING)

    assert said == [PONG]
    sent = [event.connection for event in recording.events if isinstance(event, FrameSent)]
    assert sent.count(1) == 1


async def test_a_client_that_does_not_read_does_not_hold_the_end_of_the_listener(tmp_path: Path) -> None:
    big = Catalog(alias="big", tools=({"name": "long", "description": "x" * 2_000_000},))
    async with serving(tmp_path, big) as (path, _):
        reader, writer = await asyncio.open_unix_connection(path, limit=10)
        writer.write(LIST)
        await reader.readexactly(1)

    writer.transport.abort()


async def test_a_half_closed_client_gets_all_of_its_answers(tmp_path: Path) -> None:
    big = Catalog(alias="big", tools=({"name": "long", "description": "x" * 2_000_000},))
    async with serving(tmp_path, big) as (path, _):
        said = await said_by(path, LIST, LIST)

    assert len(said) == 2


async def test_a_port_is_served_to_who_knows_the_token() -> None:
    recording = counted()
    sock, port = listening()

    async def answer_to(first_line: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(first_line)
        writer.write_eof()
        said = await reader.read()
        writer.close()
        return said

    async with asyncio.timeout(5), mcp_listener(sock, LOOKUP, recording=recording, token="made-up"):
        answers = [await answer_to(line + PING) for line in (b"guessed\n", b"", b"made-up", b"\xff\n", b"made-up\n")]

    assert answers[:-1] == [b""] * 4
    assert json.loads(answers[-1]) == PONG
    assert [event.connection for event in recording.events if isinstance(event, FrameReceived)] == [0]


async def test_a_failure_of_ours_ends_the_block_and_is_raised(tmp_path: Path) -> None:
    impossible = Catalog(alias="impossible", tools=({"name": "nan", "minimum": float("nan")},))

    with pytest.RaisesGroup(pytest.RaisesExc(ValueError), flatten_subgroups=True):
        async with serving(tmp_path, impossible) as (path, _):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(path))
                client.sendall(LIST)
                await asyncio.Event().wait()


async def test_connections_and_the_socket_end_with_the_listener(tmp_path: Path) -> None:
    async with serving(tmp_path) as (path, _):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(PING)
        await reader.readline()

    assert await reader.read() == b""
    writer.close()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_unix_connection(path)


@pytest.mark.parametrize("module", ["mcp_listener", "resolver", "refuser"])
def test_what_must_answer_at_once_does_not_wait_for_aiohttp(module: str) -> None:
    code = f"import sys, probe.listeners.{module}; sys.exit('aiohttp' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
