"""The guard's table and the model say the same fields and the same words."""

from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from captures.model import Fixture, ShapesFile
from captures.rules import SHAPES_FILE, Entries, Fields, Items, Rule, Word


def outline_of_type(annotation: Any) -> Any:  # noqa: ANN401 - types and outlines of any kind
    """What a type can hold: fields, items, words; anything else is None."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return outline_of_type(arguments[0])
    if origin in {Union, UnionType}:
        return joined([outline_of_type(argument) for argument in arguments if argument is not type(None)])
    if origin is Literal and all(isinstance(word, str) for word in arguments):
        return set(arguments)
    if origin is tuple:
        return [outline_of_type(arguments[0])]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {name: outline_of_type(field.annotation) for name, field in annotation.model_fields.items()}
    return None


def joined(outlines: list[Any]) -> Any:  # noqa: ANN401 - outlines of any kind
    first, *others = outlines
    for other in others:
        if isinstance(first, dict):
            first = {key: joined([side[key] for side in (first, other) if key in side]) for key in {**first, **other}}
        elif isinstance(first, set):
            first = first | other
    return first


def outline_of_rule(rule: Rule) -> Any:  # noqa: ANN401 - outlines of any kind
    match rule:
        case Fields():
            return {name: outline_of_rule(below) for name, below in rule.of.items()}
        case Items():
            return [outline_of_rule(rule.of)]
        case Word():
            return set(rule.of)
        case _:
            return None


def test_every_field_and_every_word_of_the_model_has_its_rule() -> None:
    assert outline_of_rule(SHAPES_FILE) == outline_of_type(ShapesFile)


def test_the_comparison_sees_fields_words_and_arrays() -> None:
    """Else two outlines of nothing would be equal."""
    assert outline_of_type(Fixture) == {"alias": None, "tool": None, "more_tools": [None]}
    assert outline_of_rule(Items(Word(frozenset({"a"})))) == [{"a"}]
    assert outline_of_rule(Entries("trait", Items(Word(frozenset())))) is None
