"""What a gateway can rely on of a tool, drawn from a capture."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from captures.native import NativeObservedTool, native_observed_tools
from tests.captures.judge import is_valid_by_schema
from tests.captures.samples import (
    ABSENT,
    DEFERRED,
    DESCRIBED,
    INCONCLUSIVE,
    INLINE,
    INPUT_SCHEMA,
    NAMESPACED,
    OBSERVED,
    UNSTABLE,
    a_capture,
    client,
)

ADAPTER: TypeAdapter[Any] = TypeAdapter(NativeObservedTool)
FLAT = "mcp__shape_probe__lookup"


def on_the_wire(name: str, *tools: dict[str, Any], verdict: dict[str, Any] = OBSERVED) -> list[Any]:
    capture = a_capture(client=client(name, "1.0.0"), tools=list(tools), verdict=verdict)
    return [ADAPTER.dump_python(tool, mode="json", by_alias=True) for tool in native_observed_tools(capture)]


CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "claude",
        INLINE,
        {"client": "claude", "presentation": "inline", "canonicalName": FLAT, "inputSchema": INPUT_SCHEMA},
    ),
    (
        "claude",
        {**INLINE, "definition": {"name": FLAT}},
        {"client": "claude", "presentation": "inline", "canonicalName": FLAT, "inputSchema": None},
    ),
    (
        "claude",
        NAMESPACED,
        {
            "client": "claude",
            "presentation": "namespaced",
            "namespace": "mcp__shape_probe",
            "name": "lookup",
            "inputSchema": INPUT_SCHEMA,
        },
    ),
    ("claude", DESCRIBED, {"client": "claude", "presentation": "described", "inside": "exec", "canonicalName": FLAT}),
    (
        "claude",
        {**DEFERRED, "via": "ToolSearch", "shown_as": FLAT},
        {
            "client": "claude",
            "presentation": "deferred",
            "via": "ToolSearch",
            "announced": True,
            "canonicalName": FLAT,
        },
    ),
    (
        "codex",
        INLINE,
        {"client": "codex", "presentation": "inline", "canonicalName": FLAT, "inputSchema": INPUT_SCHEMA},
    ),
    (
        "codex",
        NAMESPACED,
        {
            "client": "codex",
            "presentation": "namespaced",
            "namespace": "mcp__shape_probe",
            "name": "lookup",
            "inputSchema": INPUT_SCHEMA,
        },
    ),
    ("codex", DESCRIBED, {"client": "codex", "presentation": "described", "inside": "exec", "canonicalName": FLAT}),
    (
        "codex",
        {**DEFERRED, "announced": False, "shown_as": None, "role": None, "pointer": None},
        {
            "client": "codex",
            "presentation": "deferred",
            "via": "functions.exec",
            "namespace": "functions",
            "customTool": "exec",
            "deferred": True,
            "announced": False,
            "shownAs": None,
        },
    ),
    (
        "codex",
        {**DEFERRED, "via": "exec"},
        {
            "client": "codex",
            "presentation": "deferred",
            "via": "exec",
            "namespace": None,
            "customTool": "exec",
            "deferred": True,
            "announced": True,
            "shownAs": "mcp__shape_probe",
        },
    ),
    (
        "codex",
        {**DEFERRED, "via": "tool_search"},
        {
            "client": "codex",
            "presentation": "deferred",
            "via": "tool_search",
            "namespace": None,
            "customTool": None,
            "deferred": True,
            "announced": True,
            "shownAs": "mcp__shape_probe",
        },
    ),
]


@pytest.mark.parametrize(("name", "tool", "wire"), CASES)
def test_each_way_of_showing_a_tool_has_its_value(name: str, tool: dict[str, Any], wire: dict[str, Any]) -> None:
    assert on_the_wire(name, tool) == [wire]


@pytest.mark.parametrize(("name", "tool", "wire"), CASES)
def test_a_value_on_the_wire_is_valid_by_the_schema_and_read_back(
    name: str, tool: dict[str, Any], wire: dict[str, Any]
) -> None:
    assert is_valid_by_schema(wire, "native-observed-tool")

    capture = a_capture(client=client(name, "1.0.0"), tools=[tool])
    assert (ADAPTER.validate_python(wire),) == native_observed_tools(capture)


def test_the_order_is_that_of_the_capture_and_absent_tools_are_left_out() -> None:
    wire = on_the_wire("codex", DESCRIBED, ABSENT, INLINE, verdict=UNSTABLE)

    assert [tool["presentation"] for tool in wire] == ["described", "inline"]


@pytest.mark.parametrize(("name", "verdict"), [("codex", INCONCLUSIVE), ("claude", INCONCLUSIVE), ("other", OBSERVED)])
def test_nothing_is_said_where_nothing_was_seen(name: str, verdict: dict[str, Any]) -> None:
    assert on_the_wire(name, INLINE, verdict=verdict) == []


@pytest.mark.parametrize("name", ["claude", "codex"])
def test_an_absent_tool_has_no_value(name: str) -> None:
    assert on_the_wire(name, ABSENT) == []
