"""Steps from each schema version to the next. They work on JSON values: the models know only the newest version.

Rules of this file: a step never changes once released, takes the value that it is given as its own, and may fail on a
damaged file with the errors that Python has for that.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from pydantic import JsonValue

from captures.errors import NewerSchemaError, ShapesFileError
from captures.words import SCHEMA_VERSION

Document = dict[str, JsonValue]

Upgrade = Callable[[Document], Document]

UPGRADES: Final[Mapping[int, Upgrade]] = {}
"""The step from version n to n + 1, for each n that a release has written."""


def upgraded(
    document: Document, *, name: str, upgrades: Mapping[int, Upgrade] = UPGRADES, newest: int = SCHEMA_VERSION
) -> Document:
    """The document in the schema version `newest`, step by step.

    Raises:
        NewerSchemaError: it is in a later version.
        ShapesFileError: it has no version, one that no release wrote, or a step fails on it.
    """
    version = document.get("schema_version")
    if type(version) is not int:
        problem = "has no schema_version" if version is None else "has a schema_version that is no whole number"
        raise ShapesFileError(problem, name=name)
    if version > newest:
        raise NewerSchemaError(name=name, found=version, supported=newest)
    for step_from in range(version, newest):
        document = _stepped(document, step_from, name=name, upgrades=upgrades)
    return document


def _stepped(document: Document, step_from: int, *, name: str, upgrades: Mapping[int, Upgrade]) -> Document:
    if step_from not in upgrades:
        raise ShapesFileError("has a schema_version that no release wrote", name=name)
    # The error of a step is dropped: its text may repeat what the file holds.
    with suppress(LookupError, TypeError, ValueError, AttributeError):
        return {**upgrades[step_from](document), "schema_version": step_from + 1}
    raise ShapesFileError(f"is damaged: it cannot be upgraded from schema_version {step_from}", name=name)
