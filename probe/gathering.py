"""Captures from files and directories as one set, for what looks at many versions. It compares and writes nothing."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import captures
from captures.compare.history import captures_of, strands_of
from captures.errors import ShapesFileError
from captures.model import Capture
from probe.archive import found_in
from probe.errors import SetupError

ATLAS: Final = Path(captures.__file__).parent / "atlas"
"""The captures that come with shape-probe: of a dozen versions of each client."""


_QUESTIONS_TOLD: Final = 8


def gathered(names: Sequence[str]) -> tuple[Capture, ...]:
    """All captures that `names` lead to (files, directories, `-`), or those of the atlas where there are no names.

    Raises:
        SetupError: One cannot be read, is no shapes file, or contradicts another.
        LeakFoundError: One holds something that may not stand in a shapes file.
    """
    found = found_in(names or (str(ATLAS),))
    try:
        gathered_captures = captures_of((each.name, each.file) for each in found)
    except ShapesFileError as error:
        raise SetupError(str(error)) from None
    if not gathered_captures:
        raise SetupError("there is no capture in what was given; give files or directories that have some")
    return gathered_captures


def only(
    captures_there: Sequence[Capture], *, client: str, scenario: str | None, conditions: Mapping[str, str]
) -> tuple[Capture, ...]:
    """The captures of a client, of a scenario if one is named, and with these conditions among those asked for.

    Raises:
        SetupError: There is none; the sentence says what there is.
    """
    found = tuple(
        each
        for each in captures_there
        if each.client.name == client
        and scenario in {None, each.scenario}
        and conditions.items() <= each.conditions.requested.items()
    )
    if not found:
        there = dict.fromkeys(str(strand.question) for strand in strands_of(captures_there))
        raise SetupError(f"no capture fits; there are: {_told(tuple(there))}")
    return found


def _told(questions: Sequence[str]) -> str:
    more = len(questions) - _QUESTIONS_TOLD
    told = "; ".join(questions[:_QUESTIONS_TOLD])
    return f"{told} and {more} more" if more > 0 else told
