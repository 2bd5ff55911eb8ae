"""What a user decides about findings: how grave each rule is, and which findings are accepted: from text to values.

Pure: where the file stands is a matter of `probe.settings_file`. What follows from the values is judged in
`captures.compare.judging`.
"""

import difflib
import math
import tomllib
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Literal, get_args

from pydantic import Field, JsonValue

from captures.compare.findings import Severity
from captures.compare.one_line import one_line
from captures.compare.patterns import steps_of_pattern
from captures.compare.rules import RULES
from captures.compare.words import FailOn
from captures.leaks import MAX_DEPTH
from captures.model import Many, Value

SeveritySetting = Severity | Literal["off"]
"""`off`: findings of the rule are counted and not told."""


class Acceptance(Value):
    """Findings that somebody has looked at and lives with, and why.

    All but `rule` and `reason` narrow it, null (for `conditions`: an empty object) where they do not. `conditions` are
    some of those that were asked for. `pointer` fits what it names and everything below; `[*]` in it is any index. Of
    an object in `before` and `after` only the keys that are named have to fit. There is no version: what is accepted in
    one release is accepted in the next, as long as it becomes the same.
    """

    rule: str
    reason: str
    client: str | None = None
    scenario: str | None = None
    conditions: dict[str, str] = Field(default_factory=dict)
    pointer: str | None = None
    before: JsonValue = None
    after: JsonValue = None


class Settings(Value):
    """The values of a `shape-probe.toml`; without one, the defaults hold. `name` is what messages call the file."""

    name: str = "shape-probe.toml"
    fail_on: FailOn = "breaking"
    severities: dict[str, SeveritySetting] = Field(default_factory=dict)
    accepted: Many[Acceptance] = ()


class SettingsError(ValueError):
    """A text is no settings file. `name` is the file's, `problem` says where and what is wrong."""

    def __init__(self, problem: str, *, name: str) -> None:
        super().__init__(name, problem)
        self.name = name
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.name}: {self.problem}"


def settings_in(text: str, name: str) -> Settings:
    """Read the text of a settings file. `name` is what errors call it.

    Raises:
        SettingsError: It is no TOML, or a key or value is none of ours; one sentence says which, on one line.
    """
    try:
        document = _document(text)
        _check_keys(document, known=_KEYS, where="")
        return Settings(
            name=name,
            fail_on=_fail_on(document.get("fail-on", "breaking")),
            severities=_severities(document.get("severities", {})),
            accepted=_accepted(document.get("accepted", [])),
        )
    except _ProblemError as problem:
        raise SettingsError(str(problem), name=name) from None


_KEYS: Final = ("fail-on", "severities", "accepted")
_ACCEPTANCE_KEYS: Final = tuple(Acceptance.model_fields)

_FAIL_ON: Final[tuple[FailOn, ...]] = get_args(FailOn)
_SEVERITIES: Final[tuple[SeveritySetting, ...]] = (*get_args(Severity), "off")


class _ProblemError(ValueError):
    """What is wrong, before it is known in which file."""


def _document(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        problem = "is nested too deep"
    except tomllib.TOMLDecodeError as error:
        problem = f"is not TOML: {one_line(str(error))}"
    except ValueError:  # a number of more digits than Python reads
        problem = "is not TOML: a number is too long"
    raise _ProblemError(problem)


def _fail_on(value: object) -> FailOn:
    for word in _FAIL_ON:
        if value == word:
            return word
    raise _ProblemError(f"fail-on is not {_one_of(_FAIL_ON)}")


def _severities(value: object) -> dict[str, SeveritySetting]:
    table = _table(value, where="severities")
    return {_rule(rule, where="severities"): _severity(word, rule=rule) for rule, word in table.items()}


def _severity(value: object, *, rule: str) -> SeveritySetting:
    for word in _SEVERITIES:
        if value == word:
            return word
    raise _ProblemError(f"severities: {rule} is not {_one_of(_SEVERITIES)}")


def _accepted(value: object) -> tuple[Acceptance, ...]:
    if not isinstance(value, list):
        raise _ProblemError("accepted is not a list: write [[accepted]] above each entry")
    return tuple(_acceptance(entry, where=f"accepted, entry {number}") for number, entry in enumerate(value, start=1))


def _acceptance(value: object, *, where: str) -> Acceptance:
    table = _table(value, where=where)
    _check_keys(table, known=_ACCEPTANCE_KEYS, where=f"{where}: ")
    for key in ("rule", "reason"):
        if key not in table:
            raise _ProblemError(f"{where} has no {key}")
    conditions = _table(table.get("conditions", {}), where=f"{where}: conditions")
    return Acceptance(
        rule=_rule(_text(table["rule"], where=f"{where}: rule"), where=where),
        reason=_text(table["reason"], where=f"{where}: reason"),
        client=_narrowed(table, "client", where=where),
        scenario=_narrowed(table, "scenario", where=where),
        conditions={
            axis: _text(setting, where=f"{where}: conditions: {_shown(axis)}") for axis, setting in conditions.items()
        },
        pointer=_pointer(table, where=where),
        before=_json(table.get("before"), where=f"{where}: before"),
        after=_json(table.get("after"), where=f"{where}: after"),
    )


def _pointer(table: dict[str, Any], *, where: str) -> str | None:
    pointer = _narrowed(table, "pointer", where=where)
    if pointer is not None and steps_of_pattern(pointer) is None:
        raise _ProblemError(f"{where}: pointer is no pointer such as $.tools[0].name or $.requests[*].header_names")
    return pointer


def _narrowed(table: dict[str, Any], key: str, *, where: str) -> str | None:
    return _text(table[key], where=f"{where}: {key}") if key in table else None


def _text(value: object, *, where: str) -> str:
    if not isinstance(value, str):
        raise _ProblemError(f"{where} is not a text in quotes")
    if not value.strip():
        raise _ProblemError(f"{where} is empty")
    return value


def _table(value: object, *, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _ProblemError(f"{where} is not a table")
    return value


def _json(value: object, *, where: str, depth: int = 0) -> JsonValue:
    """The value, when it is one that a capture can hold: TOML has times, infinity and NaN besides."""
    if depth > MAX_DEPTH:
        raise _ProblemError(f"{where} is nested deeper than {MAX_DEPTH} levels")
    match value:
        case None | bool() | int() | str():
            return value
        case float() if math.isfinite(value):
            return value
        case list():
            return [_json(item, where=where, depth=depth + 1) for item in value]
        case dict():
            return {key: _json(item, where=where, depth=depth + 1) for key, item in value.items()}
    raise _ProblemError(f"{where} holds a value that is no JSON")


def _rule(rule: str, *, where: str) -> str:
    if rule not in RULES:
        near = difflib.get_close_matches(rule[:_LONGEST_SHOWN], RULES, n=1)
        hint = f"did you mean {near[0]}?" if near else "docs/rules.md has them all"
        raise _ProblemError(f"{where}: there is no rule {_shown(rule)}; {hint}")
    return rule


def _check_keys(table: Iterable[str], *, known: Collection[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise _ProblemError(f"{where}there is no key {_shown(key)}{_nearest(key, known)}")


def _nearest(word: str, known: Collection[str]) -> str:
    """The end of a sentence about a word that is not known."""
    near = difflib.get_close_matches(word[:_LONGEST_SHOWN], known, n=1, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"


_LONGEST_SHOWN: Final = 80


def _shown(word: str) -> str:
    """A word of the user's in quotes, on one line, and not more of it than a line takes."""
    return f'"{one_line(word[:_LONGEST_SHOWN])}{"…" if len(word) > _LONGEST_SHOWN else ""}"'


def _one_of(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
