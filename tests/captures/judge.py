"""An independent implementation of JSON Schema, which judges ours."""

import jsonschema  # type: ignore[import-untyped] # its types are a package of their own

from captures.schema import SchemaName, schema_of


def is_valid_by_schema(value: object, name: SchemaName) -> bool:
    """Whether `value` is valid by one of our schemas, which has to be a valid schema itself."""
    schema = schema_of(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))
