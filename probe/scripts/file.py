"""A script as a JSON file, and back. The fields are in `probe.scripts.entries`.

It reads a file and writes none: `dumps` gives text. No error repeats a value from the file but the words of the format.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NoReturn, assert_never

from pydantic import ValidationError

from captures.pointers import Step, safe_pointer_of
from captures.words import JsonValue
from probe.scripts.entries import OUR_RULE, SCRIPT_VERSION, ScriptFile
from probe.scripts.rules import ScriptError, problems_of
from probe.scripts.script import ANY_REQUEST, Call, Item, Say, Script, Turn, When
from sanitize.pointers import MAX_STEPS, nodes

_ITEM_DEPTH: Final = 4
"""Steps to an item: `turns`, its index, `items`, its index."""


def load(path: Path) -> Script:
    """Read a script.

    Raises:
        ScriptError: there is no such file, or it is no script; the message says where and what.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ScriptError(f"cannot be read: {error.strerror}", pointer="$", name=path.name) from None
    return loads(content, name=path.name)


def loads(content: str | bytes, *, name: str) -> Script:
    """Read the text of a script's file. `name` is what errors call it.

    Raises:
        ScriptError: it is no script; the message says where and what.
    """
    document = _document(content, name=name)
    _check_version(document, name=name)
    try:
        script = ScriptFile.model_validate(document).value()
    except ValidationError as error:
        problem, steps = _problem(error)
    else:
        found = next(problems_of(script), None)
        if found is None:
            return script
        problem, steps = found.sentence, found.steps
    raise ScriptError(problem, pointer=safe_pointer_of(steps), name=name)


def dumps(script: Script) -> str:
    """The text of the file: two spaces, LF, a final newline; fields that have their default are left out."""
    document = {"script_version": SCRIPT_VERSION, "turns": [_turn_fields(turn) for turn in script.turns]}
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


class _JsonError(ValueError):
    """JSON that Python reads and other readers do not, or each in its own way."""


def _document(content: str | bytes, *, name: str) -> dict[str, JsonValue]:
    problem = "is not UTF-8"
    try:
        text = content.decode() if isinstance(content, bytes) else content
        problem = "is not JSON"
        document: JsonValue = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite
        )
    except _JsonError as error:
        problem = str(error)
    except json.JSONDecodeError as error:
        problem = f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        problem = _TOO_DEEP
    except ValueError:  # bytes that are no UTF-8, or a number of more digits than Python reads
        pass
    else:
        if any(len(node.steps) == MAX_STEPS for node in nodes(document)):
            problem = _TOO_DEEP
        elif isinstance(document, dict):
            return document
        else:
            problem = "is not an object"
    raise ScriptError(problem, pointer="$", name=name)


_TOO_DEEP: Final = f"is nested deeper than {MAX_STEPS - 1} levels"


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise _JsonError("is not clear JSON: an object has one key twice")
    return entries


def _refuse_constant(_constant: str) -> NoReturn:
    raise _JsonError("is not JSON: it has NaN or Infinity")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _JsonError("is not clear JSON: a number is out of the range of a double")
    return number


def _check_version(document: Mapping[str, JsonValue], *, name: str) -> None:
    """Look at the version before anything else: the fields of another one are not known here."""
    version = document.get("script_version")
    if version is None:
        problem = f"is missing; write {SCRIPT_VERSION}"
    elif type(version) is not int or version < SCRIPT_VERSION:
        problem = f"is no version of this format; write {SCRIPT_VERSION}"
    elif version > SCRIPT_VERSION:
        problem = f"is {version}, and this release reads up to {SCRIPT_VERSION}: upgrade shape-probe"
    else:
        return
    raise ScriptError(problem, pointer="$.script_version", name=name)


_SENTENCES: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "extra_forbidden": "is no field of this format",
    "string_type": "is not a string",
    "string_unicode": "has half of a surrogate pair, which is no text",
    "int_type": "is not a whole number",
    "bool_type": "is not true or false",
    "list_type": "is not an array",
    "model_type": "is not an object",
    "model_attributes_type": "is not an object",
    "union_tag_not_found": "has no kind",
}


def _problem(error: ValidationError) -> tuple[str, tuple[Step, ...]]:
    """The first error, as a sentence and a place. pydantic's own messages may repeat values."""
    first, *others = error.errors(include_url=False, include_context=True, include_input=False)
    match first["type"]:
        case "literal_error":
            sentence = f"is not {first['ctx']['expected']}"
        case "union_tag_invalid":
            sentence = f"has a kind that is not one of {first['ctx']['expected_tags']}"
        case _ if first["type"] == OUR_RULE:
            sentence = first["msg"]
        case kind:
            sentence = _SENTENCES.get(kind, "is not valid")
    more = f" (and {len(others)} more)" if others else ""
    return sentence + more, _steps(first["loc"])


def _steps(location: tuple[Step, ...]) -> tuple[Step, ...]:
    """Without the tag that pydantic puts behind the index of an item; it is in no file."""
    return location[:_ITEM_DEPTH] + location[_ITEM_DEPTH + 1 :]


def _turn_fields(turn: Turn) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {"name": turn.name}
    if turn.when != ANY_REQUEST:
        fields["when"] = _when_fields(turn.when)
    if turn.status is None:
        fields["items"] = [_item_fields(item) for item in turn.items]
    else:
        fields["status"] = turn.status
    if turn.fault is not None:
        fields["fault"] = turn.fault
    if turn.repeats:
        fields["repeats"] = True
    return fields


def _when_fields(when: When) -> dict[str, JsonValue]:
    fields = {
        "header": when.header,
        "no_header": when.no_header,
        "answers": when.answers,
        "has_text": when.has_text,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _item_fields(item: Item) -> dict[str, JsonValue]:
    match item:
        case Say():
            return {"kind": "say", "text": item.text}
        case Call():
            namespace = {} if item.namespace is None else {"namespace": item.namespace}
            name = {} if item.kind == "tool_search_call" else {"name": item.name}
            return {"kind": item.kind, "id": item.id, **namespace, **name, "arguments": item.arguments}
        case _:
            assert_never(item)
