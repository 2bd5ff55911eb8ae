"""What was planted, as one question: is this string ours? Asked of the fixture in the file, not of who made the file.

It will not judge names that nobody planted; `captures.names` does.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from captures.vocabulary import TRUNCATION_MARKS

_BEFORE: Final = re.compile(r"(?:(?:tools|functions)\.)?(?:mcp)?")
_SEPARATOR: Final = "_.:/-"
_MAX_SEPARATORS: Final = 3
_AFTER: Final = re.compile(r"_{0,2}(?:[0-9a-f]{6,40})?")
"""The glue of qualified names: `mcp__shape_probe__lookup`, `tools.mcp__shape_probe__lookup`, `shape_probe/lookup`, and
a hash behind a name that was too long or not unique (Codex)."""

_MIN_PLANTED: Final = 4
"""How many planted characters a qualified name has at least: fewer would let a hash alone pass as one."""

_NOT_IN_NAMES: Final = (re.compile(r"[^A-Za-z0-9_-]"), re.compile(r"[^A-Za-z0-9_]"))
"""What clients replace by an underscore in names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedText:
    """Every string and number of a fixture. `aliases` and `names` are in each form that clients give them."""

    texts: frozenset[str]
    numbers: frozenset[int | float]
    aliases: tuple[str, ...]
    names: tuple[str, ...]

    def explains(self, text: str) -> bool:
        """Say whether `text` was planted: as it is, cut short, or as a qualified name of planted names and glue."""
        return text in self.texts or self._is_cut(text) or self._is_qualified(text)

    def _is_cut(self, text: str) -> bool:
        cuts = tuple(text.removesuffix(mark) for mark in TRUNCATION_MARKS if text.endswith(mark))
        return any(planted.startswith(cuts) for planted in self.texts)

    def _is_qualified(self, text: str) -> bool:
        starts = _after_separators(text, _end(_BEFORE, text, 0))
        ends = {end for start in starts for end in self._ends(text, start) if end - start >= _MIN_PLANTED}
        return any(_AFTER.fullmatch(text, end) for end in ends)

    def _ends(self, text: str, start: int) -> Iterator[int]:
        """Where an alias, a name, or an alias and a name can end in `text`, whole or cut short."""
        for name in self.names:
            yield start + _common(text, start, name)
        for alias in self.aliases:
            end = start + _common(text, start, alias)
            yield end
            if end == start + len(alias):
                for name in self.names:
                    yield from (between + _common(text, between, name) for between in _after_separators(text, end))


def planted_text(*, alias: object, tool: object, more_tools: object = ()) -> PlantedText:
    """What a fixture with these fields plants. Things that are no JSON plant nothing."""
    tools = [tool, *more_tools] if isinstance(more_tools, list | tuple) else [tool]
    texts: set[str] = set()
    numbers: set[int | float] = set()
    for leaf in _leaves([alias, tools]):
        if isinstance(leaf, str):
            texts.add(leaf)
        elif not isinstance(leaf, bool):
            numbers.add(leaf)
    names = dict.fromkeys(form for each in tools if isinstance(each, Mapping) for form in _forms(each.get("name")))
    return PlantedText(texts=frozenset(texts), numbers=frozenset(numbers), aliases=_forms(alias), names=tuple(names))


def _leaves(value: object) -> Iterator[str | int | float]:
    """Strings, also those that are keys, and numbers."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() | int() | float() as leaf:
                yield leaf
            case Mapping() as entries:
                waiting.extend(entries)
                waiting.extend(entries.values())
            case list() | tuple() as items:
                waiting.extend(items)


def _forms(name: object) -> tuple[str, ...]:
    if not isinstance(name, str) or not name:
        return ()
    return tuple(dict.fromkeys((name, *(rule.sub("_", name) for rule in _NOT_IN_NAMES))))


def _common(text: str, start: int, name: str) -> int:
    """How many characters of `name` stand in `text` at `start`."""
    count = 0
    for here, there in zip(text[start : start + len(name)], name, strict=False):
        if here != there:
            break
        count += 1
    return count


def _after_separators(text: str, start: int) -> list[int]:
    """Where the next name can begin. Each is tried: a name can begin with what also separates."""
    run = text[start : start + _MAX_SEPARATORS]
    count = len(run) - len(run.lstrip(_SEPARATOR))
    return [start + skipped for skipped in range(count + 1)]


def _end(glue: re.Pattern[str], text: str, start: int) -> int:
    found = glue.match(text, start)
    return start if found is None else found.end()
