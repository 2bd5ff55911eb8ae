"""Made-up shapes files for the tests of this package: one with every class of the model, and parts to change."""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import JsonValue

from captures.model import Capture, ShapesFile

ALIAS: Final = "shape_probe"
DESCRIPTION: Final = "Looks up one synthetic record."

INPUT_SCHEMA: Final[dict[str, JsonValue]] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "Synthetic query."},
        "limit": {"type": "integer", "minimum": 1, "maximum": 3, "default": 1.5},
    },
    "required": ["query"],
    "additionalProperties": False,
}

TOOL: Final[dict[str, JsonValue]] = {
    "name": "lookup",
    "title": "Synthetic Lookup",
    "description": DESCRIPTION,
    "inputSchema": INPUT_SCHEMA,
    "annotations": {"readOnlyHint": True, "nothing": None},
}

OTHER_TOOL: Final[dict[str, JsonValue]] = {
    "name": "added_later",
    "description": "Is there after the change alone.",
    "inputSchema": {"type": "object", "properties": {"after": {"type": "string", "maxLength": 77}}},
}

INLINE: Final[dict[str, Any]] = {
    "alias": ALIAS,
    "name": "lookup",
    "presentation": "inline",
    "shown_as": "mcp__shape_probe__lookup",
    "role": "model",
    "pointer": "$.tools[21]",
    "definition": {
        "name": "mcp__shape_probe__lookup",
        "description": DESCRIPTION[:12],
        "input_schema": INPUT_SCHEMA,
        "defer_loading": True,
    },
    "changes": [
        {"path": "$.title", "change": "dropped"},
        {"path": "$.inputSchema", "change": "renamed", "to": "input_schema"},
        {"path": "$.name", "change": "rewritten"},
        {"path": "$.description", "change": "truncated", "kept": 12, "of": 30},
        {"path": "$.defer_loading", "change": "added"},
    ],
}

NAMESPACED: Final[dict[str, Any]] = {
    "alias": ALIAS,
    "name": "lookup",
    "presentation": "namespaced",
    "namespace": "mcp__shape_probe",
    "shown_as": "lookup",
    "role": "warm-up",
    "pointer": "$.tools[9].tools[0]",
    "definition": {"type": "function", "name": "lookup", "description": "<string>", "parameters": INPUT_SCHEMA},
    "changes": [],
}

DESCRIBED: Final[dict[str, Any]] = {
    "alias": ALIAS,
    "name": "lookup",
    "presentation": "described",
    "inside": "exec",
    "shown_as": "mcp__shape_probe__lookup",
    "role": "model",
    "pointer": "$.tools[0].description",
}

DEFERRED: Final[dict[str, Any]] = {
    "alias": ALIAS,
    "name": "lookup",
    "presentation": "deferred",
    "via": "functions.exec",
    "announced": True,
    "shown_as": "mcp__shape_probe",
    "role": "model",
    "pointer": '$.input[1]["x-part"].content[0].text',
    "loaded": None,
}

LOADED: Final[dict[str, Any]] = {
    **DEFERRED,
    "loaded": {
        "attempt": 2,
        "pointer": "$.input[0].output[0].text",
        "definition": {"name": "mcp__shape_probe__lookup", "description": "<string>"},
        "changes": [{"path": "$.inputSchema", "change": "dropped"}],
    },
}

ABSENT: Final[dict[str, Any]] = {"alias": ALIAS, "name": "lookup", "presentation": "absent"}

OBSERVED: Final[dict[str, Any]] = {"kind": "observed"}
UNSTABLE: Final[dict[str, Any]] = {"kind": "unstable", "pointers": ["$.tools[0].pointer"]}
INCONCLUSIVE: Final[dict[str, Any]] = {"kind": "inconclusive", "reason": "server-never-listed"}

REQUEST: Final[dict[str, Any]] = {
    "role": "side",
    "method": "GET",
    "path": "/v1/sessions/<id>/models",
    "transport": "http",
    "count": 1,
    "header_names": ["accept", "x-stainless-timeout"],
}

ENVELOPE: Final[dict[str, Any]] = {
    "role": "model",
    "pointer": "$.input[0].tools[0]",
    "type": "namespace",
    "name": "functions",
    "tools": [
        {"type": "custom", "name": "exec", "format": "<custom grammar>"},
        {"type": "function", "name": "wait", "parameters": {}, "strict": "<boolean>", "parts": ["<string>"]},
    ],
}

SIGHTING: Final[dict[str, Any]] = {
    "token": "alias",
    "role": "model",
    "pointer": "$.input[1].content[0].text",
    "place": "message",
}

CALL: Final[dict[str, Any]] = {
    "route": "exec-identifier",
    "kind": "custom_tool_call",
    "shown_as": "tools.mcp__shape_probe__lookup",
    "namespace": "functions",
    "reached_server": True,
    "arguments": {"query": "kind-several-texts", "limit": 2, "nested": {"parts": ["x", True, None]}},
    "answer": {
        "attempt": 2,
        "pointer": "$.input[0]",
        "type": "custom_tool_call_output",
        "is_error": False,
        "blocks": [
            {
                "type": "input_text",
                "keys": ["text"],
                "texts": [
                    {
                        "pointer": "$.input[0].output[1].text",
                        "length": 4000,
                        "planted": [{"token": "result.text[1]", "head": 1500, "tail": 1500, "of": 100_000}],
                    }
                ],
            }
        ],
    },
}

UNANSWERED: Final[dict[str, Any]] = {
    **CALL,
    "namespace": None,
    "reached_server": False,
    "arguments": None,
    "answer": None,
}

SUBAGENT: Final[dict[str, Any]] = {
    "header_names_of_child": ["x-openai-subagent"],
    "header_names_of_parent": ["x-codex-beta-features"],
    "body_keys_of_child": ["agent_id"],
    "body_keys_of_parent": ["reasoning"],
    "tools": [NAMESPACED, DEFERRED],
}


def capture(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of a capture
    """A capture as a JSON value, with every kind of thing that a field can hold, and with these fields changed."""
    return {
        "client": {"name": "codex", "version": "0.171.0"},
        "scenario": "first-request",
        "conditions": {
            "requested": {"model": "gpt-6.2-sol", "reply": "status:503"},
            "observed": {"isolation": "namespace", "transport": "websocket"},
        },
        "verdict": OBSERVED,
        "mcp": {
            "methods": ["initialize", "notifications/initialized", "tools/list"],
            "protocol_version": "2025-06-18",
            "listed_before_model_request": True,
        },
        "requests": [REQUEST],
        "tools": [INLINE, NAMESPACED, DESCRIBED, LOADED, ABSENT],
        "envelopes": [ENVELOPE],
        "traits": {"exec-names-all-tools": True},
        "sightings": [SIGHTING],
        "later_shapes": [{"attempt": 4, "tools": [INLINE]}],
        "calls": [CALL, UNANSWERED],
        "subagent": SUBAGENT,
        "outcome": {
            "exit_code": 0,
            "attempts": 6,
            "turn_completed": True,
            "refused_lookups": 0,
            "refused_connections": 0,
        },
        **changes,
    }


def small_capture(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of a capture
    """The same with little in it, for tests that are about many captures."""
    empty: dict[str, Any] = {"requests": [], "tools": [], "envelopes": [], "sightings": [], "later_shapes": []}
    return capture(**{**empty, "calls": [], "subagent": None, **changes})


def client(name: str, version: str) -> dict[str, str]:
    """The `client` of a capture."""
    return {"name": name, "version": version}


def document(
    *captures: dict[str, Any], tool: dict[str, JsonValue] = TOOL, more_tools: Sequence[dict[str, JsonValue]] = ()
) -> dict[str, Any]:
    """A shapes file as a JSON value."""
    fixture = {"alias": ALIAS, "tool": tool, "more_tools": list(more_tools)}
    return {"schema_version": 1, "fixture": fixture, "captures": list(captures)}


def full_document() -> dict[str, Any]:
    """A shapes file, in canonical order, that has every class of the model."""
    return document(
        small_capture(client=client("claude", "2.1.9"), verdict=UNSTABLE),
        small_capture(client=client("claude", "2.1.268"), verdict=INCONCLUSIVE),
        capture(),
        more_tools=[OTHER_TOOL],
    )


def shapes_file(*captures: dict[str, Any]) -> ShapesFile:
    """A shapes file of these captures."""
    return ShapesFile.model_validate(document(*captures))


def full_file() -> ShapesFile:
    """The full document as a value."""
    return ShapesFile.model_validate(full_document())


def a_capture(**changes: Any) -> Capture:  # noqa: ANN401 - any field of a capture
    """A capture as a value."""
    return Capture.model_validate(capture(**changes))
