"""The model holds what the design says and nothing else."""

from collections.abc import Iterator

import pytest
from pydantic import BaseModel, ValidationError

from captures import model
from captures.model import ClientId, McpSession, Outcome, ShapesFile
from tests.captures.samples import full_file


def classes_in(value: object) -> Iterator[type]:
    match value:
        case BaseModel():
            yield type(value)
            for name in type(value).model_fields:
                yield from classes_in(getattr(value, name))
        case tuple():
            for item in value:
                yield from classes_in(item)


def test_the_full_sample_has_every_class_of_the_model() -> None:
    """So that the tests that walk through it try every field."""
    classes = {
        value
        for value in vars(model).values()
        if isinstance(value, type) and issubclass(value, model.Value) and value is not model.Value
    }

    assert set(classes_in(full_file())) == classes


def test_a_json_array_becomes_a_tuple_and_its_items_stay_strict() -> None:
    session = {"methods": ["initialize"], "protocol_version": None, "listed_before_model_request": False}

    assert McpSession.model_validate(session) == McpSession(
        methods=("initialize",), protocol_version=None, listed_before_model_request=False
    )
    with pytest.raises(ValidationError):
        McpSession.model_validate({**session, "methods": [5]})


def test_a_field_that_the_model_does_not_know_is_refused() -> None:
    with pytest.raises(ValidationError):
        ClientId.model_validate({"name": "codex", "version": "1", "build": "x"})


def test_a_message_of_pydantic_does_not_repeat_the_value() -> None:
    with pytest.raises(ValidationError) as caught:
        Outcome.model_validate({"exit_code": "secret words"})

    assert "secret words" not in str(caught.value)


def test_values_are_frozen() -> None:
    client = ClientId(name="codex", version="0.171.0")

    with pytest.raises(ValidationError):
        setattr(client, "name", "claude")  # noqa: B010 - an assignment would be a type error

    assert client == ClientId(name="codex", version="0.171.0")


def test_the_order_of_fields_is_the_order_in_the_file() -> None:
    assert list(ShapesFile.model_fields) == ["schema_version", "fixture", "captures"]
