"""What we planted in a run, as values: the only text that may come out of it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from captures.words import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """The alias of the synthetic MCP server and its tools, each as served by `tools/list`.

    `prompt_marker` is a random word in the prompt by which a model request is told from side requests. It is a
    canary: it may never be written.
    """

    alias: str
    tools: tuple[Mapping[str, JsonValue], ...]
    prompt_marker: str = field(repr=False)
