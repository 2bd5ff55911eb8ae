"""Finds every tool entry in a body, wherever the client puts it, and says what kind of place a string stands in.

It knows no dialect: an entry is an object in a list under a key `tools`. Entries of unknown types are entries too. It
will not look for entries inside the schema of a tool, where `tools` is a name like any other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from captures.model import Place
from captures.words import JsonValue
from sanitize.pointers import MAX_STEPS, Node, Steps, nodes

SCHEMA_KEYS: Final = ("input_schema", "parameters", "inputSchema", "parametersJsonSchema", "schema")
"""Where dialects put what MCP calls `inputSchema`, the likeliest first."""

_CLOSED: Final = frozenset({*SCHEMA_KEYS, "outputSchema", "output_schema"})

_NAMESPACE: Final = "namespace"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry:
    """An entry of a tools array; `containers` are the entries that it is in, the outermost first."""

    steps: Steps
    fields: Mapping[str, JsonValue] = field(repr=False)
    containers: tuple["ToolEntry", ...]

    @property
    def name(self) -> str:
        """Its name, empty when it has none."""
        return self._text("name")

    @property
    def type(self) -> str:
        """Its type, empty when it has none."""
        return self._text("type")

    @property
    def description(self) -> str:
        """Its description, empty when it has none."""
        return self._text("description")

    @property
    def schema(self) -> JsonValue:
        """The schema of its input, None when it has none."""
        return next((self.fields[key] for key in SCHEMA_KEYS if key in self.fields), None)

    @property
    def is_container(self) -> bool:
        """Whether it wraps other entries."""
        return self.type == _NAMESPACE or _has_entries(self.fields.get("tools"))

    def _text(self, key: str) -> str:
        value = self.fields.get(key)
        return value if isinstance(value, str) else ""


def tool_entries(body: JsonValue) -> tuple[ToolEntry, ...]:
    """Every tool entry in `body`, in the order of the body with keys sorted, containers before what is in them."""
    found: dict[Steps, ToolEntry] = {}
    for node in nodes(body, is_entered=lambda node: node.key not in _CLOSED):
        for steps, fields in _listed(node):
            container = enclosing(steps, found)
            containers = () if container is None else (*container.containers, container)
            found[steps] = ToolEntry(steps=steps, fields=fields, containers=containers)
    return tuple(found[steps] for steps in sorted(found))


def enclosing(steps: Steps, entries: Mapping[Steps, ToolEntry]) -> ToolEntry | None:
    """The innermost of `entries` that the place at `steps` is in."""
    prefixes = (steps[:length] for length in range(len(steps), 0, -1))
    return next((entries[prefix] for prefix in prefixes if prefix in entries), None)


def place_of(steps: Steps, entries: Mapping[Steps, ToolEntry]) -> Place:
    """What kind of string stands at `steps`. `unknown`: outside tools, and no rule says that the model reads it."""
    entry = enclosing(steps, entries)
    if entry is None:
        return _place_outside_of_tools(steps)
    if entry.is_container:
        return "namespace"
    match steps[len(entry.steps) :]:
        case ("name",):
            return "tool-name"
        case ("description",):
            return "tool-description"
        case _:
            return "tool-schema"


def _place_outside_of_tools(steps: Steps) -> Place:
    match steps:
        case ("messages", int(), *_) | ("system", *_) | ("input", int(), "content", *_) | ("instructions",):
            return "message"
        case ("metadata", *_) | ("client_metadata", *_) | ("safeguards", *_):
            # Of Anthropic Messages; of Codex, of which 0.147.0 names MCP tools there; of Claude Code 2.1.300, which
            # names permissions there.
            return "metadata"
        case _:
            return "unknown"


def _listed(node: Node) -> Iterator[tuple[Steps, dict[str, JsonValue]]]:
    if node.key == "tools" and len(node.steps) < MAX_STEPS and isinstance(node.value, list):
        for index, item in enumerate(node.value):
            if isinstance(item, dict):
                yield (*node.steps, index), item


def _has_entries(value: JsonValue) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)
