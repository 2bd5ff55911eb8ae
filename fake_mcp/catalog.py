"""What the synthetic MCP server offers, as frozen data. Named catalogs are in `fake_mcp.catalogs`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


def _one_text() -> Mapping[str, Json]:
    return {"content": [{"type": "text", "text": "One synthetic record."}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswer:
    """What `tools/call` is answered with when its query is `query`: a result or a JSON-RPC error, as on the wire.

    Raises:
        ValueError: there are both, or neither.
    """

    query: str

    result: Json | Callable[[], Json] = field(repr=False, default=None)
    """Any JSON, also what the schema refuses; or what makes it, for a result too large to be made before it is asked
    for."""

    error: Json = field(repr=False, default=None)
    """A JSON-RPC error object: `code`, `message`, and `data` if there is any."""

    def __post_init__(self) -> None:
        if (self.result is None) == (self.error is None):
            msg = f"the answer to {self.query!r} needs a result or an error, and not both"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolChange:
    """After a `tools/call` with the query `after_query` has been answered, the session has `tools` and no others.

    The client is told each time, also when the tools are the same as before.
    """

    after_query: str
    tools: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Tools as they go over the wire in `tools/list`: any JSON, also what the MCP schema refuses.

    Raises:
        ValueError: `page_size` is less than 1, or two answers or two changes have one query.
    """

    alias: str
    """The server's key in the client's configuration. The server itself never says it."""

    tools: tuple[Mapping[str, Json], ...]

    page_size: int | None = None
    """Tools in a page of `tools/list`. None: all of them in one page."""

    is_endless: bool = False
    """The last page names itself as the next one, so that the list never ends."""

    result: Mapping[str, Json] = field(default_factory=_one_text)
    """What `tools/call` returns for each tool, as it goes over the wire: any JSON, also what the schema refuses."""

    answers: tuple[CallAnswer, ...] = ()
    """What it returns instead, for each tool, when its query is that of an answer."""

    changes: tuple[ToolChange, ...] = ()
    """With any, the server declares that its list of tools changes. Each session begins with `tools`."""

    query_argument: str = "query"
    """The name of the argument that is the query of a call, when it is a string."""

    instructions: str | None = None
    """What the server says of itself when a connection is opened, for the model."""

    def __post_init__(self) -> None:
        if self.page_size is not None and self.page_size < 1:
            msg = f"page_size is {self.page_size}: a page needs at least one tool, and None means one page for all"
            raise ValueError(msg)
        repeated = [
            *_repeated(answer.query for answer in self.answers),
            *_repeated(change.after_query for change in self.changes),
        ]
        if repeated:
            msg = f"the query {repeated[0]!r} is there twice: a call has one answer and makes one change"
            raise ValueError(msg)


def _repeated(queries: Iterable[str]) -> list[str]:
    return [query for query, count in Counter(queries).items() if count > 1]


LOOKUP: Final = Catalog(
    alias="shape_probe",
    tools=(
        {
            "name": "lookup",
            "title": "Synthetic Lookup",
            "description": "Looks up one synthetic record.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": "Synthetic query."},
                    "limit": {"type": "integer", "minimum": 1, "maximum": 3, "default": 1},
                },
                "required": ["query"],
                "additionalProperties": False,
            },
            "annotations": {
                "title": "Synthetic Lookup",
                "readOnlyHint": True,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
        },
    ),
)
"""The default: one read-only tool."""
