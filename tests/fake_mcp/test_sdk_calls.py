"""The MCP Python SDK judges the kinds of result and the change of tools: its wire types, and its client over pipes."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.client.session import IncomingMessage, MessageHandlerFnT
from mcp.client.subscriptions import ToolsListChanged
from mcp_types import (
    CallToolResult,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCResponse,
    ToolListChangedNotification,
    jsonrpc_message_adapter,
)
from mcp_types.methods import parse_server_notification, validate_server_result
from pydantic import ValidationError

import fake_mcp
from fake_mcp.catalog import Catalog, Json
from fake_mcp.catalogs import CHANGING, RESULTS
from fake_mcp.responder import ENVELOPE_VERSIONS, HANDSHAKE_VERSIONS, Session
from fake_mcp.result_kinds import NOT_MCP, RESULT_KINDS

ROOT: Final = Path(fake_mcp.__file__).parents[1]
VALID: Final = sorted(RESULT_KINDS.keys() - NOT_MCP - {"rpc-error"})
VERSIONS: Final = (*HANDSHAKE_VERSIONS, *ENVELOPE_VERSIONS)


def line(method: str, version: str, **params: Json) -> str:
    """A request in the era of `version`."""
    envelope: dict[str, Json] = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "some", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    whole: dict[str, Json] = {**params, "_meta": envelope} if version in ENVELOPE_VERSIONS else params
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": whole})


def call(query: str, version: str) -> str:
    return line("tools/call", version, name="lookup", arguments={"query": query})


def answer_to(query: str, version: str) -> bytes:
    [frame] = Session(RESULTS).exchange(call(query, version)).sent
    return frame.data


def client(catalog: str, mode: str, note: MessageHandlerFnT | None = None) -> Client:
    server = StdioServerParameters(command=sys.executable, args=["-m", "fake_mcp", catalog], cwd=ROOT)
    return Client(stdio_client(server), mode=mode, message_handler=note)


def served(catalog: Catalog) -> list[str]:
    return [str(tool["name"]) for tool in catalog.tools]


# Wire types


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", VALID)
def test_a_kind_of_result_is_valid_in_both_eras(kind: str, version: str) -> None:
    message = jsonrpc_message_adapter.validate_json(answer_to(f"kind-{kind}", version))

    assert isinstance(message, JSONRPCResponse)
    validate_server_result("tools/call", version, message.result)
    CallToolResult.model_validate(message.result)  # 2026-07-28 also has a result that takes nearly anything


@pytest.mark.parametrize("version", VERSIONS)
def test_the_kind_that_is_an_error_is_a_valid_one(version: str) -> None:
    message = jsonrpc_message_adapter.validate_json(answer_to("kind-rpc-error", version))

    assert isinstance(message, JSONRPCError)
    assert message.error.model_dump() == RESULT_KINDS["rpc-error"].error


@pytest.mark.parametrize("version", VERSIONS)
def test_an_unknown_block_is_refused_on_purpose(version: str) -> None:
    message = jsonrpc_message_adapter.validate_json(answer_to("kind-unknown-block", version))

    assert isinstance(message, JSONRPCResponse)
    with pytest.raises(ValidationError, match="shape_probe_unknown"):
        CallToolResult.model_validate(message.result)


@pytest.mark.parametrize("version", VERSIONS)
def test_half_a_surrogate_pair_is_refused_on_purpose(version: str) -> None:
    with pytest.raises(ValidationError, match="Invalid JSON"):
        jsonrpc_message_adapter.validate_json(answer_to("kind-lone-surrogate-and-nul", version))


@pytest.mark.parametrize("version", VERSIONS)
def test_the_news_that_tools_have_changed_is_valid(version: str) -> None:
    session = Session(CHANGING)
    session.exchange(line("subscriptions/listen", "2026-07-28", notifications={"toolsListChanged": True}))

    frames = session.exchange(call("change-1", version)).sent

    for notice in frames[1:]:
        message = jsonrpc_message_adapter.validate_json(notice.data)
        assert isinstance(message, JSONRPCNotification)
        parsed = parse_server_notification(message.method, version, message.params)
        assert isinstance(parsed, ToolListChangedNotification)
    assert len(frames) == 2 + (version in HANDSHAKE_VERSIONS)


# Conversations


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_client_gets_every_valid_kind_of_result_as_it_is(mode: str) -> None:
    async with asyncio.timeout(30), client("results", mode) as connected:
        for kind in VALID:
            called = await connected.call_tool("lookup", {"query": f"kind-{kind}"})

            answer = RESULT_KINDS[kind].result
            expected = CallToolResult.model_validate(answer() if callable(answer) else answer)
            meta = (
                {"meta": called.meta} if expected.meta is None else {"meta": {**(called.meta or {}), **expected.meta}}
            )
            assert called == expected.model_copy(update=meta)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_client_raises_the_error(mode: str) -> None:
    async with asyncio.timeout(10), client("results", mode) as connected:
        with pytest.raises(MCPError, match=r"Planted result\.error\.message of rpc-error\."):
            await connected.call_tool("lookup", {"query": "kind-rpc-error"})


async def test_in_the_handshake_era_the_client_is_told_and_lists_the_new_tools() -> None:
    told: asyncio.Queue[IncomingMessage] = asyncio.Queue()

    async def note(message: IncomingMessage) -> None:
        await told.put(message)

    async with asyncio.timeout(10), client("changing", "legacy", note) as connected:
        before = [tool.name for tool in (await connected.list_tools()).tools]
        capabilities = connected.server_capabilities.model_dump(exclude_none=True)
        await connected.call_tool("lookup", {"query": "change-1"})
        message = await told.get()
        after = (await connected.list_tools()).tools
        with pytest.raises(MCPError, match="There is no tool of that name"):
            await connected.call_tool("removed_later", {})

    assert (before, capabilities) == (served(CHANGING), {"tools": {"list_changed": True}})
    assert (type(message), told.qsize()) == (ToolListChangedNotification, 0)
    assert [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in after] == list(
        CHANGING.changes[0].tools
    )


async def test_in_the_era_of_2026_the_client_listens_and_lists_the_new_tools() -> None:
    async with asyncio.timeout(10), client("changing", "auto") as connected:
        before = [tool.name for tool in (await connected.list_tools()).tools]
        capabilities = connected.server_capabilities.model_dump(exclude_none=True)
        async with connected.listen(tools_list_changed=True, prompts_list_changed=True) as subscription:
            honored = subscription.honored.model_dump(exclude_none=True)
            await connected.call_tool("lookup", {"query": "change-1"})
            event = await anext(subscription)
        after = (await connected.list_tools()).tools
        with pytest.raises(MCPError, match="There is no tool of that name"):
            await connected.call_tool("removed_later", {})

    assert (before, capabilities) == (served(CHANGING), {"tools": {"list_changed": True}})
    assert (honored, event) == ({"tools_list_changed": True}, ToolsListChanged())
    assert [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in after] == list(
        CHANGING.changes[0].tools
    )
