from typing import Any

import pytest

from captures.compare.shown_changes import changes_in, schema_key_of, shown_steps
from captures.pointers import Step
from tests.captures.samples import ABSENT, INLINE


def test_changes_of_one_kind_are_picked() -> None:
    assert changes_in(INLINE, "dropped") == [{"path": "$.title", "change": "dropped"}]


def test_what_has_no_definition_has_no_changes() -> None:
    assert changes_in(ABSENT, "dropped") == []


def test_the_schema_is_under_the_key_that_it_was_renamed_to() -> None:
    assert [schema_key_of(INLINE), schema_key_of(ABSENT)] == ["input_schema", "inputSchema"]


@pytest.mark.parametrize(
    ("change", "steps"),
    [
        ({"path": "$.inputSchema.properties.limit", "change": "dropped"}, ("input_schema", "properties", "limit")),
        ({"path": "$.inputSchema", "change": "added"}, ("inputSchema",)),
        ({"path": "$.name", "change": "rewritten"}, ("name",)),
        ({"path": "no pointer", "change": "dropped"}, ()),
    ],
)
def test_a_change_is_found_in_the_definition(change: dict[str, Any], steps: tuple[Step, ...]) -> None:
    assert shown_steps(change, INLINE) == steps
