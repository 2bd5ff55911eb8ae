"""The synthetic server, started by a host as its configuration says."""

import json
import subprocess
from pathlib import Path

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from fake_mcp.catalog import LOOKUP, Catalog
from probe.testing.synthetic_mcp import SyntheticMcp, ToolCall, UnknownCatalogError, synthetic_mcp_served


def told(server: SyntheticMcp, *messages: dict[str, object]) -> list[dict[str, object]]:
    """Start the server as a host does, tell it these messages, and end."""
    text = "".join(f"{json.dumps({'jsonrpc': '2.0', **message})}\n" for message in messages)
    done = subprocess.run(
        [server.command, *server.args], input=text, capture_output=True, encoding="utf-8", timeout=30, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


async def test_a_host_with_the_sdk_lists_and_calls_the_tool() -> None:
    with synthetic_mcp_served() as server:
        parameters = StdioServerParameters(command=server.command, args=[*server.args])
        async with stdio_client(parameters) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            await session.call_tool("lookup", {"query": "q1", "limit": 2})

        assert tools == ["lookup"]
        assert server.calls == (ToolCall(name="lookup", arguments={"query": "q1", "limit": 2}),)
        assert server.methods == ("initialize", "notifications/initialized", "tools/list", "tools/call")


def test_the_configuration_is_one_that_hosts_read() -> None:
    with synthetic_mcp_served("paged") as server:
        assert server.config == {
            "mcpServers": {
                "shape_probe_paged": {
                    "type": "stdio",
                    "command": server.command,
                    "args": list(server.args),
                    "env": {},
                }
            }
        }


def test_calls_of_all_connections_are_kept_as_they_came() -> None:
    with synthetic_mcp_served(Catalog(alias="made_up", tools=LOOKUP.tools)) as server:
        told(server, {"id": 1, "method": "tools/call", "params": {"name": "lookup", "arguments": [1]}})
        told(server, {"id": 1, "method": "tools/call", "params": {"name": "nobody"}}, {"id": 2, "result": {}})
        told(server, {"id": 1, "method": "tools/call", "params": "odd"})

    assert server.calls == (
        ToolCall(name="lookup", arguments=[1]),
        ToolCall(name="nobody", arguments=None),
        ToolCall(name=None, arguments=None),
    )
    assert server.methods == ("tools/call", "tools/call", "tools/call")


def test_nothing_is_left_at_the_end() -> None:
    with synthetic_mcp_served() as server:
        address = Path(server.args[-1])
        assert address.exists()

    assert not address.parent.exists()


def test_a_catalog_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(UnknownCatalogError) as raised, synthetic_mcp_served("made-up"):
        raise AssertionError

    assert str(raised.value).startswith("there is no catalog of that name; the catalogs are lookup, paged, ")
