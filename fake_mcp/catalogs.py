"""The catalogs that have a name, for `python -m fake_mcp`. A new one is a constant and a line in the table."""

from typing import Final

from fake_mcp.catalog import LOOKUP, Catalog, Json


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

CATALOGS: Final[dict[str, Catalog]] = {"lookup": LOOKUP, "paged": PAGED, "endless": ENDLESS, "odd": ODD}
"""Name on the command line, catalog."""
