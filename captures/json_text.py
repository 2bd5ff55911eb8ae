"""JSON as every reader understands it: what Python reads and others do not, or each in its own way, is refused.

Pure. It knows no format; what has to stand in a document is asked where the format is.
"""

import json
import math
from typing import NoReturn

from captures.words import JsonValue


class JsonTextError(ValueError):
    """A text is no such JSON. `str()` is the end of a sentence that begins with its name; it repeats no value."""


def value_in(text: str | bytes, *, max_depth: int) -> JsonValue:
    """The value of a text. Bytes are UTF-8; `max_depth` is how many keys and indexes may lead to a value.

    Raises:
        JsonTextError: it is no JSON, has one key twice, a number that is no double, or is nested too deep.
    """
    problem = "is not UTF-8"
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        problem = "is not JSON"
        value: JsonValue = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite
        )
    except JsonTextError:
        raise
    except json.JSONDecodeError as error:
        # Its `msg` is one of a few fixed texts; the text that it is about is in another attribute.
        problem = f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        problem = _too_deep(max_depth)
    except ValueError:
        # Bytes that are no UTF-8, or a number of more digits than Python reads.
        pass
    else:
        if not _is_deeper(value, max_depth):
            return value
        problem = _too_deep(max_depth)
    raise JsonTextError(problem)


def _too_deep(max_depth: int) -> str:
    return f"is nested deeper than {max_depth} levels"


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise JsonTextError("is not clear JSON: an object has one key twice")
    return entries


def _refuse_constant(_constant: str) -> NoReturn:
    raise JsonTextError("is not JSON: it has NaN or Infinity")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise JsonTextError("is not clear JSON: a number is out of the range of a double")
    return number


def _is_deeper(value: JsonValue, levels: int) -> bool:
    level: list[JsonValue] = [value]
    for _ in range(levels + 1):
        if not level:
            return False
        level = [
            child
            for parent in level
            if isinstance(parent, dict | list)
            for child in (parent.values() if isinstance(parent, dict) else parent)
        ]
    return bool(level)
