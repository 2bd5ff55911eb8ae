"""Steps of scripted clients, and the bodies that they send: as much of a real one as the product looks at."""

from typing import Any, Final

from tests.support.stage import Step

LIST: Final[Step] = {"do": "list_tools"}
GREET: Final[Step] = {"do": "list_tools", "is_greeting_only": True}
TELL: Final[Step] = {"do": "tell"}
STAY: Final[Step] = {"do": "stay"}

INLINE: Final = {
    "name": "mcp__{alias}__{tool.name}",
    "description": "{tool.description}",
    "input_schema": "{tool.inputSchema}",
}
"""The tool as Claude Code shows it in full."""

TOOL_SEARCH: Final = {"name": "ToolSearch", "description": "Made up.", "input_schema": {"type": "object"}}

FUNCTION: Final = {
    "type": "function",
    "name": "{tool.name}",
    "description": "{tool.description}",
    "strict": False,
    "parameters": "{tool.inputSchema}",
}

NAMESPACE: Final = {"type": "namespace", "name": "mcp__{alias}", "description": "Made up.", "tools": [FUNCTION]}
"""The tool as Codex shows it in full."""


def messages(*tools: object, **more: object) -> dict[str, Any]:
    """A model request of the Anthropic Messages API."""
    return {
        "model": "made-up",
        "max_tokens": 1,
        "stream": True,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "{prompt}"}]}],
        "tools": list(tools),
        **more,
    }


def responses(*tools: object, **more: object) -> dict[str, Any]:
    """A model request of the OpenAI Responses API, as a message of a WebSocket."""
    text = {"type": "input_text", "text": "{prompt}"}
    return {
        "type": "response.create",
        "model": "made-up",
        "stream": True,
        "input": [{"type": "message", "role": "user", "content": [text]}],
        "tools": list(tools),
        **more,
    }


def ask(body: object = None, **step: object) -> Step:
    """Send `body` as Claude Code does; `step` says what is to be different, a `raw` text or a `size` among it."""
    content = {} if {"raw", "size"} & step.keys() else {"body": messages(INLINE) if body is None else body}
    return {"do": "ask", "path": "/v1/messages", **content, **step}


def ask_codex(body: object = None, **step: object) -> Step:
    """Send `body` as Codex does, over a WebSocket."""
    body = responses(NAMESPACE) if body is None else body
    return {"do": "ask", "path": "/responses", "transport": "websocket", "body": body, **step}
