"""A script: what the fake model answers, turn by turn, and to which requests. Values only.

No dialect is known here: `probe.providers` renders turns. What is wrong with a script is said by `probe.scripts.rules`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from captures.words import CallKind, JsonValue

Fault = Literal["truncated", "stalled", "wrong-order", "split-character", "crlf"]
"""What is odd about how a turn is sent.

`truncated`: the first half of its events, then the connection ends. `stalled`: the first half, then nothing as long as
the client waits. `wrong-order`: its events in reverse, the end of the turn first and deltas before the start of their
block. `split-character`: its first character of several bytes is sent in two pieces. `crlf`: lines end with CR LF, as
they may.
"""

TOOL_SEARCH: Final = "tool_search"
"""The name of every `tool_search_call`. The wire has no field for it."""


@dataclass(frozen=True, slots=True)
class Say:
    """Text of the model."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a tool by the model.

    `arguments` is any JSON, also what the tool does not take; for `custom_tool_call` it is the input, a text. `id` is
    what the client's answer names (`tool_use_id`, `call_id`).
    """

    kind: CallKind
    name: str
    arguments: JsonValue
    id: str
    namespace: str | None = None  # of `function_call` and `custom_tool_call`


Item = Say | Call


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """What a request has to be like; all of it. Nothing given: any request."""

    header: str | None = None  # it has a header of this name, in any case
    no_header: str | None = None  # it has none
    answers: str | None = None  # it holds the output of the call with this id
    has_text: str | None = None  # a string in its body, or a key, holds this text


ANY_REQUEST: Final = When()


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One answer. With `status` it is an error of that HTTP status, and has no items."""

    name: str
    items: tuple[Item, ...] = ()
    when: When = ANY_REQUEST
    status: int | None = None
    fault: Fault | None = None
    repeats: bool = False  # it may answer any number of requests, each time with the same ids; else one


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCall:
    """A call, and where it stands in its script."""

    call: Call
    steps: tuple[str | int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Script:
    """A request is answered by the first turn that is not used up and whose `when` it meets."""

    turns: tuple[Turn, ...]

    def calls(self) -> Iterator[PlacedCall]:
        """Every call, in order."""
        for number, turn in enumerate(self.turns):
            for place, item in enumerate(turn.items):
                if isinstance(item, Call):
                    yield PlacedCall(call=item, steps=("turns", number, "items", place))
