"""What was seen of a tool, in the words of a program that takes tool calls: one value for each way of showing a tool.

The names on the wire are in camel case. `client` tells the clients apart and `presentation` the ways of one client. It
will not guess: a tool that is absent, a run that shows nothing and a client that is not named here have no value.
"""

from typing import Annotated, Final, Literal, assert_never

from pydantic import ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from captures.model import (
    AbsentTool,
    Capture,
    DeferredTool,
    DescribedTool,
    Inconclusive,
    InlineTool,
    NamespacedTool,
    Value,
)


class _Seen(Value):
    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        json_schema_serialization_defaults_required=True,  # a reader can rely on the fields that tell kinds apart
    )


class ClaudeInline(_Seen):
    """A definition in the tools array, called `canonicalName`. `inputSchema` is null when the client shows none."""

    client: Literal["claude"] = "claude"
    presentation: Literal["inline"] = "inline"
    canonical_name: str
    input_schema: JsonValue


class ClaudeNamespaced(_Seen):
    """A definition as a child of the namespace entry `namespace`. Not seen so far."""

    client: Literal["claude"] = "claude"
    presentation: Literal["namespaced"] = "namespaced"
    namespace: str
    name: str
    input_schema: JsonValue


class ClaudeDescribed(_Seen):
    """Text inside the description of the tool `inside`; there is no schema to check a call with. Not seen so far."""

    client: Literal["claude"] = "claude"
    presentation: Literal["described"] = "described"
    inside: str
    canonical_name: str


class ClaudeDeferred(_Seen):
    """Withheld behind the tool `via`. `canonicalName` is null when the client does not even show the name."""

    client: Literal["claude"] = "claude"
    presentation: Literal["deferred"] = "deferred"
    via: str
    announced: bool
    canonical_name: str | None


class CodexInline(_Seen):
    """A flat function in the tools array (0.120 and before). `inputSchema` is null when the client shows none."""

    client: Literal["codex"] = "codex"
    presentation: Literal["inline"] = "inline"
    canonical_name: str
    input_schema: JsonValue


class CodexNamespaced(_Seen):
    """A function `name` as a child of the namespace tool `namespace`: a call carries the two apart."""

    client: Literal["codex"] = "codex"
    presentation: Literal["namespaced"] = "namespaced"
    namespace: str
    name: str
    input_schema: JsonValue


class CodexDescribed(_Seen):
    """A declaration in the description of the tool `inside`; calls are text in a program and not structured."""

    client: Literal["codex"] = "codex"
    presentation: Literal["described"] = "described"
    inside: str
    canonical_name: str


class CodexDeferred(_Seen):
    """Withheld behind the tool `via`.

    `namespace` and `customTool` are its parts (`functions`, `exec`) when it is a custom tool that runs programs; the
    search tool has neither. `shownAs` is the name that the client announces, if it does.
    """

    client: Literal["codex"] = "codex"
    presentation: Literal["deferred"] = "deferred"
    via: str
    namespace: str | None
    custom_tool: str | None
    deferred: Literal[True] = True
    announced: bool
    shown_as: str | None


Claude = ClaudeInline | ClaudeNamespaced | ClaudeDescribed | ClaudeDeferred

Codex = CodexInline | CodexNamespaced | CodexDescribed | CodexDeferred

NativeObservedTool = Annotated[
    Annotated[Claude, Field(discriminator="presentation")] | Annotated[Codex, Field(discriminator="presentation")],
    Field(discriminator="client"),
]
"""The union, for `pydantic.TypeAdapter`."""

_SCHEMA_KEYS: Final = ("input_schema", "parameters", "inputSchema")
"""Where a definition has its schema: Anthropic Messages, OpenAI Responses, MCP itself."""

_SEARCH_TOOL: Final = "tool_search"
"""A tool of a type of its own in the OpenAI Responses API, and no custom tool."""


def native_observed_tools(capture: Capture) -> tuple[Claude | Codex, ...]:
    """What the model is shown of each planted tool, in the order of the capture.

    Empty for an inconclusive capture and for clients other than `claude` and `codex`; absent tools are left out.
    """
    if isinstance(capture.verdict, Inconclusive):
        return ()
    match capture.client.name:
        case "claude":
            return tuple(_claude(shape) for shape in capture.tools if not isinstance(shape, AbsentTool))
        case "codex":
            return tuple(_codex(shape) for shape in capture.tools if not isinstance(shape, AbsentTool))
        case _:
            return ()


_Present = InlineTool | NamespacedTool | DescribedTool | DeferredTool


def _claude(shape: _Present) -> Claude:
    match shape:
        case InlineTool():
            return ClaudeInline(canonical_name=shape.shown_as, input_schema=_schema(shape.definition))
        case NamespacedTool():
            return ClaudeNamespaced(
                namespace=shape.namespace, name=shape.shown_as, input_schema=_schema(shape.definition)
            )
        case DescribedTool():
            return ClaudeDescribed(inside=shape.inside, canonical_name=shape.shown_as)
        case DeferredTool():
            return ClaudeDeferred(via=shape.via, announced=shape.announced, canonical_name=shape.shown_as)
        case _:
            assert_never(shape)


def _codex(shape: _Present) -> Codex:
    match shape:
        case InlineTool():
            return CodexInline(canonical_name=shape.shown_as, input_schema=_schema(shape.definition))
        case NamespacedTool():
            return CodexNamespaced(
                namespace=shape.namespace, name=shape.shown_as, input_schema=_schema(shape.definition)
            )
        case DescribedTool():
            return CodexDescribed(inside=shape.inside, canonical_name=shape.shown_as)
        case DeferredTool():
            namespace, custom_tool = _parts(shape.via)
            return CodexDeferred(
                via=shape.via,
                namespace=namespace,
                custom_tool=custom_tool,
                announced=shape.announced,
                shown_as=shape.shown_as,
            )
        case _:
            assert_never(shape)


def _parts(via: str) -> tuple[str | None, str | None]:
    if via == _SEARCH_TOOL:
        return (None, None)
    namespace, _, custom_tool = via.rpartition(".")
    return (namespace or None, custom_tool)


def _schema(definition: dict[str, JsonValue]) -> JsonValue:
    return next((definition[key] for key in _SCHEMA_KEYS if key in definition), None)
