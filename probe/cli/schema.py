"""`shape-probe schema`: prints the JSON Schemas of what this tool writes."""

from typing import Literal, get_args

import click

from probe.cli.ending import ends_well, put

_Of = Literal["shapes-file", "native-observed-tool", "findings"]


@click.command("schema")
@click.option(
    "--type",
    "of",
    type=click.Choice(get_args(_Of)),
    default="shapes-file",
    help="The shapes file, a value of the union that its tools are read as, or what diff --format json says.",
)
@ends_well
def schema(*, of: _Of) -> int:
    """Print a JSON Schema (2020-12)."""
    from captures.schema import schema_text  # pydantic is heavy: not before the arguments are known to be right

    put(schema_text(of).encode("utf-8"))
    return 0
