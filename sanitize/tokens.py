"""The planted tokens, and where each surfaced in a logical model request.

Tokens are looked for in every string, not where last year's client put tools. `alias`, `tool.name`, `tool.title`,
`tool.description` and `property.<name>.description` are the tokens of one planted tool; of more, those of the tool
number i (from 0) begin with `tool[i].`: `tool[1].name`, `tool[1].property.query.description`. A property whose name
cannot stand in a token is called by its pointer in the MCP tool. The prompt marker is no token.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from captures.model import Sighting
from captures.names import is_name
from captures.pointers import pointer_of
from captures.words import JsonValue
from sanitize.parts import Part
from sanitize.planted import Planted
from sanitize.pointers import FoundString
from sanitize.policy import Policy
from sanitize.texts import Alias, holds_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A planted string: what it is called, and how to tell whether a string shows it."""

    name: str
    is_shown_in: Callable[[FoundString], bool] = field(repr=False)


def tokens_of(planted: Planted) -> tuple[Token, ...]:
    """The tokens: the alias first, then tool by tool."""
    alias = Alias(planted.alias)
    tokens = [Token(name="alias", is_shown_in=lambda found: alias.is_in(found.text))]
    for prefix, tool in _prefixed(planted):
        tokens.extend(_tool_tokens(tool, alias, prefix=prefix))
    return tuple(tokens)


def tool_texts(planted: Planted) -> tuple[tuple[str, str], ...]:
    """The tokens that are texts, each with its text: titles and descriptions, of tools and of properties."""
    return tuple(text for prefix, tool in _prefixed(planted) for text in _tool_texts(tool, prefix=prefix))


def sightings_of(parts: Sequence[Part], planted: Planted, *, policy: Policy) -> tuple[Sighting, ...]:
    """Where each token surfaced: the model request first, then by token, then in the order of the body.

    A token in a key is sighted at the pointer of what the key stands for.
    """
    seen: dict[Sighting, None] = {}
    for part in parts:
        for token in tokens_of(planted):
            for found, place in part.strings(token.is_shown_in):
                pointer = policy.pointer(found.steps)
                seen[Sighting(token=token.name, role=part.role, pointer=pointer, place=place)] = None
    return tuple(seen)


def _prefixed(planted: Planted) -> Iterator[tuple[str | None, Mapping[str, JsonValue]]]:
    for index, tool in enumerate(planted.tools):
        yield None if len(planted.tools) == 1 else f"tool[{index}]", tool


def _tool_tokens(tool: Mapping[str, JsonValue], alias: Alias, *, prefix: str | None) -> Iterator[Token]:
    match tool.get("name"):
        case str() as name if name:
            token = "tool.name" if prefix is None else f"{prefix}.name"
            yield Token(name=token, is_shown_in=partial(_is_name_shown, name=name, alias=alias))
    for token, text in _tool_texts(tool, prefix=prefix):
        yield Token(name=token, is_shown_in=partial(_is_text_shown, text=text))


def _tool_texts(tool: Mapping[str, JsonValue], *, prefix: str | None) -> Iterator[tuple[str, str]]:
    own, others = ("tool.", "") if prefix is None else (f"{prefix}.", f"{prefix}.")
    for key in ("title", "description"):
        match tool.get(key):
            case str() as text if text:
                yield f"{own}{key}", text
    for key, text in _property_texts(tool.get("inputSchema")):
        name = f"{others}property.{key}.description"
        if not is_name(name, "token"):
            pointer = pointer_of(("inputSchema", "properties", key, "description"))
            name = pointer if prefix is None else f"{prefix}:{pointer}"
        yield name, text


def _property_texts(schema: JsonValue) -> Iterator[tuple[str, str]]:
    match schema:
        case {"properties": dict() as properties}:
            for key, value in properties.items():
                match value:
                    case {"description": str() as text} if text:
                        yield key, text


def _is_text_shown(found: FoundString, *, text: str) -> bool:
    return holds_text(found.text, text)


def _is_name_shown(found: FoundString, *, name: str, alias: Alias) -> bool:
    """A tool's name is a common word: it counts as a whole `name`, and in a name that holds the alias too."""
    return (found.key == "name" and found.text == name) or any(run.holds(name) for run in alias.runs(found.text))
