"""The MCP Python SDK judges the server: its wire types every frame, its client a conversation over real pipes."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import (
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCResponse,
    UnsupportedProtocolVersionErrorData,
    jsonrpc_message_adapter,
)
from mcp_types.methods import parse_server_notification, validate_client_request, validate_server_result
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

import fake_mcp
from fake_mcp.catalog import LOOKUP, Catalog, Json
from fake_mcp.catalogs import PAGED
from fake_mcp.responder import ENVELOPE_VERSIONS, HANDSHAKE_VERSIONS, Session

ROOT: Final = Path(fake_mcp.__file__).parents[1]
INFO: Final[Json] = {"name": "some", "version": "1"}
HANDSHAKE: Final[list[tuple[str, dict[str, Json]]]] = [
    ("initialize", {"clientInfo": INFO, "capabilities": {}}),
    ("ping", {}),
    ("tools/list", {}),
    ("tools/list", {"cursor": "1"}),
    ("tools/call", {"name": "first_page", "arguments": {}}),
]
ENVELOPED: Final[list[tuple[str, dict[str, Json]]]] = [
    ("server/discover", {}),
    ("tools/list", {}),
    ("tools/list", {"cursor": "1"}),
    ("tools/call", {"name": "first_page", "arguments": {}}),
]


def envelope(version: str) -> dict[str, Json]:
    return {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": INFO,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    }


def answer_to(line: str, catalog: Catalog = PAGED) -> object:
    """The SDK's message for the only frame that answers `line`."""
    [frame] = Session(catalog).exchange(line).sent
    return jsonrpc_message_adapter.validate_json(frame.data)


def request(method: str, params: dict[str, Json]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def test_the_versions_are_those_of_the_sdk() -> None:
    assert (HANDSHAKE_VERSIONS, ENVELOPE_VERSIONS) == (HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS)


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
@pytest.mark.parametrize(("method", "params"), HANDSHAKE)
def test_results_of_the_handshake_era_are_valid_in_each_version(
    version: str, method: str, params: dict[str, Json]
) -> None:
    whole: dict[str, Any] = {**params, "protocolVersion": version} if method == "initialize" else params
    validate_client_request(method, version, whole)

    message = answer_to(request(method, whole))

    assert isinstance(message, JSONRPCResponse)
    validate_server_result(method, version, message.result)


@pytest.mark.parametrize("version", ENVELOPE_VERSIONS)
@pytest.mark.parametrize(("method", "params"), ENVELOPED)
def test_results_of_the_envelope_era_are_valid(version: str, method: str, params: dict[str, Json]) -> None:
    whole: dict[str, Any] = {**params, **envelope(version)}
    validate_client_request(method, version, whole)

    message = answer_to(request(method, whole))

    assert isinstance(message, JSONRPCResponse)
    validate_server_result(method, version, message.result)


@pytest.mark.parametrize("version", ENVELOPE_VERSIONS)
def test_the_acknowledgement_of_a_subscription_is_valid(version: str) -> None:
    whole: dict[str, Any] = {"notifications": {"toolsListChanged": True}, **envelope(version)}
    validate_client_request("subscriptions/listen", version, whole)

    message = answer_to(request("subscriptions/listen", whole))

    assert isinstance(message, JSONRPCNotification)
    parse_server_notification(message.method, version, message.params)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700),
        ("[]", -32600),
        ("5", -32600),
        (request("prompts/list", {}), -32601),
        (request("prompts/list", envelope("2026-07-28")), -32601),
        (request("tools/call", {}), -32602),
    ],
)
def test_errors_are_valid(line: str, code: int) -> None:
    message = answer_to(line)

    assert isinstance(message, JSONRPCError)
    assert message.error.code == code


def test_the_error_for_an_unsupported_version_carries_what_the_sdk_reads() -> None:
    message = answer_to(request("tools/list", envelope("2099-01-01")))

    assert isinstance(message, JSONRPCError)
    assert UnsupportedProtocolVersionErrorData.model_validate(
        message.error.data
    ) == UnsupportedProtocolVersionErrorData(supported=["2026-07-28"], requested="2099-01-01")


def command(*arguments: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "fake_mcp", *arguments], cwd=ROOT)


@pytest.mark.parametrize(
    ("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]
)
async def test_the_client_lists_and_calls_in_each_era(mode: str, version: str) -> None:
    async with asyncio.timeout(10), Client(stdio_client(command()), mode=mode) as client:
        listed = await client.list_tools()
        called = await client.call_tool("lookup", {"query": "x"})

        assert client.protocol_version == version
        assert [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools] == list(
            LOOKUP.tools
        )
        assert [block.model_dump(by_alias=True, exclude_none=True) for block in called.content] == LOOKUP.result[
            "content"
        ]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_client_follows_the_pages(mode: str) -> None:
    async with asyncio.timeout(10), Client(stdio_client(command("paged")), mode=mode) as client:
        names, cursor = [], None
        for _ in range(3):
            page = await client.list_tools(cursor=cursor)
            names += [tool.name for tool in page.tools]
            cursor = page.next_cursor

        assert (names, cursor) == (["first_page", "second_page", "third_page"], None)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_client_is_told_that_there_is_no_such_tool(mode: str) -> None:
    async with asyncio.timeout(10), Client(stdio_client(command()), mode=mode) as client:
        with pytest.raises(MCPError, match="There is no tool of that name"):
            await client.call_tool("none", {})


async def test_the_client_pings_in_the_handshake_era() -> None:
    async with asyncio.timeout(10), Client(stdio_client(command()), mode="legacy") as client:
        with pytest.warns(MCPDeprecationWarning, match="ping"):
            await client.send_ping()


async def test_the_client_can_listen_and_go_on() -> None:
    async with asyncio.timeout(10), Client(stdio_client(command()), mode="auto") as client:
        async with client.listen(tools_list_changed=True) as subscription:
            honored = subscription.honored.model_dump(exclude_none=True)
        listed = await client.list_tools()

        assert (honored, len(listed.tools)) == ({}, 1)
