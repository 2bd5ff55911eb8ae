"""The synthetic MCP server: one frame in, frames out. It opens and sends nothing.

All that a session remembers is which tools it has now, and which subscriptions are to be told when they change.

Rules of this file: what the client sends never raises; each request is answered in the protocol era that it is written
in, so that one connection may use both (2026-07-28 allows that under "Versioning and Compatibility"); a client that
leaves out the handshake, or sends a batch where its version has none, is served all the same: the question is what it
does with the tools.

Wire truth: the MCP schemas of 2024-11-05 to 2025-11-25, which begin with `initialize`, and of 2026-07-28, which has an
envelope in the `_meta` of every request. In the tests the Python SDK 2.3 judges them; the error codes are its server's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from fake_mcp.catalog import CallAnswer, Catalog, Json
from fake_mcp.messages import (
    CAPABILITIES_KEY,
    LIST_CHANGED,
    SERVER_KEY,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
    Answer,
    Exchange,
    Frame,
    Received,
    RequestId,
    encoded,
    parsed,
    received,
)

HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Protocol versions that begin with `initialize`, oldest first."""

ENVELOPE_VERSIONS: Final = ("2026-07-28",)
"""Protocol versions whose requests each say their version in `_meta`, oldest first."""

_SERVER_INFO: Final[Mapping[str, Json]] = {"name": "fake_mcp", "version": "1"}
_CACHEABLE: Final = frozenset({"server/discover", "tools/list"})
_UNCACHED: Final[Mapping[str, Json]] = {"ttlMs": 0, "cacheScope": "private"}  # stale at once: a client shall always ask

_PARSE_ERROR: Final = -32700
_INVALID_REQUEST: Final = -32600
_METHOD_NOT_FOUND: Final = -32601
_INVALID_PARAMS: Final = -32602
_UNSUPPORTED_VERSION: Final = -32022


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    """A message of ours, and what it is. `notices` follow it, each in a frame of its own."""

    message: dict[str, Json]
    answer: Answer
    notices: tuple["_Reply", ...] = ()


@dataclass(slots=True)
class Session:
    """One connection to the synthetic server, from the catalog's tools on."""

    catalog: Catalog
    _tools: tuple[Mapping[str, Json], ...] = field(init=False)
    _listening: list[RequestId] = field(init=False, repr=False, default_factory=list)  # subscriptions, oldest first

    def __post_init__(self) -> None:
        self._tools = self.catalog.tools

    def exchange(self, line: bytes | str) -> Exchange:
        """What `line`, a frame of the client without its newline, says, and what the server sends back.

        `subscriptions/listen` is answered by its acknowledgement, and stays open until the client cancels it.

        Raises:
            ValueError: the catalog, not the client, holds a number that JSON does not have.
        """
        frame = parsed(line)
        if frame.is_empty:
            return Exchange()
        if not frame.is_json:
            return _refused_frame(_PARSE_ERROR, "The line is not JSON.")
        if not isinstance(frame.value, list):
            one = received(frame.value)
            return Exchange(received=(one,), sent=_frames(self._replies(one)))
        if not frame.value:
            return _refused_frame(_INVALID_REQUEST, "The batch is empty.")
        messages = tuple(received(item) for item in frame.value)
        replies = [reply for message in messages for reply in self._replies(message)]
        if not replies:
            return Exchange(received=messages)
        data = encoded([reply.message for reply in replies])
        batch = Frame(data=data, answers=tuple(reply.answer for reply in replies))
        notices = tuple(notice for reply in replies for notice in reply.notices)
        return Exchange(received=messages, sent=(batch, *_frames(notices)))

    def _replies(self, message: Received) -> tuple[_Reply, ...]:
        """One reply to a request or to what is invalid, none to the rest."""
        match message.kind:
            case "notification":
                if message.method == "notifications/cancelled":
                    self._cancel(message.params)
                return ()
            case "response":
                return ()
            case "invalid":
                return (_refusal(message, _INVALID_REQUEST, "The message is not JSON-RPC 2.0."),)
            case "request":
                return (self._reply(message),)
            case _:
                assert_never(message.kind)

    def _reply(self, request: Received) -> _Reply:
        params = {} if request.params is None else request.params
        if not isinstance(params, dict):
            return _refusal(request, _INVALID_PARAMS, "The parameters are not an object.")
        meta = params.get("_meta")
        if request.method != "initialize" and isinstance(meta, dict) and VERSION_KEY in meta:
            return self._envelope_reply(request, params, meta)
        match request.method:
            case "initialize":
                return _result(request, self._initialized(request.protocol_version))
            case "ping":
                return _result(request, {})
            case _:
                return self._tools_reply(request, params, is_enveloped=False)

    def _envelope_reply(self, request: Received, params: dict[str, Json], meta: dict[str, Json]) -> _Reply:
        version = meta[VERSION_KEY]
        if not isinstance(version, str) or CAPABILITIES_KEY not in meta:
            return _refusal(request, _INVALID_PARAMS, f"_meta needs {VERSION_KEY}, a string, and {CAPABILITIES_KEY}.")
        if version not in ENVELOPE_VERSIONS:
            data: dict[str, Json] = {"supported": [*ENVELOPE_VERSIONS], "requested": version}
            return _refusal(request, _UNSUPPORTED_VERSION, "The protocol version is not supported.", data=data)
        match request.method:
            case "server/discover":
                return _in_envelope(_result(request, self._discovered()))
            case "subscriptions/listen":
                return self._listen(request, params.get("notifications"))
            case _:
                return _in_envelope(self._tools_reply(request, params, is_enveloped=True))

    def _tools_reply(self, request: Received, params: dict[str, Json], *, is_enveloped: bool) -> _Reply:
        """What both eras have."""
        match request.method:
            case "tools/list":
                return self._page(request, params.get("cursor"))
            case "tools/call":
                return self._call(request, params, is_enveloped=is_enveloped)
            case _:
                return _refusal(request, _METHOD_NOT_FOUND, "The method is not known.")

    def _page(self, request: Received, cursor: Json) -> _Reply:
        tools = self._tools
        size = self.catalog.page_size or max(len(tools), 1)
        pages = [tools[start : start + size] for start in range(0, max(len(tools), 1), size)]
        number = _page_number(cursor, len(pages))
        if number is None:
            return _refusal(request, _INVALID_PARAMS, "The cursor is not one that this server gave out.")
        result: dict[str, Json] = {"tools": [dict(tool) for tool in pages[number]]}
        if number < len(pages) - 1:
            result["nextCursor"] = str(number + 1)
        elif self.catalog.is_endless:
            result["nextCursor"] = str(number)
        return _result(request, result, is_last_page="nextCursor" not in result)

    def _call(self, request: Received, params: dict[str, Json], *, is_enveloped: bool) -> _Reply:
        name = params.get("name")
        if not isinstance(name, str) or all(tool.get("name") != name for tool in self._tools):
            return _refusal(request, _INVALID_PARAMS, "There is no tool of that name.")
        query = _query_of(params.get("arguments"), self.catalog.query_argument)
        called = next((answer for answer in self.catalog.answers if answer.query == query), None)
        change = next((change for change in self.catalog.changes if change.after_query == query), None)
        reply = _result(request, dict(self.catalog.result)) if called is None else _called(request, called)
        if called is None and change is None:
            return reply
        notices: tuple[_Reply, ...] = ()
        if change is not None:
            self._tools = change.tools
            notices = self._notices(is_enveloped=is_enveloped)
        return replace(reply, answer=replace(reply.answer, query=query), notices=notices)

    def _notices(self, *, is_enveloped: bool) -> tuple[_Reply, ...]:
        """That the tools are others now: in the era of the call that changed them, and on every subscription.

        2026-07-28, "Subscriptions": the stamp is the id of the listening request, and who does not listen is not told.
        """
        stamps: list[dict[str, Json]] = [{"_meta": {SUBSCRIPTION_KEY: listening}} for listening in self._listening]
        plain = [] if is_enveloped else [_notification(LIST_CHANGED)]
        return (*plain, *(_notification(LIST_CHANGED, params=stamp) for stamp in stamps))

    def _listen(self, request: Received, wishes: Json) -> _Reply:
        """2026-07-28, "Subscriptions": the request itself is answered only when the server ends the subscription.

        The acknowledgement has those of the wishes that will be fulfilled: of tools, when they change at all.
        """
        honored: dict[str, Json] = {}
        if self.catalog.changes and isinstance(wishes, dict) and wishes.get("toolsListChanged") is True:
            honored = {"toolsListChanged": True}
            self._end(request.request_id)  # an id that is used again is one subscription, not two
            self._listening.append(request.request_id)
        params: dict[str, Json] = {"_meta": {SUBSCRIPTION_KEY: request.request_id}, "notifications": honored}
        acknowledged = _notification("notifications/subscriptions/acknowledged", params=params)
        return replace(acknowledged, answer=Answer(method=request.method))

    def _cancel(self, params: Json) -> None:
        """End a subscription. All else has been answered before it can be cancelled."""
        if isinstance(params, dict) and "requestId" in params:
            self._end(params["requestId"])

    def _end(self, subscription: Json) -> None:
        if not isinstance(subscription, bool):  # to Python, true is 1
            self._listening = [each for each in self._listening if each != subscription]

    def _initialized(self, asked_version: str | None) -> dict[str, Json]:
        version = asked_version if asked_version in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
        return {"protocolVersion": version, **self._opening(), "serverInfo": dict(_SERVER_INFO)}

    def _discovered(self) -> dict[str, Json]:
        return {"supportedVersions": [*ENVELOPE_VERSIONS], **self._opening()}

    def _opening(self) -> dict[str, Json]:
        """What both eras say first. There is no other capability, so that clients ask for nothing else."""
        tools: dict[str, Json] = {"listChanged": True} if self.catalog.changes else {}
        opening: dict[str, Json] = {"capabilities": {"tools": tools}}
        if self.catalog.instructions is not None:
            opening["instructions"] = self.catalog.instructions
        return opening


def _frames(replies: tuple[_Reply, ...]) -> tuple[Frame, ...]:
    """A frame for each reply, each followed by its notices."""
    messages = [message for reply in replies for message in (reply, *reply.notices)]
    return tuple(Frame(data=encoded(message.message), answers=(message.answer,)) for message in messages)


def _query_of(arguments: Json, name: str) -> str | None:
    query = arguments.get(name) if isinstance(arguments, dict) else None
    return query if isinstance(query, str) else None


def _called(request: Received, answer: CallAnswer) -> _Reply:
    if answer.error is not None:
        message: dict[str, Json] = {"jsonrpc": "2.0", "id": request.request_id, "error": answer.error}
        return _Reply(message=message, answer=Answer(method=request.method, is_error=True))
    return _result(request, answer.result() if callable(answer.result) else answer.result)


def _notification(method: str, *, params: dict[str, Json] | None = None) -> _Reply:
    message: dict[str, Json] = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return _Reply(message=message, answer=Answer(method=method))


def _page_number(cursor: Json, pages: int) -> int | None:
    """The page that `cursor` stands for, from 0. None: we have not given it out."""
    if cursor is None:
        return 0
    cursors = {str(number): number for number in range(pages)}
    return cursors.get(cursor) if isinstance(cursor, str) else None


def _in_envelope(reply: _Reply) -> _Reply:
    """A result as 2026-07-28 wants it: with its type, who made it and, for lists, how long it may be kept."""
    result = reply.message.get("result")
    if not isinstance(result, dict):  # an error
        return reply
    meta = result.get("_meta", {})
    whole: dict[str, Json] = {"resultType": "complete"}
    if reply.answer.method in _CACHEABLE:
        whole |= _UNCACHED
    whole |= result
    if isinstance(meta, dict):  # a catalog may have anything there
        whole["_meta"] = {SERVER_KEY: dict(_SERVER_INFO), **meta}
    return replace(reply, message=reply.message | {"result": whole})


def _result(request: Received, result: Json, *, is_last_page: bool = False) -> _Reply:
    message: dict[str, Json] = {"jsonrpc": "2.0", "id": request.request_id, "result": result}
    return _Reply(message=message, answer=Answer(method=request.method, is_last_page=is_last_page))


def _refusal(to: Received, code: int, message: str, *, data: Json = None) -> _Reply:
    error: dict[str, Json] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return _Reply(
        message={"jsonrpc": "2.0", "id": to.request_id, "error": error}, answer=Answer(method=to.method, is_error=True)
    )


def _refused_frame(code: int, message: str) -> Exchange:
    invalid = Received(kind="invalid")
    reply = _refusal(invalid, code, message)
    return Exchange(received=(invalid,), sent=(Frame(data=encoded(reply.message), answers=(reply.answer,)),))
