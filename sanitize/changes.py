"""Compares a definition as shown with the tool as the MCP server said it: what was dropped, renamed, rewritten, added.

Paths are in the words of the MCP tool, except those of additions, which are in the definition as shown. Order of keys
is no change. It will not say what a change means, and looks no deeper than a definition is kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from captures.model import Added, Change, Dropped, Renamed, Rewritten, Truncated
from captures.words import JsonValue
from sanitize.places import SCHEMA_KEYS
from sanitize.pointers import Steps
from sanitize.policy import MAX_DEPTH, Policy, placeholder_of
from sanitize.texts import MIN_TEXT, cut_of

_SCHEMA: Final = "inputSchema"


def changes_of(tool: Mapping[str, JsonValue], shown: Mapping[str, JsonValue], *, policy: Policy) -> tuple[Change, ...]:
    """What became of `tool` in the definition `shown`, sorted by path. A lost or new subtree is one change."""
    comparison = _Comparison(policy=policy)
    changes = comparison.of_objects(_cut_deep(dict(tool)), _cut_deep(dict(shown)), (), ())
    unique = dict.fromkeys(changes)  # keys that are written as `<name>` can give one change twice
    return tuple(sorted(unique, key=lambda change: (change.path, change.change)))


def is_same(one: JsonValue, other: JsonValue) -> bool:
    """Say whether two JSON values are equal: 1 and 1.0 are, 1 and true are not. Looks no deeper than `MAX_DEPTH`."""
    return _is_same(_cut(one, 0), _cut(other, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comparison:
    policy: Policy

    def of_objects(
        self, said: Mapping[str, JsonValue], shown: Mapping[str, JsonValue], at: Steps, shown_at: Steps
    ) -> Iterator[Change]:
        new_keys = _new_keys(said, shown, is_top=not at)
        for key, value in said.items():
            path = (*at, key)
            new_key = new_keys.get(key)
            if new_key is None:
                yield Dropped(path=self.policy.pointer(path), change="dropped")
                continue
            if new_key != key:
                to = self.policy.name(new_key, "key")
                yield Renamed(path=self.policy.pointer(path), change="renamed", to=to)
            yield from self.of_values(value, shown[new_key], path, (*shown_at, new_key))
        for key in shown.keys() - new_keys.values():
            yield Added(path=self.policy.pointer((*shown_at, key)), change="added")

    def of_values(self, said: JsonValue, shown: JsonValue, at: Steps, shown_at: Steps) -> Iterator[Change]:
        match (said, shown):
            case (dict(), dict()):
                yield from self.of_objects(said, shown, at, shown_at)
            case (list(), list()) if len(said) == len(shown):
                for index, (one, other) in enumerate(zip(said, shown, strict=True)):
                    yield from self.of_values(one, other, (*at, index), (*shown_at, index))
            case (str(), str()) if said != shown:
                yield self._of_text(said, shown, at)
            case _ if not _is_same(said, shown):
                yield Rewritten(path=self.policy.pointer(at), change="rewritten")

    def _of_text(self, said: str, shown: str, at: Steps) -> Change:
        path = self.policy.pointer(at)
        if at == ("name",):
            return Renamed(path=path, change="renamed", to=self.policy.name(shown, "key"))
        cut = cut_of(shown, said)
        if cut is None:
            return Rewritten(path=path, change="rewritten")
        return Truncated(path=path, change="truncated", kept=cut.kept, of=len(said))


def _new_keys(said: Mapping[str, JsonValue], shown: Mapping[str, JsonValue], *, is_top: bool) -> dict[str, str]:
    """For each key of `said` that is shown, the key that it is shown under.

    A key that is gone is looked for among the new ones: the schema by its usual names, others by the same name in
    another spelling (`read_only_hint`), then by the same weighty value, each only where there is one answer.
    """
    found = {key: key for key in said if key in shown}
    if is_top and _SCHEMA in said and _SCHEMA not in shown:
        found.update((_SCHEMA, key) for key in reversed(SCHEMA_KEYS) if key in shown and key not in said)
    for is_match in (_is_same_word, _is_same_weight):
        gone = sorted(said.keys() - found.keys())
        new = sorted(shown.keys() - found.values())
        pairs = [(one, other) for one in gone for other in new if is_match(one, said[one], other, shown[other])]
        ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
        found.update({one: other for one, other in pairs if ones[one] == others[other] == 1})
    return found


def _is_same_word(key: str, _value: JsonValue, other_key: str, _other: JsonValue) -> bool:
    return _letters(key) == _letters(other_key) != ""


def _letters(key: str) -> str:
    return key.replace("_", "").replace("-", "").casefold()


def _is_same_weight(_key: str, value: JsonValue, _other_key: str, other: JsonValue) -> bool:
    match value:
        case str():
            is_weighty = len(value) >= MIN_TEXT
        case dict() | list():
            is_weighty = len(value) > 1
        case _:
            is_weighty = False
    return is_weighty and _is_same(value, other)


def _is_same(one: JsonValue, other: JsonValue) -> bool:
    match (one, other):
        case (dict(), dict()):
            return one.keys() == other.keys() and all(_is_same(value, other[key]) for key, value in one.items())
        case (list(), list()):
            return len(one) == len(other) and all(map(_is_same, one, other))
        case _:
            return isinstance(one, bool) is isinstance(other, bool) and one == other


def _cut_deep(fields: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {key: _cut(value, 1) for key, value in fields.items()}


def _cut(value: JsonValue, depth: int) -> JsonValue:
    if depth >= MAX_DEPTH and isinstance(value, dict | list):
        return placeholder_of(value)
    match value:
        case dict():
            return {key: _cut(entry, depth + 1) for key, entry in value.items()}
        case list():
            return [_cut(item, depth + 1) for item in value]
        case _:
            return value
