"""Finds the definitions of deferred tools that come when the model asks for them.

A definition counts as loaded, and not as another shape, when it is marked so (`defer_loading: true`, Claude Code), when
it stands in the answer to a call (`tool_search_output`, Codex), or when it is an entry of a list that a call asked for
(`ALL_TOOLS` as JSON in a text, Codex). A tool that becomes inline without a mark is a later shape. Measured with Claude
Code 2.1.332 and Codex 0.154.0 and 0.171.0. It looks at the tools alone that were deferred at first.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from captures.model import DeferredTool, Loaded, ToolShape
from captures.words import JsonValue
from sanitize.answers import FoundAnswer
from sanitize.changes import changes_of
from sanitize.echoes import echoes_of, is_echo
from sanitize.identity import owned
from sanitize.parts import LogicalRequest, Part
from sanitize.places import ToolEntry
from sanitize.planted import Planted
from sanitize.pointers import nodes
from sanitize.policy import Policy

_JSON_START: Final = re.compile(r"^[\[{]", re.MULTILINE)
_MAX_STARTS: Final = 16
"""Lines of a text that are tried as the beginning of JSON."""


def deferred_in(shapes: Sequence[ToolShape]) -> frozenset[int]:
    """The numbers of the tools that are deferred."""
    return frozenset(index for index, shape in enumerate(shapes) if isinstance(shape, DeferredTool))


def without_loaded(parts: Iterable[Part], deferred: Collection[int], planted: Planted) -> tuple[Part, ...]:
    """The parts as if the tools with these numbers had not been loaded."""
    return tuple(_without_loaded(part, deferred, planted) if deferred else part for part in parts)


def with_loaded(
    shapes: Sequence[ToolShape],
    requests: Iterable[LogicalRequest],
    *,
    answers: Iterable[FoundAnswer],
    planted: Planted,
    policy: Policy,
) -> tuple[ToolShape, ...]:
    """`shapes`, with the first definition of each deferred tool that came later.

    Args:
        shapes: Of the first model request, one for each planted tool.
        requests: The model requests after it.
        answers: What came back for the calls that ask for definitions.
        planted: What was planted.
        policy: What may be kept of a definition.
    """
    loaded: dict[int, Loaded] = {}
    listed = list(answers)
    deferred = deferred_in(shapes)
    for request in requests if deferred else ():
        here = [_loaded_entries(part, planted) for part in request.parts()]
        here += [owned(_listed(answer), planted) for answer in listed if answer.attempt == request.attempt]
        for owners in here:
            for index in deferred - loaded.keys():
                for entry in owners[index][:1]:
                    loaded[index] = Loaded(
                        attempt=request.attempt,
                        pointer=policy.pointer(entry.steps),
                        definition=policy.definition(entry.fields),
                        changes=changes_of(planted.tools[index], entry.fields, policy=policy),
                    )
    return tuple(
        shape.model_copy(update={"loaded": loaded[index]}) if index in loaded else shape
        for index, shape in enumerate(shapes)
    )


def _loaded_entries(part: Part, planted: Planted) -> tuple[tuple[ToolEntry, ...], ...]:
    """For each planted tool the entries that define it and came because they were asked for."""
    echoes = echoes_of(part.body)
    came = [
        entry for entry in part.entries if entry.fields.get("defer_loading") is True or is_echo(entry.steps, echoes)
    ]
    return owned(came, planted)


def _without_loaded(part: Part, deferred: Collection[int], planted: Planted) -> Part:
    gone = {
        entry.steps
        for index, entries in enumerate(_loaded_entries(part, planted))
        if index in deferred
        for entry in entries
    }
    return replace(part, entries=tuple(entry for entry in part.entries if entry.steps not in gone)) if gone else part


def _listed(answer: FoundAnswer) -> tuple[ToolEntry, ...]:
    """The entries of lists that stand as JSON in the texts of an answer; each has the place of its text."""
    steps, content = answer.content()
    return tuple(
        ToolEntry(steps=(*steps, *node.steps), fields=fields, containers=())
        for node in nodes(content)
        if isinstance(node.value, str)
        for fields in _named_objects(node.value)
    )


def _named_objects(text: str) -> Iterator[Mapping[str, JsonValue]]:
    for start in islice(_JSON_START.finditer(text), _MAX_STARTS):
        value = _json_at(text, start.start())
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict) and isinstance(item.get("name"), str):
                yield item


def _json_at(text: str, start: int) -> JsonValue:
    try:
        value: JsonValue
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):  # a text of another kind, or cut
        return None
    return value
