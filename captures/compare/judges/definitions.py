"""What stands in the definition of a tool: its schema, its texts, its other keys.

A difference shows twice in a capture, in `definition` and in `changes`; one finding accounts for both.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import JsonValue

from captures.compare.alignment import Pair, Steps
from captures.compare.definition_words import key_of, owner_of, path_words, with_parent
from captures.compare.found import Found
from captures.compare.phrases import listed
from captures.compare.rule import Rule, breaking, cosmetic, notable
from captures.compare.shown_changes import changes_in, schema_key_of, shown_steps
from captures.compare.surfaced import Inside

NAME: Final = breaking(
    "name-rewritten-differently",
    "A tool has another name",
    "The model calls the tool by the name that it is shown. What splits such a name into server and tool, or "
    "has a list of allowed names, no longer knows it.",
)
DROPPED: Final = breaking(
    "schema-keyword-dropped",
    "A part of the schema is no longer shown",
    "The model no longer knows that property, default or limit, and so sends arguments that the MCP server may refuse.",
)
RESTORED: Final = notable(
    "schema-keyword-restored",
    "A part of the schema is shown again",
    "The client shows more of what the MCP server says. A work-around for the loss can go.",
)
ADDED: Final = notable(
    "schema-keyword-added",
    "The client says something in the schema that the server does not say",
    "A recorder that compares schemas with those of the MCP server meets a keyword of the client's own; a provider "
    "with a strict schema dialect may refuse it.",
)
REWRITTEN: Final = breaking(
    "schema-rewritten-differently",
    "A value in the schema is another one",
    "The model sees other types, limits or required properties and sends other arguments.",
)
SCHEMA_KEY: Final = breaking(
    "schema-key-renamed",
    "The schema stands under another key",
    "What reads the schema under the key that it had finds none.",
)
TRUNCATED: Final = notable(
    "description-truncated",
    "A description is cut, or cut at another length",
    "The model reads only the start of it. An MCP server should say what matters there.",
)
WHOLE: Final = notable(
    "description-restored",
    "A description is shown whole again",
    "The model reads all of it, and the tool takes more of the context.",
)
DESCRIPTION: Final = notable(
    "description-rewritten",
    "A description is another text",
    "The client puts words of its own there, or changes those of the MCP server. What finds tools by their description "
    "no longer finds this one.",
)
KEY_ADDED: Final = notable(
    "definition-key-added",
    "A definition has another key",
    "A gateway that checks tool definitions against a closed list of keys refuses it.",
)
KEY_DROPPED: Final = notable(
    "definition-key-dropped",
    "A definition lacks a key that it had",
    "What reads that key of a tool definition finds none.",
)
VALUE: Final = notable(
    "definition-value-changed",
    "A definition says something else under a key",
    "What depends on that value, such as a mark for strict arguments or for deferred loading, works otherwise.",
)
TYPE: Final = breaking(
    "definition-type-changed",
    "A definition is of another type",
    "The type says how the provider and a gateway have to read the whole entry, and how calls of it are spelled.",
)
CHANGE: Final = cosmetic(
    "change-described-differently",
    "A change is described in other words",
    "The definition is the same, and only what the capture says about it differs, as with another release of "
    "shape-probe.",
)
LOADED: Final = notable(
    "definition-loads",
    "A deferred definition now comes when the model asks for it",
    "What follows deferred tools meets the definition in a later request.",
)
NOT_LOADED: Final = breaking(
    "definition-no-longer-loads",
    "A deferred definition no longer comes when the model asks for it",
    "The model learns of the tool and never of its arguments.",
)
LOADED_LATER: Final = notable(
    "definition-loads-at-another-request",
    "A deferred definition comes with another request",
    "What expects it in the request after the search looks into the wrong one.",
)

RULES: Final = (
    NAME,
    DROPPED,
    RESTORED,
    ADDED,
    REWRITTEN,
    SCHEMA_KEY,
    TRUNCATED,
    WHOLE,
    DESCRIPTION,
    KEY_ADDED,
    KEY_DROPPED,
    VALUE,
    TYPE,
    CHANGE,
    LOADED,
    NOT_LOADED,
    LOADED_LATER,
)


def judge_definition(shown: Pair, inside: Iterable[Inside], *, name: str, where: str) -> Iterator[Found]:
    """Judge what `shown` defines: a tool, or what came when the model asked for one. `inside` are sightings in it."""
    definition = _Definition(shown=shown, name=name, where=where)
    found = definition.found()
    for change in definition.changes():
        found = _with_change(found, change, definition)
    for each in found:
        yield _with_sightings(each, inside, definition)
    yield from _loaded(shown.child("loaded"), name=name, where=where)


def _loaded(loaded: Pair, *, name: str, where: str) -> Iterator[Found]:
    if loaded.is_same():
        return
    if loaded.old is None or loaded.new is None:
        rule, words = (LOADED, "now comes") if loaded.old is None else (NOT_LOADED, "no longer comes")
        sentence = f"The definition of {name} {words} when the model asks for it"
        attempts = [each["attempt"] if isinstance(each, dict) else None for each in (loaded.old, loaded.new)]
        yield Found(rule=rule, places=(loaded,), before=attempts[0], after=attempts[1], sentence=sentence, where=where)
        return
    attempt = loaded.child("attempt")
    if not attempt.is_same():
        sentence = f"The definition of {name} comes with request {attempt.new}, no longer with request {attempt.old}"
        yield Found(
            rule=LOADED_LATER,
            places=(attempt,),
            before=attempt.old,
            after=attempt.new,
            sentence=sentence,
            where=where,
        )
    here = "when the model asks for it"
    yield from judge_definition(loaded, (), name=name, where=f"{where}, {here}" if where else here.capitalize())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Definition:
    """The definition of one tool in two captures. Steps are from the definition's own root."""

    shown: Pair
    name: str
    where: str

    @property
    def pair(self) -> Pair:
        return self.shown.child("definition")

    def steps_of(self, pair: Pair) -> Steps:
        """Where it stands in the definition."""
        return pair.at[len(self.pair.at) :]

    def changes(self) -> Iterator[Pair]:
        """The entries of `changes` that differ; those about the name follow from `shown_as` where that changed."""
        for change in self.shown.child("changes").children():
            if not change.is_same() and not (self.is_renamed and change.fields["path"] == "$.name"):
                yield change

    @property
    def is_renamed(self) -> bool:
        return not self.shown.child("shown_as").is_same()

    def found(self) -> list[Found]:
        """The differences, each kind once for the keys of one object."""
        groups: dict[tuple[str, Steps], list[Pair]] = {}
        rules: dict[str, Rule] = {}
        for leaf in self.pair.differences():
            steps = self.steps_of(leaf)
            if self.is_renamed and steps == ("name",):
                continue
            rule = self._rule_of(leaf)
            rules[rule.id] = rule
            together = () if rule == SCHEMA_KEY else steps if rule in _ALONE else key_of(steps)[:-1]
            groups.setdefault((rule.id, together), []).append(leaf)
        return [self._of(rules[key[0]], pairs) for key, pairs in groups.items()]

    def _rule_of(self, leaf: Pair) -> Rule:
        steps = self.steps_of(leaf)
        text = self._text_rule(leaf, steps)
        if text is not None:
            return text
        if steps[:1] == (self._schema_key(leaf),):
            return self._schema_rule(leaf, steps)
        if leaf.is_new:
            return KEY_ADDED
        if leaf.is_gone:
            return KEY_DROPPED
        return _OF_VALUES.get(steps, VALUE)

    def _schema_rule(self, leaf: Pair, steps: Steps) -> Rule:
        is_root = len(steps) == 1
        if is_root and schema_key_of(self.shown.old) != schema_key_of(self.shown.new) and self._has_both_schemas():
            return SCHEMA_KEY
        if leaf.is_gone:
            return DROPPED
        if leaf.is_new:
            dropped = [shown_steps(change, self.shown.old) for change in changes_in(self.shown.old, "dropped")]
            return RESTORED if any(steps[: len(each)] == each for each in dropped) else ADDED
        return REWRITTEN

    def _text_rule(self, leaf: Pair, steps: Steps) -> Rule | None:
        if steps[-1:] != ("description",) or not isinstance(leaf.old, str) or not isinstance(leaf.new, str):
            return None
        was_cut, is_cut = (self._cut_at(steps, side) is not None for side in (self.shown.old, self.shown.new))
        if is_cut:
            return TRUNCATED
        is_changed = any(shown_steps(each, self.shown.new) == steps for each in changes_in(self.shown.new, "rewritten"))
        return WHOLE if was_cut and not is_changed else DESCRIPTION

    def _cut_at(self, steps: Steps, side: JsonValue) -> Mapping[str, Any] | None:
        return next((each for each in changes_in(side, "truncated") if shown_steps(each, side) == steps), None)

    def _schema_key(self, leaf: Pair) -> str:
        return schema_key_of(self.shown.old if leaf.is_gone else self.shown.new)

    def _has_both_schemas(self) -> bool:
        old, new = self.pair.old, self.pair.new
        return (
            isinstance(old, dict)
            and isinstance(new, dict)
            and schema_key_of(self.shown.old) in old
            and schema_key_of(self.shown.new) in new
        )

    def _of(self, rule: Rule, leaves: Sequence[Pair]) -> Found:
        depth = len(key_of(self.steps_of(leaves[0]))) - 1
        keys = [path_words(self.steps_of(leaf)[depth:]) for leaf in leaves]
        before: JsonValue = {key: leaf.old for key, leaf in zip(keys, leaves, strict=True) if not leaf.is_new} or None
        after: JsonValue = {key: leaf.new for key, leaf in zip(keys, leaves, strict=True) if not leaf.is_gone} or None
        if rule == SCHEMA_KEY:
            before, after = schema_key_of(self.shown.old), schema_key_of(self.shown.new)
        elif len(leaves) == 1:
            before, after = leaves[0].old, leaves[0].new
        return Found(
            rule=rule,
            places=tuple(sorted(leaves, key=lambda leaf: leaf.is_gone)),
            before=before,
            after=after,
            sentence=self._sentence(rule, leaves, old=before, new=after),
            where=self.where,
        )

    def _sentence(self, rule: Rule, leaves: Sequence[Pair], *, old: JsonValue, new: JsonValue) -> str:
        steps = key_of(self.steps_of(leaves[0]))
        keys = listed(str(key_of(self.steps_of(leaf))[-1]) for leaf in leaves)
        if rule.id in _OF_ONE_VALUE and len(leaves) == 1 and (values := _words_of(old, new)):
            last = with_parent(keys, steps[1:-1] if rule == REWRITTEN else steps[:-1])
            return _OF_ONE_VALUE[rule.id].format(name=self.name, keys=last, old=values[0], new=values[1])
        if rule in _ALONE:
            return f"The description of {owner_of(steps, self.name)} {self._fate(rule, steps)}"
        if rule.id in _OF_DEFINITION:
            return _OF_DEFINITION[rule.id].format(name=self.name, keys=with_parent(keys, steps[:-1]), old=old, new=new)
        if len(steps) == 1:
            return f"{self.name} {_OF_WHOLE_SCHEMA[rule.id]}"
        return _OF_SCHEMA[rule.id].format(name=self.name, keys=with_parent(keys, steps[1:-1]))

    def _fate(self, rule: Rule, steps: Steps) -> str:
        if rule == TRUNCATED:
            cut = self._cut_at(steps, self.shown.new) or {}
            return f"is cut after {cut['kept']} of {cut['of']} characters"
        return "is shown whole again" if rule == WHOLE else "is another text"


_OF_VALUES: Final[Mapping[Steps, Rule]] = {("name",): NAME, ("type",): TYPE}
"""Keys of a definition whose values have rules of their own."""

_ALONE: Final = (TRUNCATED, WHOLE, DESCRIPTION)
"""Rules whose findings are about one text each."""

_OF_DEFINITION: Final[Mapping[str, str]] = {
    NAME.id: "{name} is named {new}, no longer {old}",
    TYPE.id: "The definition of {name} is of the type {new}, no longer {old}",
    SCHEMA_KEY.id: "The schema of {name} stands under {new}, no longer under {old}",
    KEY_ADDED.id: "The definition of {name} also has {keys}",
    KEY_DROPPED.id: "The definition of {name} no longer has {keys}",
    VALUE.id: "The definition of {name} has another value for {keys}",
}

_OF_SCHEMA: Final[Mapping[str, str]] = {
    DROPPED.id: "The schema of {name} no longer has {keys}",
    RESTORED.id: "The schema of {name} has {keys} again",
    ADDED.id: "The schema of {name} has {keys}, which the server does not say",
    REWRITTEN.id: "The schema of {name} has another value for {keys}",
}

_OF_ONE_VALUE: Final[Mapping[str, str]] = {
    VALUE.id: "The definition of {name} says {new} for {keys}, no longer {old}",
    REWRITTEN.id: "The schema of {name} says {new} for {keys}, no longer {old}",
}
"""For a single value that is short enough to be said."""

_OF_WHOLE_SCHEMA: Final[Mapping[str, str]] = {
    DROPPED.id: "is shown without a schema",
    RESTORED.id: "is shown with a schema again",
    ADDED.id: "is shown with a schema, which the server does not say",
    REWRITTEN.id: "is shown with a schema of another kind",
}


def _words_of(old: JsonValue, new: JsonValue) -> tuple[str, str] | None:
    """Both values as words of a sentence; None where one is more than a word, a number or a flag."""
    words = [value if isinstance(value, str) else json.dumps(value) for value in (old, new)]
    if any(isinstance(value, dict | list) for value in (old, new)) or max(map(len, words)) > _LONGEST_WORD:
        return None
    return words[0], words[1]


_LONGEST_WORD: Final = 40


def _with_change(found: Sequence[Found], change: Pair, definition: _Definition) -> list[Found]:
    """The same findings, one of which accounts for `change` too; and one more where none is about the same place."""
    sides = ((change.old, definition.shown.old), (change.new, definition.shown.new))
    about = [shown_steps(each, side) for each, side in sides if isinstance(each, dict)]
    for index, each in enumerate(found):
        places = [definition.steps_of(place) for place in each.places if "definition" in place.trail]
        if any(place[: len(steps)] == steps[: len(place)] for place in places for steps in about):
            return [*found[:index], replace(each, places=(*each.places, change)), *found[index + 1 :]]
    kinds = [each["change"] if isinstance(each, dict) else None for each in (change.old, change.new)]
    sentence = f"What became of {path_words(about[-1])} of {definition.name} is described in other words"
    more = Found(
        rule=CHANGE,
        places=(change,),
        before=kinds[0],
        after=kinds[1],
        sentence=sentence,
        where=definition.where,
    )
    return [*found, more]


def _with_sightings(found: Found, inside: Iterable[Inside], definition: _Definition) -> Found:
    """The same finding, which accounts for the sightings in what differs too."""
    places = [definition.steps_of(place) for place in found.places if "definition" in place.trail]
    sightings = tuple(
        each.sighting
        for each in inside
        if any(at is not None and at[: len(place)] == place for at in (each.old_at, each.new_at) for place in places)
    )
    return replace(found, places=(*found.places, *sightings))
