"""What we planted in a run, as values: the only text that may come out of it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from captures.words import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedResult:
    """What is planted in the result that a call with this query gets: pairs of a token and its text, up to 2 MB each.

    A token says which text it is and is unique in its result. It may be written; the text may not.
    """

    query: str
    texts: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """The alias of the synthetic MCP server and its tools, each as served by `tools/list` at any time of the run.

    `prompt_marker` is a random word in the prompt by which a model request is told from side requests. It is a
    canary: it may never be written. `results` are the results that calls can get, each query once.
    """

    alias: str
    tools: tuple[Mapping[str, JsonValue], ...]
    prompt_marker: str = field(repr=False)
    results: tuple[PlantedResult, ...] = ()
