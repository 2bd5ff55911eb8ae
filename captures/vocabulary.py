"""The closed lists of text that nobody planted and that may be written all the same.

Rules of this file: a word comes in by being published in a specification or by being ours; words of the clients' own
prompts and descriptions never do. Names (of tools, headers, keys) are open and belong to `captures.names`.
"""

from typing import Final

PLACEHOLDERS: Final = frozenset(
    {
        "<array>",
        "<boolean>",
        "<custom grammar>",
        "<id>",
        "<name>",
        "<null>",
        "<number>",
        "<object>",
        "<string>",
    }
)
"""What stands for a thing that is not kept. They may stand wherever a string may."""

TRUNCATION_MARKS: Final = ("", "…", "...", "[truncated]", "… [truncated]", "... [truncated]")
"""What clients put where they cut a planted text."""

_JSON_SCHEMA: Final = frozenset(
    {
        # types (JSON Schema 2020-12, validation, section 6.1.1)
        "array",
        "boolean",
        "integer",
        "null",
        "number",
        "object",
        "string",
        # formats (the same, section 7.3)
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "regex",
        "time",
        "uri",
        "uri-reference",
        "uuid",
        # dialects
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
    }
)

_WIRE: Final = frozenset(
    {
        # types of tools and of their parts in the Messages, Responses and Chat Completions APIs
        "client",
        "custom",
        "ephemeral",
        "function",
        "grammar",
        "lark",
        "mcp",
        "namespace",
        "server",
        "text",
        "tool_reference",
        "tool_search",
        "web_search",
    }
)

WORDS: Final = _JSON_SCHEMA | _WIRE | frozenset({""})
"""Values that stand for themselves in a definition."""
