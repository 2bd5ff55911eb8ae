"""JSON-RPC 2.0 as values: what a frame of the client says, what a frame of ours is. Does not know what to answer."""

import json
from dataclasses import dataclass, field
from math import isfinite
from typing import Final, Literal, TypeGuard

from fake_mcp.catalog import Json

VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CLIENT_KEY: Final = "io.modelcontextprotocol/clientInfo"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
SERVER_KEY: Final = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION_KEY: Final = "io.modelcontextprotocol/subscriptionId"
"""Keys of `_meta` from 2026-07-28 on, as in that schema. `VERSION_KEY` in a request makes it one of that era."""

LIST_CHANGED: Final = "notifications/tools/list_changed"
"""The method by which both eras tell a client that the tools are others now."""

_JSON_SPACE: Final = " \t\r\n"  # str.strip() alone takes more than JSON allows

RequestId = str | int | float | None
"""JSON-RPC 2.0 allows null for an id, and a request with it is a request; MCP forbids it."""

Kind = Literal["request", "notification", "response", "invalid"]
"""`response`: answers a request of a server, of which we send none. `invalid`: no JSON, or not JSON-RPC 2.0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One message from the client. Of an invalid one only the id is known, and that only if it has a usable one."""

    kind: Kind
    method: str | None = None  # None: a response, or invalid
    request_id: RequestId = field(repr=False, default=None)
    protocol_version: str | None = None  # as asked for, in `initialize` or in `_meta`
    client_version: str | None = None  # of `clientInfo`
    params: Json = field(repr=False, default=None)  # as sent; for `tools/call` they have `name` and `arguments`


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a frame of ours says to one message of the client, or by itself."""

    method: str | None  # that it answers, or its own when it is a notification; None: the message was invalid
    is_error: bool = False
    is_last_page: bool = False  # a list is now complete
    query: str | None = None  # of the call, when the catalog has an answer or a change for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One line to send, without its newline: ASCII, no line break inside. Several answers only for a batch."""

    data: bytes = field(repr=False)
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One frame from the client and what goes back. Several messages only in a batch, none in an empty line."""

    received: tuple[Received, ...] = ()
    sent: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The JSON of a line. `value` is meaningless when the line is empty or no JSON."""

    value: Json = field(repr=False, default=None)
    is_empty: bool = False
    is_json: bool = True


def parsed(line: bytes | str) -> Parsed:
    """The JSON in `line`: one line, UTF-8 when it is bytes. Never raises."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        if not text.strip(_JSON_SPACE):
            return Parsed(is_empty=True)
        return Parsed(value=json.loads(text, parse_constant=_refused))
    except (ValueError, RecursionError):  # also: too many digits in a number, too many levels
        return Parsed(is_json=False)


def encoded(value: Json) -> bytes:
    """The bytes of `value` as one line: pure ASCII, so that half a surrogate pair gets through.

    Raises:
        ValueError: `value` holds a number that JSON does not have.
    """
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


def received(value: Json) -> Received:
    """What one message says. Anything that is not JSON-RPC 2.0 is `invalid`."""
    if not isinstance(value, dict):
        return Received(kind="invalid")
    has_id, request_id = "id" in value, value.get("id")
    if not _is_request_id(request_id):
        return Received(kind="invalid")
    invalid = Received(kind="invalid", request_id=request_id)
    if value.get("jsonrpc") != "2.0":
        return invalid
    if "method" not in value:
        is_response = has_id and ("result" in value or "error" in value)
        return Received(kind="response", request_id=request_id) if is_response else invalid
    method, params = value["method"], value.get("params")
    if not isinstance(method, str):
        return invalid
    version, client = _about_client(method, params)
    return Received(
        kind="request" if has_id else "notification",
        method=method,
        request_id=request_id,
        protocol_version=version if isinstance(version, str) else None,
        client_version=client if isinstance(client, str) else None,
        params=params,
    )


def _about_client(method: str, params: Json) -> tuple[Json, Json]:
    """The protocol version that is asked for and the client's version, where the era of `method` has them."""
    if not isinstance(params, dict):
        return None, None
    if method == "initialize":
        return params.get("protocolVersion"), _version_in(params.get("clientInfo"))
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        return None, None
    return meta.get(VERSION_KEY), _version_in(meta.get(CLIENT_KEY))


def _version_in(client_info: Json) -> Json:
    return client_info.get("version") if isinstance(client_info, dict) else None


def _is_request_id(value: Json) -> TypeGuard[RequestId]:
    """JSON-RPC 2.0: a string, a number or null. 1e999 is infinity to Python, and could not be sent back."""
    if isinstance(value, float):
        return isfinite(value)
    return value is None or (isinstance(value, str | int) and not isinstance(value, bool))


def _refused(constant: str) -> Json:
    """For NaN and Infinity, which the json module takes and JSON does not have."""
    msg = f"{constant} is not JSON"
    raise ValueError(msg)
