"""The closed words that the file and the code share.

Standard library only: what starts a client imports this and not pydantic. It will not say where a word may stand.
"""

from typing import Final, Literal

SCHEMA_VERSION: Final = 1
"""Of the files that this release writes. Older ones are upgraded on loading, newer ones are an error."""

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
"""Any JSON. The same to a type checker as `pydantic.JsonValue`, without the import."""

Isolation = Literal["namespace", "environment"]
"""`namespace`: user, network, mount and PID namespaces. `environment`: an environment allow-list, refusing proxies."""

Transport = Literal["http", "websocket"]

Role = Literal["model", "warm-up", "upgrade", "side"]
"""`model`: asks for a turn. `warm-up`: an OpenAI Responses request with `generate: false`. `upgrade`: the HTTP request
that opens a WebSocket. `side`: everything else (model lists, token counting, titles, hello)."""

CallKind = Literal["tool_use", "function_call", "custom_tool_call", "tool_search_call"]
"""How a dialect spells a call: Anthropic Messages has `tool_use`, OpenAI Responses the others."""
