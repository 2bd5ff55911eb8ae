"""The catalogs that have a name, for `python -m fake_mcp`. A new one is a constant and a line in the table."""

from typing import Final

from fake_mcp.catalog import LOOKUP, Catalog, Json, ToolChange
from fake_mcp.result_kinds import RESULT_KINDS


def _tool(name: str, description: str) -> dict[str, Json]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": {}}}


PAGED: Final = Catalog(
    alias="shape_probe_paged",
    tools=(
        _tool("first_page", "Stands on the first page."),
        _tool("second_page", "Stands on the second page."),
        _tool("third_page", "Stands on the third page."),
    ),
    page_size=1,
)
"""Three pages of one tool: a client that does not follow `nextCursor` shows one."""

ENDLESS: Final = Catalog(
    alias="shape_probe_endless",
    tools=(_tool("again", "Stands on a page that names itself as the next one."),),
    is_endless=True,
)
"""A list without an end: a client needs a bound of its own."""

ODD: Final = Catalog(
    alias="shape_probe_odd",
    tools=(
        _tool("control", "Has nothing odd about it: it tells a lost server from a lost tool."),
        _tool("dotted.name/with:signs", "Has a name outside the pattern that model APIs accept."),
        _tool("__proto__", "Has the name of a JavaScript prototype."),
        _tool("twice", "Is the first of two tools of one name."),
        _tool("twice", "Is the second of two tools of one name."),
        {"name": "null_schema", "description": "Has null for a schema.", "inputSchema": None},
        {"name": "no_schema", "description": "Has no schema."},
        _tool("half_pair", "Has half of a surrogate pair here: \ud83d"),
    ),
)
"""Tools that people have been failed by, each beside a control tool."""

RESULTS: Final = Catalog(alias="shape_probe_results", tools=LOOKUP.tools, answers=tuple(RESULT_KINDS.values()))
"""The default tool, which answers the query `kind-<name>` with that kind of result."""


def _read_only(name: str, description: str, *properties: str) -> dict[str, Json]:
    """A tool that clients let run unasked, with a string for each property, all optional."""
    schema: dict[str, Json] = {"type": "object", "properties": {each: {"type": "string"} for each in properties}}
    annotations: dict[str, Json] = {"readOnlyHint": True}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": annotations}


_KEPT: Final = _read_only("kept", "Is there before and after the change.", "query")

CHANGING: Final = Catalog(
    alias="shape_probe_changing",
    tools=(
        *LOOKUP.tools,
        _KEPT,
        _read_only("removed_later", "Is there before the change alone.", "query"),
        _read_only("changed_later", "Has the description from before the change.", "query", "before"),
    ),
    changes=(
        ToolChange(
            after_query="change-1",
            tools=(
                *LOOKUP.tools,
                _KEPT,
                _read_only("changed_later", "Has the description from after the change.", "query", "after"),
                _read_only("added_later", "Is there after the change alone.", "query"),
            ),
        ),
    ),
)
"""The query `change-1` takes one tool away, changes one and adds one. The default tool and another stay as they are."""

UNANNOTATED: Final = Catalog(
    alias="shape_probe_unannotated",
    tools=tuple({key: value for key, value in tool.items() if key != "annotations"} for tool in LOOKUP.tools),
)
"""The default tool without its hints: clients ask for permission before they call it."""

CATALOGS: Final[dict[str, Catalog]] = {
    "lookup": LOOKUP,
    "paged": PAGED,
    "endless": ENDLESS,
    "odd": ODD,
    "results": RESULTS,
    "changing": CHANGING,
    "unannotated": UNANNOTATED,
}
"""Name on the command line, catalog."""
