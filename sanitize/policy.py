"""The allow-list: what may be kept of a definition, a name and a pointer. Everything else becomes a placeholder.

Rules of this file: it says what may stay, never what must go; what a name looks like, which words are closed and what
counts as planted are asked of `captures`, so that the leak guard judges by the same lists. It will not look at where a
definition was found.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, assert_never

from captures.names import NameKind, is_name
from captures.planted_text import PlantedText, planted_text
from captures.pointers import pointer_of
from captures.vocabulary import PLACEHOLDERS, WORDS
from captures.words import JsonValue
from sanitize.planted import Planted
from sanitize.pointers import Steps
from sanitize.texts import cut_of

MAX_DEPTH: Final = 64
"""Levels that are kept of a definition. The file's own limit is 100, and a definition does not stand at its root."""

MAX_ARGUMENT: Final = 10**6
"""Of a whole number in arguments that nobody planted: one that says who or when is larger."""

_KIND_AT_TOP: Final[Mapping[str, NameKind]] = {"name": "tool", "type": "type"}
"""Fields of an entry whose strings are names and stay although nobody planted them."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What may be kept, given what was planted."""

    planted: tuple[PlantedText, ...] = field(repr=False)

    def name(self, text: str, kind: NameKind) -> str:
        """`text` when it is a name of this kind, a closed word or planted, else `<name>`."""
        return text if is_name(text, kind) or self._is_said(text) else "<name>"

    def text(self, text: str) -> str:
        """`text` when it is a closed word or planted, whole or cut (without half a character), else `<string>`."""
        if self._is_said(text):
            return text
        cuts = (cut_of(text, whole) for planted in self.planted for whole in planted.texts)
        return next((cut.text for cut in cuts if cut is not None), "<string>")

    def pointer(self, steps: Steps) -> str:
        """The pointer through `steps`, with `<name>` for keys that are no names."""
        return pointer_of(step if isinstance(step, int) else self.name(step, "key") for step in steps)

    def definition(self, fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """A tool entry with what may be kept of it. Keys stay in their order."""
        return {name: self._at_top(key, fields[key]) for key, name in self.keys(fields)}

    def arguments(self, fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """The arguments of a call with what may be kept of them.

        A script has more words than what is planted: strings that are names of settings stay, and whole small numbers.
        """
        return {name: self._value(fields[key], 1, is_argument=True) for key, name in self.keys(fields)}

    def keys(self, entries: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
        """The keys of an object and what is written for each. Of keys that become the same, the first by name stays."""
        owners: dict[str, str] = {}
        for key in sorted(entries):
            owners.setdefault(self.name(key, "key"), key)
        written = {key: name for name, key in owners.items()}
        return ((key, written[key]) for key in entries if key in written)

    def _at_top(self, key: str, value: JsonValue) -> JsonValue:
        kind = _KIND_AT_TOP.get(key)
        return self._value(value, 1) if kind is None or not isinstance(value, str) else self.name(value, kind)

    def _value(self, value: JsonValue, depth: int, *, is_argument: bool = False) -> JsonValue:
        if depth >= MAX_DEPTH and isinstance(value, dict | list):
            return placeholder_of(value)
        match value:
            case dict() as entries:
                below = ((name, entries[key]) for key, name in self.keys(entries))
                return {name: self._value(entry, depth + 1, is_argument=is_argument) for name, entry in below}
            case list() as items:
                return [self._value(item, depth + 1, is_argument=is_argument) for item in items]
            case str() as text:
                return text if is_argument and is_name(text, "setting") else self.text(text)
            case bool() | None:  # before numbers: bool is a subclass of int
                return value
            case int() | float() as number:
                is_small = is_argument and isinstance(number, int) and -MAX_ARGUMENT <= number <= MAX_ARGUMENT
                is_kept = is_small or any(number in planted.numbers for planted in self.planted)
                return number if is_kept else "<number>"
            case _:
                assert_never(value)

    def _is_said(self, text: str) -> bool:
        return text in WORDS or text in PLACEHOLDERS or any(planted.explains(text) for planted in self.planted)


def policy_of(planted: Planted) -> Policy:
    """The policy for a run with these things planted."""
    return Policy(tuple(planted_text(alias=planted.alias, tool=tool) for tool in planted.tools))


def placeholder_of(value: JsonValue) -> str:
    """What stands for a value that is not kept."""
    match value:
        case dict():
            return "<object>"
        case list():
            return "<array>"
        case str():
            return "<string>"
        case bool():  # before numbers: bool is a subclass of int
            return "<boolean>"
        case int() | float():
            return "<number>"
        case None:
            return "<null>"
        case _:
            assert_never(value)
