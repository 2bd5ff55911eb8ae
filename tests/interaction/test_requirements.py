"""Every promise has a test, and every test of this folder a promise."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interaction.requirements import REQUIREMENTS, covers

HERE = Path(__file__).parent


def marked() -> Iterator[tuple[str, list[str]]]:
    """The tests of this folder, with the promises that each says it shows."""
    for path in sorted(HERE.glob("test_run*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", [name for mark in node.decorator_list for name in promises(mark)]


def promises(mark: ast.expr) -> list[str]:
    match mark:
        case ast.Call(func=ast.Name(id="covers"), args=arguments):
            return [str(argument.value) for argument in arguments if isinstance(argument, ast.Constant)]
        case _:
            return []


def test_every_promise_has_a_test() -> None:
    shown = {name for _, names in marked() for name in names}

    assert sorted(REQUIREMENTS.keys() - shown) == []


def test_every_test_shows_a_promise() -> None:
    assert [test for test, names in marked() if not names] == []


def test_a_promise_that_is_not_there_cannot_be_shown() -> None:
    with pytest.raises(KeyError):
        covers("no.such-promise")


def test_there_are_as_many_promises_as_somebody_reads() -> None:
    assert 20 <= len(REQUIREMENTS) <= 40
