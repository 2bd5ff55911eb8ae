"""`shape-probe schema` prints JSON Schemas."""

import pytest
from click.testing import CliRunner

from captures.schema import SchemaName, schema_text
from probe.cli.schema import schema


def test_the_schema_of_the_shapes_file_is_printed_unless_another_is_named() -> None:
    result = CliRunner().invoke(schema, [])

    assert (result.exit_code, result.stdout_bytes) == (0, schema_text("shapes-file").encode("utf-8"))


@pytest.mark.parametrize("name", ["shapes-file", "native-observed-tool", "findings"])
def test_the_schema_that_is_named_is_printed(name: SchemaName) -> None:
    result = CliRunner().invoke(schema, ["--type", name])

    assert (result.exit_code, result.stdout) == (0, schema_text(name))


def test_another_name_is_a_wrong_command() -> None:
    assert CliRunner().invoke(schema, ["--type", "capture"]).exit_code == 2
