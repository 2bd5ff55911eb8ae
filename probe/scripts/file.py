"""A script as a JSON file, and back. The fields are in `probe.scripts.entries`.

It reads a file and writes none: `dumps` gives text. No error repeats a value from the file but the words of the format.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, assert_never

from pydantic import ValidationError

from captures.json_text import JsonTextError, value_in
from captures.pointers import Step, safe_pointer_of
from captures.words import JsonValue
from probe.scripts.entries import OUR_RULE, SCRIPT_VERSION, ScriptFile
from probe.scripts.rules import ScriptError, problems_of
from probe.scripts.script import ANY_REQUEST, Call, Item, Say, Script, Turn, When
from sanitize.pointers import MAX_STEPS

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


def _document(content: str | bytes, *, name: str) -> dict[str, JsonValue]:
    try:
        document = value_in(content, max_depth=MAX_STEPS - 1)
    except JsonTextError as error:
        problem = str(error)
    else:
        if isinstance(document, dict):
            return document
        problem = "is not an object"
    raise ScriptError(problem, pointer="$", name=name)


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
