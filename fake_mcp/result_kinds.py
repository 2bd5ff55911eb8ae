"""The kinds of result that an MCP tool can give, as answers to the queries `kind-<name>`, and what is planted in each.

Every string that a client may show is planted: it says its token and its kind, so that no two are alike and none is a
part of one of another kind. Whoever finds one again knows where it came from. What is found is not decided here.

Shapes: the MCP schemas of 2025-11-25 and 2026-07-28, "CallToolResult" and "ContentBlock".
"""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from fake_mcp.catalog import CallAnswer, Json
from fake_mcp.media import png, wav
from fake_mcp.numbered_text import numbered_text

_INTERNAL_ERROR: Final = -32603

_META_KEY: Final = "shape-probe/value"

_HALF_PAIR: Final = "\ud83d"

_SIZES: Final[Mapping[str, int]] = {"text-1kB": 1_000, "text-100kB": 100_000, "text-2MB": 2_000_000}
"""Characters, and bytes, as they are ASCII."""

_TOKENS: Final[Mapping[str, tuple[str, ...]]] = {
    "text": ("result.text",),
    "several-texts": ("result.text[0]", "result.text[1]", "result.text[2]"),
    "empty": (),
    "structured-with-text": ("result.text", "result.structured.value"),
    "structured-without-text": ("result.structured.value",),
    "error-with-text": ("result.text",),
    "error-empty": (),
    "rpc-error": ("result.error.message", "result.error.data.value"),
    "image": ("result.image",),
    "audio": ("result.audio",),
    "embedded-text-resource": ("result.uri", "result.text"),
    "embedded-blob-resource": ("result.uri", "result.blob", "result.blob.decoded"),
    "resource-link": ("result.uri", "result.name", "result.title", "result.description"),
    "block-annotations-and-meta": (
        "result.text[0]",
        "result.text[0].meta.value",
        "result.text[1]",
        "result.text[1].meta.value",
        "result.meta.value",
    ),
    "unknown-block": ("result.text", "result.unknown.value"),
    **dict.fromkeys(_SIZES, ("result.text",)),
    "lone-surrogate-and-nul": ("result.text", "result.text.before", "result.text.between", "result.text.after"),
}
"""Kind, what is planted in it, in the order of the wire."""

NOT_MCP: Final = frozenset({"unknown-block", "lone-surrogate-and-nul"})
"""The kinds that the types of MCP refuse: no such block, and half a surrogate pair is no Unicode text. On purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedString:
    """A string in a result. `token` says which, and is unique in its kind."""

    token: str
    text: str = field(repr=False)  # up to 2 MB


def planted_texts(kind: str) -> tuple[PlantedString, ...]:
    """What is planted in the result of `kind`, in the order of the wire.

    Two kinds have parts that stand in for a whole one that a client has changed: `result.blob.decoded` is what the
    base64 of `result.blob` means, and `result.text.before`, `.between` and `.after` are what is left of
    `result.text` when a client takes out or replaces the half of a surrogate pair and the NUL between them.

    Raises:
        ValueError: there is no such kind.
    """
    if kind not in _TOKENS:
        msg = f"there is no such kind of result; the kinds are {', '.join(_TOKENS)}"
        raise ValueError(msg)
    return tuple(PlantedString(token=token, text=_planted(kind, token)) for token in _TOKENS[kind])


def _planted(kind: str, token: str) -> str:
    match kind, token:
        case _, "result.uri":
            text = f"shape-probe://planted/{kind}"
        case _, "result.name":
            text = f"planted-name-of-{kind}"
        case _, "result.image":
            text = b64encode(png()).decode("ascii")
        case _, "result.audio":
            text = b64encode(wav()).decode("ascii")
        case _, "result.blob":
            text = b64encode(_sentence(kind, "result.blob.decoded").encode("ascii")).decode("ascii")
        case "lone-surrogate-and-nul", "result.text":
            before, between, after = (_sentence(kind, f"{token}.{part}") for part in ("before", "between", "after"))
            text = f"{before}{_HALF_PAIR}{between}\0{after}"
        case _ if kind in _SIZES:
            text = numbered_text(kind, _SIZES[kind])
        case _:
            text = _sentence(kind, token)
    return text


def _sentence(kind: str, token: str) -> str:
    return f"Planted {token} of {kind}."


def _text(kind: str, token: str = "result.text") -> dict[str, Json]:  # noqa: S107 - the name of a planted string
    return {"type": "text", "text": _planted(kind, token)}


def _content(*blocks: Json) -> dict[str, Json]:
    return {"content": [*blocks]}


def _structured(kind: str) -> dict[str, Json]:
    return {"structuredContent": {"value": _planted(kind, "result.structured.value")}}


def _meta(kind: str, token: str) -> dict[str, Json]:
    return {"_meta": {_META_KEY: _planted(kind, f"{token}.meta.value")}}


def _annotated(kind: str, token: str, audience: str, priority: int) -> Json:
    annotations: Json = {"audience": [audience], "priority": priority}
    return {**_text(kind, token), "annotations": annotations, **_meta(kind, token)}


def _long_text(kind: str) -> Json:
    return _content(_text(kind))


_RESULTS: Final[Mapping[str, Json]] = {
    "text": _content(_text("text")),
    "several-texts": _content(*(_text("several-texts", token) for token in _TOKENS["several-texts"])),
    "empty": _content(),
    "structured-with-text": {**_content(_text("structured-with-text")), **_structured("structured-with-text")},
    "structured-without-text": {**_content(), **_structured("structured-without-text")},
    "error-with-text": {**_content(_text("error-with-text")), "isError": True},
    "error-empty": {**_content(), "isError": True},
    "image": _content({"type": "image", "data": _planted("image", "result.image"), "mimeType": "image/png"}),
    "audio": _content({"type": "audio", "data": _planted("audio", "result.audio"), "mimeType": "audio/wav"}),
    "embedded-text-resource": _content(
        {
            "type": "resource",
            "resource": {
                "uri": _planted("embedded-text-resource", "result.uri"),
                "mimeType": "text/plain",
                "text": _planted("embedded-text-resource", "result.text"),
            },
        }
    ),
    "embedded-blob-resource": _content(
        {
            "type": "resource",
            "resource": {
                "uri": _planted("embedded-blob-resource", "result.uri"),
                "mimeType": "application/octet-stream",
                "blob": _planted("embedded-blob-resource", "result.blob"),
            },
        }
    ),
    "resource-link": _content(
        {
            "type": "resource_link",
            "uri": _planted("resource-link", "result.uri"),
            "name": _planted("resource-link", "result.name"),
            "title": _planted("resource-link", "result.title"),
            "description": _planted("resource-link", "result.description"),
            "mimeType": "text/plain",
        }
    ),
    "block-annotations-and-meta": {
        **_content(
            _annotated("block-annotations-and-meta", "result.text[0]", "user", 1),
            _annotated("block-annotations-and-meta", "result.text[1]", "assistant", 0),
        ),
        **_meta("block-annotations-and-meta", "result"),
    },
    "unknown-block": _content(  # with a text, which tells a lost block from a lost result
        _text("unknown-block"),
        {"type": "shape_probe_unknown", "value": _planted("unknown-block", "result.unknown.value")},
    ),
    "lone-surrogate-and-nul": _content(_text("lone-surrogate-and-nul")),
}
"""All but the error, which is no result, and the long texts, which are made when they are asked for."""

_RPC_ERROR: Final[Json] = {
    "code": _INTERNAL_ERROR,
    "message": _planted("rpc-error", "result.error.message"),
    "data": {"value": _planted("rpc-error", "result.error.data.value")},
}


def _answer(kind: str) -> CallAnswer:
    query = f"kind-{kind}"
    if kind == "rpc-error":
        return CallAnswer(query=query, error=_RPC_ERROR)
    if kind in _SIZES:
        return CallAnswer(query=query, result=partial(_long_text, kind))
    return CallAnswer(query=query, result=_RESULTS[kind])


RESULT_KINDS: Final[Mapping[str, CallAnswer]] = {kind: _answer(kind) for kind in _TOKENS}
"""Kind, the answer that has it."""
