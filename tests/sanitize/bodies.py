"""Request bodies with the structures of the real ones. Their texts are made up."""

from pydantic import JsonValue

from tests.support.builders import LOOKUP, PROMPT_MARKER

NAME = "mcp__shape_probe__lookup"

DESCRIPTION = LOOKUP["description"]

SCHEMA = LOOKUP["inputSchema"]

PROGRAM_TEXT = (
    "Runs a program.\n- nested helpers hang on the `tools` object\n- names become identifiers such as mcp__a__b\n"
    "deferred helpers may be omitted here; ALL_TOOLS has them"
)
"""Has all the traits of the tool that runs programs, in words of our own."""


def builtin(name: str, **fields: JsonValue) -> dict[str, JsonValue]:
    """A tool of the client."""
    return {"name": name, "description": f"Made-up text about {name}.", "input_schema": {"type": "object"}, **fields}


def claude_tool(**changes: JsonValue) -> dict[str, JsonValue]:
    """The planted tool as Claude Code shows it."""
    return {"name": NAME, "description": DESCRIPTION, "input_schema": SCHEMA, **changes}


def claude_body(*tools: JsonValue, note: str = "Be made up.") -> dict[str, JsonValue]:
    return {
        "model": "made-up-model",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": f"Say OK. {PROMPT_MARKER}"}]},
            {"role": "system", "content": [{"type": "text", "text": note}]},
        ],
        "system": [{"type": "text", "text": "You are made up."}],
        "tools": [builtin("Read"), *tools],
        "metadata": {"user_id": "made-up-user"},
        "stream": True,
    }


def functions(*tools: JsonValue) -> dict[str, JsonValue]:
    """The namespace in which Codex puts its own tools."""
    return {"type": "namespace", "name": "functions", "description": "Made-up group.", "tools": list(tools)}


def program(description: str = PROGRAM_TEXT) -> dict[str, JsonValue]:
    grammar: JsonValue = {"type": "grammar", "syntax": "lark", "definition": "start: made up"}
    return {"type": "custom", "name": "exec", "description": description, "format": grammar}


def function(name: str, **changes: JsonValue) -> dict[str, JsonValue]:
    return {
        "type": "function",
        "name": name,
        "description": f"Made-up text about {name}.",
        "strict": False,
        "parameters": {"type": "object"},
        **changes,
    }


def namespace(*tools: JsonValue) -> dict[str, JsonValue]:
    """The namespace of the synthetic server in Codex."""
    tools = tools or (function("lookup", description=DESCRIPTION, parameters=SCHEMA),)
    return {"type": "namespace", "name": "mcp__shape_probe", "description": "Made-up group.", "tools": list(tools)}


def text_item(role: str, *texts: str) -> JsonValue:
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text} for text in texts]}


def additional_tools(*tools: JsonValue) -> JsonValue:
    return {"type": "additional_tools", "role": "developer", "tools": list(tools)}


def codex_body(*items: JsonValue, **changes: JsonValue) -> dict[str, JsonValue]:
    prompt = text_item("user", f"Say OK. {PROMPT_MARKER}")
    return {"type": "response.create", "model": "made-up-model", "input": [*items, prompt], **changes}


def warm_up_body(*items: JsonValue, **changes: JsonValue) -> dict[str, JsonValue]:
    return {"type": "response.create", "model": "made-up-model", "input": list(items), "generate": False, **changes}


def nested(levels: int, value: JsonValue = "leaf") -> JsonValue:
    """`value` under so many objects."""
    for _ in range(levels):
        value = {"a": value}
    return value


def tool_use(call_id: str, name: str = NAME) -> JsonValue:
    """A call of the model, as Claude Code sends it back."""
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": call_id, "name": name, "input": {"query": "made-up"}}],
    }


def tool_result(call_id: str, content: JsonValue, **changes: JsonValue) -> JsonValue:
    """What came back, in a message of Claude Code."""
    block: JsonValue = {"type": "tool_result", "tool_use_id": call_id, "content": content, **changes}
    return {"role": "user", "content": [block]}


def answered(body: dict[str, JsonValue], *messages: JsonValue) -> dict[str, JsonValue]:
    """A body of Claude Code with messages behind those that it has."""
    before = body["messages"]
    assert isinstance(before, list)
    return {**body, "messages": [*before, *messages]}


def output(call_id: str, value: JsonValue, kind: str = "custom_tool_call") -> JsonValue:
    """What came back, as an item of Codex."""
    return {"type": f"{kind}_output", "call_id": call_id, "output": value}


def found_tools(call_id: str, *tools: JsonValue) -> JsonValue:
    """What came back for a search, as an item of Codex."""
    return {"type": "tool_search_output", "call_id": call_id, "execution": "client", "tools": list(tools)}


def input_text(*texts: str) -> list[JsonValue]:
    return [{"type": "input_text", "text": text} for text in texts]
