"""What `changes` says about a definition as shown: which key the schema is under, and where in it a change is."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from captures.compare.alignment import Steps
from captures.pointers import steps_of

_SCHEMA = "$.inputSchema"
_NAME = "$.name"


def changes_in(shown: JsonValue, kind: str) -> list[dict[str, Any]]:
    """The changes of one kind that a tool, or what came of it later, is shown with."""
    match shown:
        case {"changes": list() as changes}:
            return [each for each in changes if isinstance(each, dict) and each["change"] == kind]
    return []


def schema_key_of(shown: JsonValue) -> str:
    """Under which key of the definition the schema stands: the one that it was renamed to."""
    return next((each["to"] for each in changes_in(shown, "renamed") if each["path"] == _SCHEMA), "inputSchema")


def shown_steps(change: Mapping[str, Any], shown: JsonValue) -> Steps:
    """Where in the definition a change is: its path, with the keys that are shown for those that the server said."""
    steps = steps_of(change["path"]) or ()
    if change["change"] == "added":  # its path is in the definition already
        return steps
    to = {steps_of(each["path"]): each["to"] for each in changes_in(shown, "renamed") if each["path"] != _NAME}
    return tuple(to.get(steps[: index + 1], step) for index, step in enumerate(steps))
