"""Words that several judges say in the same way. No versions, no vendor text: names, counts and our own words."""

from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import JsonValue


def listed(names: Iterable[str], *, at_most: int | None = None) -> str:
    """The names as one enumeration, each once: `a, b and c`; `nothing` where there are none.

    Of more than `at_most` the first are told, and how many there are besides.
    """
    several = list(dict.fromkeys(names)) or ["nothing"]
    if at_most is not None and len(several) > at_most + 1:
        several = [*several[:at_most], f"{len(several) - at_most} more"]
    *most, last = several
    return f"{', '.join(most)} and {last}" if most else last


def counted(count: int, word: str) -> str:
    """The word in singular or plural behind its number: `1 request`, `2 requests`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def within(where: str, sentence: str) -> str:
    """The sentence with where it holds in front: `For a sub-agent: lookup is …`; nothing in front of most."""
    if not where:
        return sentence
    begin, rest = sentence[:1], sentence[1:]
    return f"{where}: {begin.lower() if sentence.startswith(('The ', 'A ')) else begin}{rest}"


def way_of(tool: Mapping[str, JsonValue]) -> str:
    """How a tool is shown, as the end of `lookup is …`."""
    name = tool.get("shown_as")
    match tool["presentation"]:
        case "inline":
            return f"in a tools array as {name}"
        case "namespaced":
            return f"in the namespace {tool['namespace']} as {name}"
        case "described":
            return f"described inside the tool {tool['inside']} as {name}"
        case "deferred" if tool["announced"]:
            return f"deferred behind {tool['via']} and announced as {name}"
        case "deferred":
            return f"deferred behind {tool['via']} and not announced"
        case _:
            return "not offered at all"


_SUMMARY: Final = ("presentation", "namespace", "inside", "via", "announced", "shown_as")


def summary_of(tool: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The small fields of a tool, for `before` and `after`."""
    return {key: tool[key] for key in _SUMMARY if key in tool}
