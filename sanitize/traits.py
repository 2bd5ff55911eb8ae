"""Yes or no about vendor text that we do not keep: what the description of a client's program tool says.

Rules of this file: the patterns are short technical words, never sentences of a vendor; a trait is there only where the
tool that carries it is. It will not give out any text.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from sanitize.places import ToolEntry

NESTED: Final = "exec.nested_tools_on_tools_object"
NORMALIZED: Final = "exec.names_normalized_to_identifiers"
MAY_BE_OMITTED: Final = "exec.deferred_tools_may_be_omitted"
ENUMERATED: Final = "exec.all_tools_enumerates_nested_tools"

_EXEC: Final[Mapping[str, re.Pattern[str]]] = {
    NESTED: re.compile(r"\bnested\b[^\n]{0,120}[`'\"]tools[`'\"] object", re.IGNORECASE),
    NORMALIZED: re.compile(r"\bidentifiers?\b[^\n]{0,120}\bmcp__[A-Za-z0-9_]+", re.IGNORECASE),
    MAY_BE_OMITTED: re.compile(r"\bdeferred\b[^\n.]{0,120}\bomitted\b", re.IGNORECASE),
    ENUMERATED: re.compile(r"\bALL_TOOLS\b"),
}
"""Measured with Codex 0.154.0 and 0.171.0: all four are true."""


def is_exec(entry: ToolEntry) -> bool:
    """Say whether `entry` is the tool that runs programs which call the other tools (Codex, code mode)."""
    return entry.type == "custom" and entry.name == "exec"


def exec_traits(description: str) -> dict[str, bool]:
    """What the description of that tool says, by trait."""
    return {trait: pattern.search(description) is not None for trait, pattern in _EXEC.items()}


def traits_of(entries: Iterable[ToolEntry]) -> dict[str, bool]:
    """The traits of the first of `entries` that has any; none when no tool carries them."""
    return next((exec_traits(entry.description) for entry in entries if is_exec(entry)), {})
