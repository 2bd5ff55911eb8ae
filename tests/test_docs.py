"""docs/file-format.md names every field and every closed word of the file, and its examples are parts of real files."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel, JsonValue, TypeAdapter

from captures import canonical, model
from captures.model import ShapesFile
from captures.native import NativeObservedTool, native_observed_tools
from captures.vocabulary import PLACEHOLDERS
from sanitize import traits

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
FORMAT: Final = (DOCS / "file-format.md").read_text(encoding="utf-8")
PAGES: Final = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))
EXAMPLES: Final = tuple(sorted((DOCS / "examples").glob("*.json")))

CODE: Final = frozenset(re.findall(r"`([^`\n]+)`", FORMAT))
"""What stands in the page as code, outside of blocks."""

_EXAMPLE: Final = re.compile(r"^(?:<!-- json(, made up)?: (\w+) -->\n)?```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)

FIELDS: Final = {"DeferredTool": ("tools", True), "Call": ("calls", True), "Subagent": ("subagent", False)}
"""Which field of a capture can hold an example that is made up, and whether it is one of many there."""


def walked(annotation: Any) -> Iterator[Any]:  # noqa: ANN401 - any type
    """A type and every type in it."""
    yield annotation
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        below = [field.annotation for field in annotation.model_fields.values()]
    elif get_origin(annotation) in {Annotated, Union, UnionType, tuple}:
        below = list(get_args(annotation))
    else:
        below = []
    for each in below:
        yield from walked(each)


def words() -> set[str]:
    literals = (each for each in walked(ShapesFile) if get_origin(each) is Literal)
    return {word for each in literals for word in get_args(each) if isinstance(word, str)}


def fields() -> set[str]:
    models = {each for each in walked(ShapesFile) if isinstance(each, type) and issubclass(each, BaseModel)}
    return {name for each in models for name in each.model_fields}


def examples(page: Path, *, made_up: bool) -> list[tuple[str, JsonValue]]:
    """The JSON blocks of a page that are made up, or those that are not, each with its type's name, empty without."""
    found = _EXAMPLE.findall(page.read_text(encoding="utf-8"))
    return [(name, json.loads(text)) for mark, name, text in found if bool(mark) is made_up]


def files() -> list[ShapesFile]:
    return [canonical.loads(path.read_bytes(), name=path.name) for path in EXAMPLES]


def parts(value: JsonValue) -> Iterator[JsonValue]:
    yield value
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in below:
        yield from parts(each)


def test_every_closed_word_of_the_file_is_explained() -> None:
    assert words() - CODE == set()


def test_every_field_of_the_file_is_explained() -> None:
    assert {field for field in fields() if field not in CODE} == set()


def test_fields_are_explained_in_the_order_of_the_file() -> None:
    headings = re.findall(r"^### `(\w+)`$", FORMAT, re.MULTILINE)
    assert headings == ["fixture", *model.Capture.model_fields]


def test_every_placeholder_and_every_trait_is_explained() -> None:
    names = {value for name, value in vars(traits).items() if name.isupper() and isinstance(value, str)}
    assert (PLACEHOLDERS | names) - CODE == set()


def test_words_and_fields_are_found_where_they_are() -> None:
    """Else the tests above would compare nothing."""
    assert {"inline", "warm-up", "namespace", "body-not-json", "unknown", "truncated"} <= words()
    assert {"schema_version", "header_names", "kept", "refused_lookups"} <= fields()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_each_example_file_is_canonical_and_passes_the_leak_guard(path: Path) -> None:
    text = path.read_bytes()
    assert canonical.dumps(canonical.loads(text, name=path.name)).encode() == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_json_example_has_a_type_and_is_valid(page: Path) -> None:
    for name, value in [*examples(page, made_up=False), *examples(page, made_up=True)]:
        kind: Any = NativeObservedTool if name == "NativeObservedTool" else getattr(model, name)
        TypeAdapter[Any](kind).validate_json(json.dumps(value))


def test_what_is_made_up_could_be_a_part_of_a_capture() -> None:
    """It passes the leak guard, and stands as it would be written."""
    real = json.loads((DOCS / "examples" / "first-request.json").read_bytes())
    shown = [example for page in PAGES for example in examples(page, made_up=True)]
    assert {name for name, _ in shown} == set(FIELDS)
    for name, value in shown:
        field, is_array = FIELDS[name]
        capture = {**real["captures"][0], field: [value] if is_array else value}
        file = ShapesFile.model_validate_json(json.dumps({**real, "captures": [capture]}))
        assert json.dumps(json.loads(canonical.dumps(file))["captures"]) == json.dumps([capture])


def test_each_json_example_is_a_part_of_an_example_file() -> None:
    real = [part for path in EXAMPLES for part in parts(json.loads(path.read_bytes()))]
    captures = [capture for file in files() for capture in file.captures]
    real += [tool.model_dump(mode="json", by_alias=True) for each in captures for tool in native_observed_tools(each)]
    shown = [(page.name, name, value) for page in PAGES for name, value in examples(page, made_up=False)]
    assert shown != []
    assert [(page, name) for page, name, value in shown if value not in real] == []
