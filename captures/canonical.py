"""The one text of a shapes file, and back. Pure: it opens nothing.

UTF-8, LF, two spaces, a final newline; fields in the model's order, keys of JSON values as they came, names in
`requested` and `traits` sorted; captures by client, version, scenario and conditions. Writing looks for leaks first.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from pydantic import ValidationError

from captures import leaks
from captures.errors import ShapesFileError
from captures.json_text import JsonTextError, value_in
from captures.model import ShapesFile
from captures.pointers import Step, safe_pointer_of
from captures.upgrades import UPGRADES, Document, Upgrade, upgraded
from captures.versions import version_key

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def dumps(file: ShapesFile, *, canaries: Collection[str] = ()) -> str:
    """The canonical text of `file`. `canaries` are texts of the run that may not be in it, in any spelling.

    Raises:
        LeakError: the file holds something that may not be written.
        ValueError: a canary is too short to be looked for.
    """
    # Without warnings: they repeat the values that they are about.
    document = file.model_dump(warnings=False)
    leaks.check(document)
    document["captures"] = sorted((_sorted_names(capture) for capture in document["captures"]), key=_order)
    text = _text(document) + "\n"
    leaks.check_canaries(text, document, canaries=canaries)
    return text


def loads(text: str | bytes, *, name: str, upgrades: Mapping[int, Upgrade] = UPGRADES) -> ShapesFile:
    """Read a shapes file; one of an older schema version is upgraded. `name` is what errors call it.

    Raises:
        NewerSchemaError: a later release wrote it.
        ShapesFileError: it is no shapes file; the message says where and what, and repeats no value.
    """
    document = upgraded(_document(text, name=name), name=name, upgrades=upgrades)
    try:
        return ShapesFile.model_validate(document)
    except ValidationError as error:
        problem = _problem(error, document)
    raise ShapesFileError(problem, name=name)


def _sorted_names(capture: dict[str, Any]) -> dict[str, Any]:
    conditions = capture["conditions"]
    conditions = {**conditions, "requested": dict(sorted(conditions["requested"].items()))}
    return {**capture, "conditions": conditions, "traits": dict(sorted(capture["traits"].items()))}


def _order(capture: dict[str, Any]) -> tuple[object, ...]:
    client = capture["client"]
    # The whole capture comes last: the order is total, so that the order in memory never shows.
    texts = (capture["scenario"], _text(capture["conditions"]), _text(capture))
    return (client["name"], version_key(client["version"]), *texts)


def _text(document: object) -> str:
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    # Two surrogates that make a pair are one character, as they will be when the text is read again.
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _document(text: str | bytes, *, name: str) -> Document:
    try:
        document = value_in(text, max_depth=leaks.MAX_DEPTH)
    except JsonTextError as error:
        problem = str(error)
    else:
        if isinstance(document, dict):
            return document
        problem = "is not a JSON object"
    raise ShapesFileError(problem, name=name)  # outside of the handler: a context would repeat values in a traceback


_SENTENCES: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "extra_forbidden": "is no field of this format",
    "string_type": "is not a string",
    "int_type": "is not a whole number",
    "bool_type": "is not true or false",
    "dict_type": "is not an object",
    "model_type": "is not an object",
    "model_attributes_type": "is not an object",
    "tuple_type": "is not an array",
}


def _problem(error: ValidationError, document: Document) -> str:
    """The first error as a sentence. pydantic's own messages repeat values for some types of errors."""
    first, *others = error.errors(include_url=False, include_context=True, include_input=False)
    if first["type"] == "literal_error":
        sentence = f"is not {first['ctx']['expected']}"
    elif first["type"] in {"union_tag_invalid", "union_tag_not_found"}:
        sentence = f"has no {first['ctx']['discriminator']} that this release knows"
    else:
        sentence = _SENTENCES.get(first["type"], "is not valid")
    more = f" (and {len(others)} more)" if others else ""
    return f"{safe_pointer_of(_steps(first['loc'], document))} {sentence}{more}"


def _steps(location: tuple[Step, ...], document: Document) -> list[Step]:
    """Where `location` points to. pydantic puts the tags of unions between the keys; they are in no document."""
    steps: list[Step] = []
    value: object = document
    for number, step in enumerate(location, start=1):
        match value:
            case dict() if step in value:
                value = value[step]
            case list() if isinstance(step, int):
                value = value[step]
            case _ if number < len(location):
                continue
        steps.append(step)
    return steps
