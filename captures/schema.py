"""JSON Schemas (2020-12) of what this package writes, made from the models. `schema.json` beside it is the first one.

It validates nothing: the models do.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import TypeAdapter

from captures.compare.judging import Judged
from captures.model import ShapesFile
from captures.native import NativeObservedTool

SchemaName = Literal["shapes-file", "native-observed-tool", "findings"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_TYPES: Final[Mapping[SchemaName, TypeAdapter[Any]]] = {
    "shapes-file": TypeAdapter(ShapesFile),
    "native-observed-tool": TypeAdapter(NativeObservedTool),
    "findings": TypeAdapter(Judged),
}


def schema_of(name: SchemaName) -> dict[str, Any]:
    """The JSON Schema, as a JSON value."""
    return {"$schema": _DIALECT, **_TYPES[name].json_schema(by_alias=True, mode="serialization")}


def schema_text(name: SchemaName) -> str:
    """The JSON Schema as text: two spaces, LF, a final newline."""
    return json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"
