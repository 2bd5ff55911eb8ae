"""What is wrong with a script, wherever it comes from. Pure; types are not checked here, the type checker does that.

The places it names are those of the file, which has the same fields as the values.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from captures.pointers import Step, safe_pointer_of
from captures.words import CallKind, JsonValue
from probe.errors import SetupError
from probe.scripts.script import ANY_REQUEST, TOOL_SEARCH, Call, Item, Say, Script, Turn, When
from sanitize.pointers import strings

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,47}")
"""Of turns and ids: they are parts of ids on the wire, which have at most 64 letters, digits, _ and -."""

_HEADER: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""RFC 9110, 5.6.2."""

_SURROGATE: Final = re.compile("[\ud800-\udfff]")

_WRONG_NAME: Final = "is no name: up to 48 letters, digits, _ and -, starting with a letter or digit"


class ScriptError(SetupError):
    """A script that cannot be played. `pointer` says where, `problem` what is wrong and what to do."""

    def __init__(self, problem: str, *, pointer: str, name: str = "the script") -> None:
        super().__init__(f"{name}: {pointer} {problem}")
        self.pointer = pointer
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where."""

    sentence: str
    steps: tuple[Step, ...]


def check_script(script: Script, *, dialect: str, kinds: Collection[CallKind]) -> None:
    """Make sure that a provider can play a script.

    Args:
        script: From a file or built in code.
        dialect: What the error calls the provider.
        kinds: The calls that it can render.

    Raises:
        ScriptError: the first thing that is wrong.
    """
    problem = next(chain(problems_of(script), _foreign_calls(script, dialect, kinds)), None)
    if problem is not None:
        raise ScriptError(problem.sentence, pointer=safe_pointer_of(problem.steps))


def problems_of(script: Script) -> Iterator[Problem]:
    """Everything that is wrong in any dialect."""
    if not script.turns:
        yield Problem("has no turn; give it one", ("turns",))
    yield from _repeated_names(script)
    yield from _unreachable_turns(script)
    ids = {placed.call.id for placed in script.calls()}
    for number, turn in enumerate(script.turns):
        for problem in _turn_problems(turn, ids):
            yield Problem(problem.sentence, ("turns", number, *problem.steps))


def has_wide_character(item: Item) -> bool:
    """Say whether the text, or the arguments, of an item hold a character of several bytes."""
    return not json.dumps(item.text if isinstance(item, Say) else item.arguments, ensure_ascii=False).isascii()


def _foreign_calls(script: Script, dialect: str, kinds: Collection[CallKind]) -> Iterator[Problem]:
    known = ", ".join(sorted(kinds))
    for placed in script.calls():
        if placed.call.kind not in kinds:
            yield Problem(f"is no call of {dialect}; it has {known}", (*placed.steps, "kind"))


def _repeated_names(script: Script) -> Iterator[Problem]:
    names = [(turn.name, ("turns", number, "name")) for number, turn in enumerate(script.turns)]
    ids = [(placed.call.id, (*placed.steps, "id")) for placed in script.calls()]
    for places, what in ((names, "the name of an earlier turn"), (ids, "the id of an earlier call")):
        seen: set[str] = set()
        for name, steps in places:
            if name in seen:
                yield Problem(f"is {what}; give each its own", steps)
            seen.add(name)


def _unreachable_turns(script: Script) -> Iterator[Problem]:
    is_reached = True
    for number, turn in enumerate(script.turns):
        if not is_reached:
            yield Problem("comes after a turn that answers every request; put that one last", ("turns", number))
        is_reached = is_reached and not (turn.repeats and turn.when == ANY_REQUEST)


def _turn_problems(turn: Turn, ids: Collection[str]) -> Iterator[Problem]:
    if not _NAME.fullmatch(turn.name):
        yield Problem(_WRONG_NAME, ("name",))
    if turn.status is not None:
        yield from _error_problems(turn, turn.status)
    if turn.fault == "split-character" and not any(map(has_wide_character, turn.items)):
        yield Problem("needs a character of several bytes, such as é, in the text or in the arguments", ("fault",))
    for problem in _when_problems(turn.when, ids):
        yield Problem(problem.sentence, ("when", *problem.steps))
    for number, item in enumerate(turn.items):
        problems = _call_problems(item) if isinstance(item, Call) else _text_problems(item.text, "text")
        for problem in problems:
            yield Problem(problem.sentence, ("items", number, *problem.steps))


def _error_problems(turn: Turn, status: int) -> Iterator[Problem]:
    if not 400 <= status <= 599:
        yield Problem("is no status of an error; give one from 400 to 599", ("status",))
    if turn.items:
        yield Problem("stands beside items; give a status or items, not both", ("status",))
    if turn.fault is not None:
        yield Problem("stands beside a status; faults are of turns with items", ("fault",))


def _when_problems(when: When, ids: Collection[str]) -> Iterator[Problem]:
    for name, value in (("header", when.header), ("no_header", when.no_header)):
        if value is not None and not _HEADER.fullmatch(value):
            yield Problem("is no name of a header", (name,))
    if when.header is not None and when.no_header is not None and when.header.lower() == when.no_header.lower():
        yield Problem("is the header that is asked for; no request has it and has it not", ("no_header",))
    if when.answers is not None and when.answers not in ids:
        yield Problem("is the id of no call in this script", ("answers",))
    if when.has_text == "":
        yield Problem("is empty; leave it out", ("has_text",))
    yield from _text_problems(when.has_text, "has_text")


def _call_problems(call: Call) -> Iterator[Problem]:
    if not _NAME.fullmatch(call.id):
        yield Problem(_WRONG_NAME, ("id",))
    yield from _NAMING[call.kind](call)
    if call.kind == "custom_tool_call" and not isinstance(call.arguments, str):
        yield Problem("is not a string: a custom_tool_call has an input text", ("arguments",))
    for name, value in (("name", call.name), ("namespace", call.namespace), ("arguments", call.arguments)):
        yield from _text_problems(value, name)


def _named(call: Call) -> Iterator[Problem]:
    if not call.name:
        yield Problem("is empty", ("name",))


def _plainly_named(call: Call) -> Iterator[Problem]:
    yield from _named(call)
    if call.namespace is not None:
        yield Problem("is no field of this call", ("namespace",))


def _named_by_its_kind(call: Call) -> Iterator[Problem]:
    yield from _plainly_named(call)
    if call.name != TOOL_SEARCH:
        yield Problem(f"is not {TOOL_SEARCH}, the only name of this call", ("name",))


_NAMING: Final[dict[CallKind, Callable[[Call], Iterator[Problem]]]] = {
    "tool_use": _plainly_named,
    "function_call": _named,
    "custom_tool_call": _named,
    "tool_search_call": _named_by_its_kind,
}


def _text_problems(value: JsonValue, name: str) -> Iterator[Problem]:
    if any(_SURROGATE.search(found.text) for found in strings(value)):
        yield Problem("has half of a surrogate pair, which is no text", (name,))
