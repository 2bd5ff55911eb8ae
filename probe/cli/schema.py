"""`shape-probe schema`: prints the JSON Schemas of what this tool writes."""

from typing import Annotated, Literal

import typer

from probe.cli.ending import ends_well, put


@ends_well
def schema(
    of: Annotated[
        Literal["shapes-file", "native-observed-tool", "findings"],
        typer.Option(
            "--type",
            help="The shapes file, a value of the union that its tools are read as, or what diff --format json says.",
        ),
    ] = "shapes-file",
) -> int:
    """Print a JSON Schema (2020-12)."""
    from captures.schema import schema_text  # pydantic is heavy: not before the arguments are known to be right

    put(schema_text(of).encode("utf-8"))
    return 0
