"""The leak guard: says no to a document that holds anything but names, planted text, closed words, counts and booleans.

It looks at the document alone, whoever made it, and trusts no type that the maker promised. It repairs nothing: what is
refused is a fault of the maker. The places are in `captures.rules`, the lists in `captures.vocabulary`, the patterns in
`captures.names`.
"""

import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from captures.canaries import has_canary
from captures.names import NameKind, is_credential, is_name
from captures.planted_text import PlantedText, planted_text
from captures.pointers import Step, safe_pointer_of, steps_of
from captures.rules import (
    SHAPES_FILE,
    Arguments,
    Child,
    Count,
    Entries,
    Fields,
    Flag,
    Items,
    Name,
    Planted,
    Pointer,
    Rule,
    Served,
    Shown,
    Token,
    Word,
)
from captures.vocabulary import PLACEHOLDERS, WORDS

MAX_DEPTH: Final = 100
"""How deep a document may be nested."""

_MAX_NUMBER: Final = sys.float_info.max
"""Beyond it a reader that knows only doubles sees infinity."""

_MAX_ARGUMENT: Final = 10**6
"""Of a whole number that is not planted. A time, an account or a port with a host is larger."""

_JsonRule = Shown | Child | Arguments | Served

LeakRule = Literal[
    "array",
    "canary",
    "count",
    "credential",
    "field",
    "flag",
    "key",
    "name",
    "nesting",
    "number",
    "object",
    "planted",
    "pointer",
    "string",
    "text",
    "token",
    "type",
    "word",
]
"""What was expected at a place, or found there."""


class LeakError(Exception):
    """Something may not be written. `pointer` says where it stands, `rule` what it breaks; what it is stays unsaid."""

    def __init__(self, *, pointer: str, rule: LeakRule) -> None:
        super().__init__(pointer, rule)
        self.pointer = pointer
        self.rule: LeakRule = rule

    def __str__(self) -> str:
        return f"what stands at {self.pointer} may not be written (rule: {self.rule})"


def check(document: object) -> None:
    """Look at a shapes file as a JSON value, before it becomes text.

    Raises:
        LeakError: it holds something that may not be written.
    """
    fixture = document.get("fixture") if isinstance(document, Mapping) else None
    of = fixture if isinstance(fixture, Mapping) else {}
    planted = planted_text(alias=of.get("alias"), tool=of.get("tool"), more_tools=of.get("more_tools"))
    _Guard(planted=planted).check(document, (), rule=SHAPES_FILE)


def check_canaries(text: str, document: object, *, canaries: Collection[str]) -> None:
    """Look for canaries in a text that is about to be written; `document` is what it was made of, to say where one is.

    Raises:
        LeakError: there is one.
        ValueError: a canary is too short to be looked for.
    """
    if has_canary(text, canaries):
        steps = next((at for at, string in _strings(document) if has_canary(string, canaries)), ())
        pointer = safe_pointer_of(steps)
        raise LeakError(pointer="$" if has_canary(pointer, canaries) else pointer, rule="canary")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Guard:
    """The walk. `at` is where `value` stands, `rule` what it must obey."""

    planted: PlantedText

    def check(self, value: object, at: tuple[Step, ...], *, rule: Rule) -> None:
        if len(at) > MAX_DEPTH:
            raise _leak(at[:MAX_DEPTH], "nesting")
        if value is None:
            return
        match rule:
            case Fields() | Entries() | Items():
                self._check_container(value, at, rule=rule)
            case Shown() | Child() | Arguments() | Served():
                self._check_json(value, at, rule=rule)
            case Count():
                if type(value) is not int or not rule.least <= value <= rule.most:
                    raise _leak(at, "count")
            case Flag():
                if type(value) is not bool:
                    raise _leak(at, "flag")
            case Name() | Token() | Word() | Planted() | Pointer():
                self._check_string(value, at, rule=rule)
            case _:
                assert_never(rule)

    def _check_container(self, value: object, at: tuple[Step, ...], *, rule: Fields | Entries | Items) -> None:
        match rule:
            case Fields():
                for key, entry in _entries(value, at):
                    if key not in rule.of:
                        raise _leak(at, "field")
                    self.check(entry, (*at, key), rule=rule.of[key])
            case Entries():
                for key, entry in _entries(value, at):
                    self._check_key(key, at, kind=rule.keys)
                    self.check(entry, (*at, key), rule=rule.values)
            case Items():
                if not isinstance(value, list | tuple):
                    raise _leak(at, "array")
                for index, item in enumerate(value):
                    self.check(item, (*at, index), rule=rule.of)
            case _:
                assert_never(rule)

    def _check_json(self, value: object, at: tuple[Step, ...], *, rule: _JsonRule) -> None:
        match value:
            case Mapping():
                for key, entry in _entries(value, at):
                    if not isinstance(rule, Served):
                        self._check_key(key, at, kind="key")
                    elif is_credential(key):
                        raise _leak(at, "key")
                    self.check(entry, (*at, key), rule=_rule_below(rule, key=key, entry=entry))
            case list() | tuple():
                below = Shown() if isinstance(rule, Shown) else rule
                for index, item in enumerate(value):
                    self.check(item, (*at, index), rule=below)
            case bool():  # before int: bool is a subclass of int
                pass
            case _:
                self._check_scalar(value, at, rule=rule)

    def _check_scalar(self, value: object, at: tuple[Step, ...], *, rule: _JsonRule) -> None:
        match value:
            case str() if isinstance(rule, Served):
                if is_credential(value):
                    raise _leak(at, "credential")
            case str():
                if not (self._is_said(value) or (isinstance(rule, Arguments) and is_name(value, "setting"))):
                    raise _leak(at, "text")
            case int() | float():
                if not (self._is_number_kept(value, rule=rule) and -_MAX_NUMBER <= value <= _MAX_NUMBER):
                    raise _leak(at, "number")  # also for what is not a number: it compares as false
            case _:
                raise _leak(at, "type")

    def _check_string(
        self, value: object, at: tuple[Step, ...], *, rule: Name | Token | Word | Planted | Pointer
    ) -> None:
        if not isinstance(value, str):
            raise _leak(at, "string")
        is_kept: bool
        broken: LeakRule
        match rule:
            case Name():
                is_kept, broken = self._is_named(value, kind=rule.kind), "name"
            case Token():
                is_kept, broken = self._is_token(value), "token"
            case Word():
                is_kept, broken = value in rule.of, "word"
            case Planted():
                is_kept, broken = self.planted.explains(value), "planted"
            case Pointer():
                is_kept, broken = self._is_pointer(value), "pointer"
            case _:
                assert_never(rule)
        if not is_kept:
            raise _leak(at, broken)

    def _check_key(self, key: str, at: tuple[Step, ...], *, kind: NameKind) -> None:
        if not self._is_named(key, kind=kind):
            raise _leak(at, "key")

    def _is_number_kept(self, number: float, *, rule: _JsonRule) -> bool:
        match rule:
            case Served():
                return True
            case Shown():
                return number in self.planted.numbers
            case Arguments():
                is_small = isinstance(number, int) and -_MAX_ARGUMENT <= number <= _MAX_ARGUMENT
                return is_small or number in self.planted.numbers
            case Child():
                return False
            case _:
                assert_never(rule)

    def _is_said(self, text: str) -> bool:
        return text in WORDS or text in PLACEHOLDERS or self.planted.explains(text)

    def _is_named(self, text: str, *, kind: NameKind) -> bool:
        return is_name(text, kind) or (kind not in _OURS and self._is_said(text))

    def _is_pointer(self, text: str) -> bool:
        steps = steps_of(text)
        return (
            steps is not None
            and len(steps) <= MAX_DEPTH
            and all(isinstance(step, int) or self._is_named(step, kind="key") for step in steps)
        )

    def _is_token(self, text: str) -> bool:
        kind, _, planted = text.partition(":")
        return (
            self._is_named(text, kind="token")
            or self._is_pointer(text)
            or (is_name(kind, "token") and (self._is_said(planted) or self._is_pointer(planted)))
        )


_OURS: Final[frozenset[NameKind]] = frozenset({"client", "version", "scenario", "trait", "axis", "setting"})
"""Names that a client does not choose. None is planted: they become names of files and words of commands."""


def _rule_below(rule: _JsonRule, *, key: str, entry: object) -> Rule:
    if isinstance(entry, str) and (isinstance(rule, Child) or (isinstance(rule, Shown) and rule.is_top)):
        match key:
            case "name":
                return Name("tool")
            case "type":
                return Name("type")
    return Shown() if isinstance(rule, Shown) else rule


def _entries(value: object, at: tuple[Step, ...]) -> Iterator[tuple[str, object]]:
    if not isinstance(value, Mapping):
        raise _leak(at, "object")
    for key, entry in value.items():
        if not isinstance(key, str):
            raise _leak(at, "key")
        yield key, entry


def _strings(value: object, at: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], str]]:
    """Every string with the place that it stands at; a key stands at its object."""
    match value:
        case str():
            yield at, value
        case Mapping():
            for key, entry in value.items():
                yield at, key
                yield from _strings(entry, (*at, key))
        case list() | tuple():
            for index, item in enumerate(value):
                yield from _strings(item, (*at, index))


def _leak(at: tuple[Step, ...], rule: LeakRule) -> LeakError:
    return LeakError(pointer=safe_pointer_of(at), rule=rule)
