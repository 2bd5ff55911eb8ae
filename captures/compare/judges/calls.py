"""What became of the calls that the script had the model make: how they are spelled, and what they reach."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.judges.answers import content_of, judge_answers
from captures.compare.phrases import listed
from captures.compare.rule import Rule, breaking, notable

APPEARED: Final = notable(
    "call-appeared",
    "The script makes a call that it did not make",
    "A script follows what it is shown: a call more, such as one that loads a definition, is one more step for "
    "everyone who drives this client.",
)
VANISHED: Final = notable(
    "call-vanished",
    "The script no longer makes a call",
    "A script follows what it is shown: the way that the call took is not offered, or not needed any more.",
)
SPELLED: Final = notable(
    "call-spelled-differently",
    "The script spells a call in another way",
    "The model has to say another name or namespace to go this way. What makes or reads such calls has to follow.",
)
NOT_REACHED: Final = breaking(
    "call-no-longer-reaches",
    "A call no longer reaches the MCP server",
    "The model calls as before and the client refuses or loses it. What makes such calls has to make others.",
)
REACHED: Final = notable(
    "call-now-reaches",
    "A call reaches the MCP server that did not",
    "The client takes a name or a way that it refused. What relied on the refusal, such as a rule, no longer holds.",
)
ARGUMENTS: Final = breaking(
    "arguments-changed",
    "The MCP server gets other arguments",
    "The same call arrives with other arguments, so that the MCP server does something else or refuses it.",
)

RULES: Final = (APPEARED, VANISHED, SPELLED, NOT_REACHED, REACHED, ARGUMENTS)


def judge_calls(case: Case) -> Iterator[Found]:
    """Judge the calls and their answers; the same change of several calls once."""
    calls = case.captures.child("calls").children()
    both = [call for call in calls if call.is_in_both]
    yield from _presence(APPEARED, "The script now makes the", [call for call in calls if call.is_new])
    yield from _presence(VANISHED, "The script no longer makes the", [call for call in calls if call.is_gone])
    for call in both:
        yield from _spelling(call)
        yield from _arguments(call)
    reached = [call for call in both if not call.child("reached_server").is_same()]
    yield from _reach(
        REACHED, "is now reached by the call", [call for call in reached if call.child("reached_server").new is True]
    )
    yield from _reach(
        NOT_REACHED,
        "is no longer reached by the call",
        [call for call in reached if call.child("reached_server").new is not True],
    )
    yield from judge_answers([(route_of(call), call.child("answer")) for call in both if call not in reached])


def route_of(call: Pair) -> str:
    """The script's word for a call."""
    return str(call.fields["route"])


def _presence(rule: Rule, words: str, calls: Sequence[Pair]) -> Iterator[Found]:
    if calls:
        routes = [route_of(call) for call in calls]
        yield Found(
            rule=rule,
            places=tuple(calls),
            before=list(routes) if rule == VANISHED else None,
            after=list(routes) if rule == APPEARED else None,
            sentence=f"{words} {'call' if len(routes) == 1 else 'calls'} {listed(routes)}",
        )


def _spelling(call: Pair) -> Iterator[Found]:
    pairs = [pair for pair in map(call.child, ("kind", "shown_as", "namespace")) if not pair.is_same()]
    if pairs:
        before, after = (_spelled(side) for side in (call.old, call.new))
        yield Found(
            rule=SPELLED,
            places=tuple(pairs),
            before=before,
            after=after,
            sentence=f"The call {route_of(call)} is spelled {after}, no longer {before}",
        )


def _spelled(call: Any) -> str:  # noqa: ANN401 - a call as a JSON value
    beside = "" if call["namespace"] is None else f" in {call['namespace']}"
    return f"{call['kind']} {call['shown_as']}{beside}"


def _arguments(call: Pair) -> Iterator[Found]:
    arguments = call.child("arguments")
    if call.child("reached_server").is_same() and not arguments.is_same():
        yield Found(
            rule=ARGUMENTS,
            places=(arguments,),
            before=arguments.old,
            after=arguments.new,
            sentence=f"The MCP server gets other arguments from the call {route_of(call)}",
        )


def _reach(rule: Rule, words: str, calls: Sequence[Pair]) -> Iterator[Found]:
    """With the arguments and what came back, which follow from it."""
    if calls:
        yield Found(
            rule=rule,
            places=tuple(pair for call in calls for pair in _followers(call) if not pair.is_same()),
            before=rule == NOT_REACHED,
            after=rule == REACHED,
            sentence=f"The MCP server {words} {listed(map(route_of, calls), at_most=4)}",
        )


def _followers(call: Pair) -> tuple[Pair, ...]:
    return (call.child("reached_server"), call.child("arguments"), *content_of(call.child("answer")))
