"""What the synthetic MCP server offers, as frozen data. Named catalogs are in `fake_mcp.catalogs`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


def _one_text() -> Mapping[str, Json]:
    return {"content": [{"type": "text", "text": "One synthetic record."}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Tools as they go over the wire in `tools/list`: any JSON, also what the MCP schema refuses.

    Raises:
        ValueError: `page_size` is less than 1.
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

    def __post_init__(self) -> None:
        if self.page_size is not None and self.page_size < 1:
            msg = f"page_size is {self.page_size}: a page needs at least one tool, and None means one page for all"
            raise ValueError(msg)


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
