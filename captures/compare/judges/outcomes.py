"""How the run ended, and whether runs of the question agree."""

from collections.abc import Iterator
from typing import Any, Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.phrases import counted, listed
from captures.compare.rule import Rule, breaking, cosmetic, notable
from captures.pointers import steps_of

EXIT: Final = notable(
    "exit-code-changed",
    "The client ends with another exit code",
    "A script that starts the client takes a run for failed that was not, or the other way round.",
)
INCOMPLETE: Final = breaking(
    "turn-no-longer-completed",
    "The turn no longer comes to its end",
    "With the same answers of the provider the client gives up, so that what calls it gets nothing.",
)
COMPLETE: Final = notable(
    "turn-now-completed",
    "The turn comes to its end where it did not",
    "The client takes answers of the provider that it did not take.",
)
LEFT: Final = notable(
    "left-loopback",
    "The client tries to leave loopback",
    "It tried to reach something else than its provider, which was refused. Behind a firewall such attempts can delay "
    "a start.",
)
STAYED: Final = cosmetic(
    "stays-on-loopback",
    "The client no longer tries to leave loopback",
    "It leaves everything but its provider alone.",
)
REFUSALS: Final = cosmetic(
    "refusals-changed",
    "The client tries more or less often to leave loopback",
    "How often it tries depends on how long the run takes, and is no fact to build on.",
)
UNSTABLE: Final = notable(
    "became-unstable",
    "Runs of one question no longer agree",
    "The client wavers at these places, so that nothing can depend on them. They are left out of the comparison.",
)
STABLE: Final = cosmetic(
    "became-stable",
    "Runs of one question agree where they did not",
    "The place can be depended on again, or the question was asked once only. It is left out of this comparison.",
)

RULES: Final = (EXIT, INCOMPLETE, COMPLETE, LEFT, STAYED, REFUSALS, UNSTABLE, STABLE)


def judge_outcomes(case: Case) -> Iterator[Found]:
    """Judge the outcome."""
    outcome = case.captures.child("outcome")
    code = outcome.child("exit_code")
    if not code.is_same():
        sentence = f"The client ends with {_code(code.new)}; it ended with {_code(code.old)}"
        yield Found(rule=EXIT, places=(code,), before=code.old, after=code.new, sentence=sentence)
    turn = outcome.child("turn_completed")
    if not turn.is_same():
        rule = COMPLETE if turn.new is True else INCOMPLETE
        sentence = "The turn now comes to its end" if turn.new is True else "The turn no longer comes to its end"
        yield Found(rule=rule, places=(turn,), before=turn.old, after=turn.new, sentence=sentence)
    for key, words in (
        ("refused_lookups", "asks for {} beside the provider; it asked for {}"),
        ("refused_connections", "tries {} beyond loopback; it tried {}"),
    ):
        pair = outcome.child(key)
        if not pair.is_same() and isinstance(pair.old, int) and isinstance(pair.new, int):
            noun = "host name" if key == "refused_lookups" else "connection"
            yield Found(
                rule=_refusal_rule(pair.old, pair.new),
                places=(pair,),
                before=pair.old,
                after=pair.new,
                sentence=f"The client {words.format(counted(pair.new, noun), pair.old)}",
            )


def judge_verdicts(case: Case) -> Iterator[Found]:
    """Judge whether the captures are stable."""
    verdict = case.captures.child("verdict")
    kind, pointers = verdict.child("kind"), verdict.child("pointers")
    if not kind.is_same():
        rule, side = (UNSTABLE, verdict.new) if kind.new == "unstable" else (STABLE, verdict.old)
        yield _found(rule, (verdict,), _pointers(side))
        return
    new = [pair for pair in pointers.children() if pair.is_new]
    if new:
        yield _found(UNSTABLE, tuple(new), [str(pair.new) for pair in new])
    gone = [pair for pair in pointers.children() if pair.is_gone]
    if gone:
        yield _found(STABLE, tuple(gone), [str(pair.old) for pair in gone])


def _pointers(verdict: Any) -> list[str]:  # noqa: ANN401 - a verdict as a JSON value
    return list(verdict["pointers"])


def _found(rule: Rule, places: tuple[Pair, ...], pointers: list[str]) -> Found:
    parts = listed(str((steps_of(pointer) or ("the capture",))[0]) for pointer in pointers)
    count = counted(len(pointers), "place")
    is_unstable = rule == UNSTABLE
    words = "no longer agree" if is_unstable else "agree again"
    return Found(
        rule=rule,
        places=places,
        before=None if is_unstable else list(pointers),
        after=list(pointers) if is_unstable else None,
        sentence=f"Runs of this question {words} at {count}, in {parts}",
    )


def _refusal_rule(old: int, new: int) -> Rule:
    if old == 0:
        return LEFT
    return STAYED if new == 0 else REFUSALS


def _code(code: object) -> str:
    return "no exit code, as the deadline ended it" if code is None else f"exit code {code}"
