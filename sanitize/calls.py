"""Says for each call that the script had the model make whether it reached the synthetic server, and what came back.

A call is known at the server by its query and at the model by its id; the names that a client gives it prove nothing.
It will not judge what a client should have done with a call.
"""

from collections.abc import Iterable, Mapping, Sequence

from captures.model import Call
from captures.words import JsonValue
from sanitize.answers import FoundAnswer, answer_of
from sanitize.events import Event, FrameReceived
from sanitize.planted import Planted
from sanitize.policy import Policy
from sanitize.question import CallAsked
from sanitize.survivals import PlantedString, planted_strings
from sanitize.tokens import tool_texts


def calls_of(
    asked: Sequence[CallAsked],
    events: Iterable[Event],
    *,
    answers: Mapping[str, FoundAnswer],
    planted: Planted,
    policy: Policy,
) -> tuple[Call, ...]:
    """What became of each call, in the order of asking; `answers` are those in the model requests, by call."""
    received = _received(events) if asked else {}
    return tuple(
        _call(call, received, answer=answers.get(call.call_id), planted=planted, policy=policy) for call in asked
    )


def _call(
    asked: CallAsked,
    received: Mapping[str, Mapping[str, JsonValue]],
    *,
    answer: FoundAnswer | None,
    planted: Planted,
    policy: Policy,
) -> Call:
    arguments = None if asked.query is None else received.get(asked.query)
    return Call(
        route=policy.name(asked.route, "scenario"),
        kind=asked.kind,
        shown_as=policy.name(asked.shown_as, "tool"),
        namespace=None if asked.namespace is None else policy.name(asked.namespace, "tool"),
        reached_server=arguments is not None,
        arguments=None if arguments is None else policy.arguments(arguments),
        answer=None if answer is None else answer_of(answer, _looked_for(asked, planted), policy=policy),
    )


def _looked_for(asked: CallAsked, planted: Planted) -> tuple[PlantedString, ...]:
    """The texts that may be in the answer: those of the result, and of the tools where definitions are asked for."""
    texts = [pair for result in planted.results if result.query == asked.query for pair in result.texts]
    if asked.expects == "loaded":
        texts.extend(tool_texts(planted))
    return planted_strings(texts)


def _received(events: Iterable[Event]) -> dict[str, Mapping[str, JsonValue]]:
    """The arguments of the calls that the server got, by query, each as first got."""
    found: dict[str, Mapping[str, JsonValue]] = {}
    for event in events:
        if isinstance(event, FrameReceived) and event.method == "tools/call":
            match event.params:
                case {"arguments": dict() as arguments}:
                    query = arguments.get("query")
                    if isinstance(query, str):
                        found.setdefault(query, arguments)
    return found
