"""The JSON Schemas are valid, and the one that is checked in is that of the model."""

import json
from importlib import resources
from typing import get_args

import pytest

from captures.schema import SchemaName, schema_of, schema_text
from tests.captures.judge import is_valid_by_schema
from tests.captures.samples import capture, document, full_document


@pytest.mark.parametrize("name", get_args(SchemaName))
def test_each_schema_is_a_valid_one_that_does_not_take_anything(name: SchemaName) -> None:
    assert not is_valid_by_schema({"prompt": "x"}, name)


def test_the_checked_in_schema_is_in_step_with_the_model() -> None:
    """If not: `shape-probe schema > captures/schema.json`, and think about `SCHEMA_VERSION`."""
    checked_in = resources.files("captures").joinpath("schema.json").read_text(encoding="utf-8")

    assert checked_in == schema_text("shapes-file")


def test_the_text_is_that_of_the_schema() -> None:
    text = schema_text("native-observed-tool")

    assert (json.loads(text), text[-2:]) == (schema_of("native-observed-tool"), "}\n")


def test_the_schema_takes_a_full_file_and_no_other_field() -> None:
    assert is_valid_by_schema(full_document(), "shapes-file")
    assert not is_valid_by_schema(document(capture(prompt="x")), "shapes-file")
