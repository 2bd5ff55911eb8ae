"""The floor of a run: the same program, arguments and jail, and the least that can answer it.

A responder in bare asyncio that reads HTTP and WebSocket just well enough for the two clients, and an MCP server of a
few lines of standard library. It captures nothing. What `shape-probe run` takes more than this is what the product
costs.

    python -m tests.bench.floor CLIENT VERSION PROGRAM…
"""

import asyncio
import base64
import hashlib
import json
import sys

from probe.clients.client import Errand
from probe.clients.table import client_named
from probe.sandbox.sandbox import Sandbox
from probe.scenarios.first_request import FIRST_REQUEST

MCP_SERVER = """
import json, sys
tool = json.loads(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "initialize":
        answer["result"] = {
            "protocolVersion": asked["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "floor", "version": "0"},
        }
    elif asked["method"] == "tools/list":
        answer["result"] = {"tools": [tool]}
    else:
        answer["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(answer), flush=True)
"""


def main(client_name: str, version: str, *program: str) -> int:
    """Run the client once; gives its exit code."""
    client = client_named(client_name)
    with Sandbox("namespace", keep=program, hide=client.managed_directories) as sandbox:
        place = sandbox.ready()
        launch = client.launch(
            Errand(
                program=program,
                version=version,
                place=place,
                alias="shape_probe",
                prompt=FIRST_REQUEST.prompt("0123456789abcdef"),
                credential="0123456789abcdef",
                settings={},
            )
        )
        tool = json.dumps(FIRST_REQUEST.catalog.tools[0])
        _interpreter, *flags, bridge, address = place.bridge
        old = json.dumps([*flags, bridge, address])
        new = json.dumps([*flags, f"{place.root}/floor.py", tool])
        files = {name: text.replace(old, new) for name, text in launch.files.items()}
        assert files != launch.files, "the MCP server was not put in the place of the bridge"
        sandbox.launch(
            type(launch)(
                argv=launch.argv,
                env=launch.env,
                cwd=launch.cwd,
                files={**files, "floor.py": MCP_SERVER},
                directories=launch.directories,
            )
        )
        asyncio.run(_serve(sandbox))
        return sandbox.ended().exit_code or 0


async def _serve(sandbox: Sandbox) -> None:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_reader(sandbox.channel.fileno(), ended.set)
    server = await asyncio.start_server(_answer, sock=sandbox.sockets[0])
    async with server:
        await ended.wait()
    loop.remove_reader(sandbox.channel.fileno())


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            fields = {
                name.lower(): value.strip()
                for name, _, value in (line.partition(":") for line in head.split("\r\n")[1:])
            }
            if "sec-websocket-key" in fields:
                await _websocket(reader, writer, fields["sec-websocket-key"])
                return
            body = await reader.readexactly(int(fields.get("content-length", "0")))
            is_message = head.startswith("POST") and b'"tools"' in body
            payload = _anthropic() if is_message else b"{}"
            kind = "text/event-stream" if is_message else "application/json"
            writer.write(
                f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(payload)}\r\n\r\n".encode() + payload
            )
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


def _anthropic() -> bytes:
    message: dict[str, object] = {
        "id": "msg_floor",
        "type": "message",
        "role": "assistant",
        "model": "floor",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    events: list[dict[str, object]] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "OK"}},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events).encode()


async def _websocket(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str) -> None:
    accept = base64.b64encode(
        hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode(), usedforsecurity=False).digest()
    )
    writer.write(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
        + accept
        + b"\r\n\r\n"
    )
    number = 0
    while True:
        first, second = await reader.readexactly(2)
        length = second & 127
        if length > 125:
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
        mask = await reader.readexactly(4)
        payload = await reader.readexactly(length)
        if first & 15 == 8:
            return
        if first & 15 == 9:
            plain = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
            writer.write(bytes((0x8A, len(plain))) + plain)
            continue
        number += 1
        for event in _responses(f"resp_{number}"):
            text = json.dumps(event).encode()
            writer.write(b"\x81" + (bytes((len(text),)) if len(text) < 126 else b"\x7e" + len(text).to_bytes(2)) + text)
        await writer.drain()


def _responses(name: str) -> list[dict[str, object]]:
    item = {
        "type": "message",
        "role": "assistant",
        "id": "msg_floor",
        "content": [{"type": "output_text", "text": "OK", "annotations": []}],
    }
    return [
        {"type": "response.created", "response": {"id": name}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"id": name, "output": [item]}},
    ]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
