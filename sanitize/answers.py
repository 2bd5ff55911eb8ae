"""Finds what came back to the model for its calls, and says of it what may be said: types, keys, lengths, planted text.

Rules of this file: no text of an answer goes past it, only how long it is and how much of which planted text it holds.
It will not say which texts are planted in the answer to a call; `sanitize.calls` does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from captures.model import Answer, BlockSeen, TextSeen
from captures.words import JsonValue
from sanitize.echoes import objects
from sanitize.parts import LogicalRequest
from sanitize.pointers import Steps, nodes
from sanitize.policy import Policy, placeholder_of
from sanitize.survivals import PlantedString, survivals_in

_CONTENT: Final = ("content", "output", "tools")
"""Where dialects put what came back: Anthropic Messages, OpenAI Responses, its `tool_search_output`."""

_TEXT_TYPES: Final = frozenset({"text", "input_text", "output_text"})
"""Blocks whose `text` the model reads: its length is told also when nothing in it is planted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAnswer:
    """The block or item at `steps` that answers a call, in the first model request that has it: number `attempt`."""

    attempt: int
    steps: Steps
    fields: Mapping[str, JsonValue] = field(repr=False)

    def content(self) -> tuple[Steps, JsonValue]:
        """What came back, and where it stands. None: nothing that we know."""
        key = next((key for key in _CONTENT if key in self.fields), None)
        return (self.steps, None) if key is None else ((*self.steps, key), self.fields[key])


def answers_in(requests: Iterable[LogicalRequest]) -> dict[str, FoundAnswer]:
    """The answers in model requests, by the id of their call.

    Over HTTP each request has all answers so far, so that the first one that has it counts; over a WebSocket a request
    has only the new ones.
    """
    found: dict[str, FoundAnswer] = {}
    for request in requests:
        for call_id, steps, fields in _answers(request.model.body):
            found.setdefault(call_id, FoundAnswer(attempt=request.attempt, steps=steps, fields=fields))
    return found


def answer_of(found: FoundAnswer, planted: Sequence[PlantedString], *, policy: Policy) -> Answer:
    """What may be said of an answer.

    A bare string is one block of the type `string`; of `tool_search_output` the tools are the blocks. A block has its
    strings that hold some of `planted`, and the text that the model reads even when it holds nothing of it.
    """
    is_error = found.fields.get("is_error")
    steps, content = found.content()
    match content:
        case None:
            blocks: tuple[BlockSeen, ...] = ()
        case list():
            blocks = tuple(
                _block(item, (*steps, index), planted=planted, policy=policy) for index, item in enumerate(content)
            )
        case _:
            blocks = (_block(content, steps, planted=planted, policy=policy),)
    return Answer(
        attempt=found.attempt,
        pointer=policy.pointer(found.steps),
        type=_type_of(found.fields, policy=policy),
        is_error=is_error if isinstance(is_error, bool) else None,
        blocks=blocks,
    )


def _answers(body: JsonValue) -> Iterator[tuple[str, Steps, Mapping[str, JsonValue]]]:
    if not isinstance(body, dict):
        return
    for number, message in objects(body.get("messages")):
        for index, block in objects(message.get("content")):
            match block:
                case {"type": str() as kind, "tool_use_id": str() as call_id} if kind.endswith("tool_result"):
                    yield call_id, ("messages", number, "content", index), block
    for number, item in objects(body.get("input")):
        match item:
            case {"type": str() as kind, "call_id": str() as call_id} if kind.endswith("_output"):
                yield call_id, ("input", number), item


def _block(value: JsonValue, steps: Steps, *, planted: Sequence[PlantedString], policy: Policy) -> BlockSeen:
    texts = tuple(_texts(value, steps, planted=planted, policy=policy))
    match value:
        case str():
            return BlockSeen(type="string", keys=(), texts=texts)
        case dict():
            keys = {policy.name(key, "key") for key in value if key != "type"}
            return BlockSeen(type=_type_of(value, policy=policy), keys=tuple(sorted(keys)), texts=texts)
        case _:
            return BlockSeen(type=placeholder_of(value), keys=(), texts=texts)


def _texts(value: JsonValue, steps: Steps, *, planted: Sequence[PlantedString], policy: Policy) -> Iterator[TextSeen]:
    own = _own_text(value)
    for node in nodes(value):
        if isinstance(node.value, str):
            survivals = survivals_in(node.value, planted)
            if survivals or node.steps == own:
                pointer = policy.pointer((*steps, *node.steps))
                yield TextSeen(pointer=pointer, length=len(node.value), planted=survivals)


def _own_text(value: JsonValue) -> Steps | None:
    """Where in a block its text stands: the block itself when it is a bare string."""
    match value:
        case str():
            return ()
        case {"type": str() as kind} if kind in _TEXT_TYPES:
            return ("text",)
        case _:
            return None


def _type_of(fields: Mapping[str, JsonValue], *, policy: Policy) -> str:
    match fields.get("type"):
        case str() as kind:
            return policy.name(kind, "type")
        case _:
            return placeholder_of({})
