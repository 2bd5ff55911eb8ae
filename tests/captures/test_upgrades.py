"""Old files are upgraded step by step, by a table; tried with made-up tables, as there is no old version yet."""

from typing import Any

import pytest

from captures.errors import NewerSchemaError, ShapesFileError
from captures.upgrades import UPGRADES, Document, upgraded
from captures.words import SCHEMA_VERSION


def renamed_tools(document: Document) -> Document:
    return {"tools": document["items"], "trail": [1]}


def counted(document: Document) -> Document:
    trail = document["trail"]
    assert isinstance(trail, list)
    return {**document, "trail": [*trail, 2]}


STEPS = {1: renamed_tools, 2: counted}


def test_steps_are_taken_one_after_the_other_up_to_the_newest_version() -> None:
    old: Document = {"schema_version": 1, "items": ["a"]}

    assert upgraded(old, name="x", upgrades=STEPS, newest=3) == {"schema_version": 3, "tools": ["a"], "trail": [1, 2]}


def test_a_file_of_the_newest_version_stays_as_it_is() -> None:
    document: Document = {"schema_version": 3, "tools": []}

    assert upgraded(document, name="x", upgrades=STEPS, newest=3) is document


def test_every_version_before_the_newest_has_a_step() -> None:
    assert set(UPGRADES) == set(range(1, SCHEMA_VERSION))


def test_a_newer_file_is_an_error_of_its_own() -> None:
    with pytest.raises(NewerSchemaError) as caught:
        upgraded({"schema_version": 2}, name="x")

    assert (caught.value.found, caught.value.supported) == (2, 1)


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({}, "has no schema_version"),
        ({"schema_version": None}, "has no schema_version"),
        ({"schema_version": "1"}, "has a schema_version that is no whole number"),
        ({"schema_version": True}, "has a schema_version that is no whole number"),
        ({"schema_version": 1.0}, "has a schema_version that is no whole number"),
        ({"schema_version": 0}, "has a schema_version that no release wrote"),
        ({"schema_version": -(10**30)}, "has a schema_version that no release wrote"),
        ({"schema_version": 1, "wrong": 5}, "is damaged: it cannot be upgraded from schema_version 1"),
    ],
)
def test_a_version_that_leads_nowhere_is_an_error(document: dict[str, Any], problem: str) -> None:
    with pytest.raises(ShapesFileError) as caught:
        upgraded(document, name="x", upgrades=STEPS, newest=3)

    assert caught.value.problem == problem
    assert caught.value.__context__ is None
