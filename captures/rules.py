"""Which text may stand in which field of a shapes file: the leak guard's table. `captures.leaks` decides by it.

Rules of this file: every field of the model has a rule here (a test compares them), and a field without one is refused.
The classes are the kinds of rules, the constants below are the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from captures.names import NameKind


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with some of these fields and no other."""

    of: Mapping[str, "Rule"]


@dataclass(frozen=True, slots=True)
class Entries:
    """An object with names of one kind as keys."""

    keys: NameKind
    values: "Rule"


@dataclass(frozen=True, slots=True)
class Items:
    """An array."""

    of: "Rule"


@dataclass(frozen=True, slots=True)
class Name:
    """A name of this kind, or planted text where it is a client that chooses it."""

    kind: NameKind


@dataclass(frozen=True, slots=True)
class Token:
    """What a sighting calls a planted string: a name, planted text, or a kind and one of these behind a colon."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of these words."""

    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class Planted:
    """Planted text."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer made of names, planted text and indexes."""


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number between these two."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A planted definition as a client shows it.

    Keys are names or planted; strings are planted, words or placeholders; numbers are planted. At the top, strings at
    `name` and `type` are names.
    """

    is_top: bool = False


@dataclass(frozen=True, slots=True)
class Child:
    """An entry of an envelope.

    Keys are names; strings at `name` and `type` are names, others are planted, words or placeholders; no numbers.
    """


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of a call.

    Keys are names or planted; strings are planted, words, placeholders or names of kind `setting`; numbers
    are planted, or whole and small. The scripts of this repository plant no others.
    """


@dataclass(frozen=True, slots=True)
class Served:
    """A tool as served. It is what text is compared with, so any text passes except a credential."""


Rule = (
    Fields
    | Entries
    | Items
    | Name
    | Token
    | Word
    | Planted
    | Pointer
    | Count
    | Flag
    | Shown
    | Child
    | Arguments
    | Served
)


def _words(*words: str) -> Word:
    return Word(frozenset(words))


_SMALL: Final = Count(0, 10**6)
_LENGTH: Final = Count(0, 10**8)
_EXIT_CODE: Final = Count(-255, 2**32)  # Windows has codes of 32 bits
_CARRIER: Final = _words("model", "warm-up")

_CHANGE: Final = Fields(
    {
        "path": Pointer(),
        "change": _words("dropped", "renamed", "rewritten", "truncated", "added"),
        "to": Name("key"),
        "kept": _LENGTH,
        "of": _LENGTH,
    }
)

_DEFINED: Final[Mapping[str, Rule]] = {
    "pointer": Pointer(),
    "definition": Shown(is_top=True),
    "changes": Items(_CHANGE),
}

_TOOLS: Final = Items(
    Fields(
        {
            "alias": Planted(),
            "name": Planted(),
            "presentation": _words("inline", "namespaced", "described", "deferred", "absent"),
            "namespace": Name("tool"),
            "inside": Name("tool"),
            "via": Name("tool"),
            "announced": Flag(),
            "shown_as": Name("tool"),
            "role": _CARRIER,
            **_DEFINED,
            "loaded": Fields({"attempt": _SMALL, **_DEFINED}),
        }
    )
)

_CONDITIONS: Final = Fields(
    {
        "requested": Entries("axis", Name("setting")),
        "observed": Fields({"isolation": _words("namespace", "environment"), "transport": _words("http", "websocket")}),
    }
)

_VERDICT: Final = Fields(
    {
        "kind": _words("observed", "unstable", "inconclusive"),
        "pointers": Items(Pointer()),
        "reason": _words(
            "no-model-request",
            "server-never-listed",
            "listed-after-model-request",
            "deadline-before-model-request",
            "body-over-cap",
            "undecodable-body",
            "body-not-json",
            "unscripted-request",
            "unused-turn",
        ),
    }
)

_REQUEST: Final = Fields(
    {
        "role": _words("model", "warm-up", "upgrade", "side"),
        "method": Name("http-method"),
        "path": Name("path"),
        "transport": _words("http", "websocket"),
        "count": _SMALL,
        "header_names": Items(Name("header")),
    }
)

_ENVELOPE: Final = Fields(
    {"role": _CARRIER, "pointer": Pointer(), "type": Name("type"), "name": Name("tool"), "tools": Items(Child())}
)

_SIGHTING: Final = Fields(
    {
        "token": Token(),
        "role": _CARRIER,
        "pointer": Pointer(),
        "place": _words("tool-name", "tool-description", "tool-schema", "namespace", "message", "metadata", "unknown"),
    }
)

_TEXT: Final = Fields(
    {
        "pointer": Pointer(),
        "length": _LENGTH,
        "planted": Items(Fields({"token": Token(), "head": _LENGTH, "tail": _LENGTH, "of": _LENGTH})),
    }
)

_ANSWER: Final = Fields(
    {
        "attempt": _SMALL,
        "pointer": Pointer(),
        "type": Name("type"),
        "is_error": Flag(),
        "blocks": Items(Fields({"type": Name("type"), "keys": Items(Name("key")), "texts": Items(_TEXT)})),
    }
)

_CALL: Final = Fields(
    {
        "route": Name("scenario"),
        "kind": _words("tool_use", "function_call", "custom_tool_call", "tool_search_call"),
        "shown_as": Name("tool"),
        "namespace": Name("tool"),
        "reached_server": Flag(),
        "arguments": Arguments(),
        "answer": _ANSWER,
    }
)

_SUBAGENT: Final = Fields(
    {
        "header_names_of_child": Items(Name("header")),
        "header_names_of_parent": Items(Name("header")),
        "body_keys_of_child": Items(Name("key")),
        "body_keys_of_parent": Items(Name("key")),
        "tools": _TOOLS,
    }
)

_CAPTURE: Final = Fields(
    {
        "client": Fields({"name": Name("client"), "version": Name("version")}),
        "scenario": Name("scenario"),
        "conditions": _CONDITIONS,
        "verdict": _VERDICT,
        "mcp": Fields(
            {
                "methods": Items(Name("mcp-method")),
                "protocol_version": Name("protocol-version"),
                "listed_before_model_request": Flag(),
            }
        ),
        "requests": Items(_REQUEST),
        "tools": _TOOLS,
        "envelopes": Items(_ENVELOPE),
        "traits": Entries("trait", Flag()),
        "sightings": Items(_SIGHTING),
        "later_shapes": Items(Fields({"attempt": _SMALL, "tools": _TOOLS})),
        "calls": Items(_CALL),
        "subagent": _SUBAGENT,
        "outcome": Fields(
            {
                "exit_code": _EXIT_CODE,
                "attempts": _SMALL,
                "turn_completed": Flag(),
                "refused_lookups": _SMALL,
                "refused_connections": _SMALL,
            }
        ),
    }
)

SHAPES_FILE: Final = Fields(
    {
        "schema_version": Count(1, 10**3),
        "fixture": Fields({"alias": Served(), "tool": Served(), "more_tools": Items(Served())}),
        "captures": Items(_CAPTURE),
    }
)
"""The whole file."""
