import pytest

from captures.compare.definition_words import key_of, owner_of, path_words, with_parent
from captures.pointers import Step


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((), "all"),
        (("properties", "limit", "default"), "limit.default"),
        (("properties",), "properties"),
        (("anyOf", 0, "type"), "anyOf.0.type"),
    ],
)
def test_a_path_is_said_without_the_keyword_properties(steps: tuple[Step, ...], words: str) -> None:
    assert path_words(steps) == words


def test_an_item_is_under_the_key_of_its_list() -> None:
    assert [key_of(steps) for steps in ((), ("a", "b"), ("a", 0, 1))] == [(), ("a", "b"), ("a",)]


def test_a_description_is_of_the_tool_or_of_something_in_its_schema() -> None:
    of_tool, of_property = ("description",), ("parameters", "properties", "limit", "description")

    assert [owner_of(text, "lookup") for text in (of_tool, of_property)] == [
        "lookup",
        "limit in the schema of lookup",
    ]


@pytest.mark.parametrize(
    ("parent", "words"),
    [
        ((), "limit"),
        (("properties",), "the property limit"),
        (("properties", "filter"), "limit of filter"),
        (("properties", "filter", "properties"), "the property limit of filter"),
    ],
)
def test_a_key_is_said_with_what_it_is_in(parent: tuple[Step, ...], words: str) -> None:
    assert with_parent("limit", parent) == words
