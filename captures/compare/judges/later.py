"""What is shown later in the run, and to sub-agents: the tools there are judged as those of the first request."""

from collections.abc import Iterator
from typing import Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.judges.positions import LATER, SUBAGENT
from captures.compare.judges.tools import judge_tool_alone
from captures.compare.phrases import listed, way_of
from captures.compare.rule import cosmetic, notable

APPEARED: Final = notable(
    "later-shape-appeared",
    "Later in the run the client shows something else than at first",
    "What reads only the first request misses it: after an error, a search or a change of the server's tools, the "
    "client shows them in another way.",
)
VANISHED: Final = notable(
    "later-shape-vanished",
    "The client no longer shows something else later in the run",
    "What waits for that later shape waits in vain.",
)
ATTEMPT: Final = cosmetic(
    "later-shape-at-another-request",
    "A later shape comes with another model request",
    "It comes sooner or later than before. What counts requests to find it finds another one.",
)
SUBAGENT_STARTED: Final = notable(
    "subagent-started",
    "A sub-agent is started where none was",
    "The client takes the call that starts one, and there are requests of a child to tell from those of its parent.",
)
SUBAGENT_MISSING: Final = notable(
    "subagent-not-started",
    "No sub-agent is started where one was",
    "The client no longer takes the call that starts one.",
)
TOLD: Final = notable(
    "subagent-told-differently",
    "Requests of a sub-agent are told from its parent's by other names",
    "A gateway or log reader that knows sub-agents by a header name or a key of the body no longer does.",
)

RULES: Final = (APPEARED, VANISHED, ATTEMPT, SUBAGENT_STARTED, SUBAGENT_MISSING, TOLD)


def judge_later_shapes(case: Case) -> Iterator[Found]:
    """Judge the later shapes."""
    for shape in case.captures.child("later_shapes").children():
        if not shape.is_in_both:
            yield _presence(shape)
            continue
        attempt = shape.child("attempt")
        if not attempt.is_same():
            yield Found(
                rule=ATTEMPT,
                places=(attempt,),
                before=attempt.old,
                after=attempt.new,
                sentence=f"What is shown later comes with model request {attempt.new}; it came with {attempt.old}",
            )
        for tool in shape.child("tools").children():
            yield from judge_tool_alone(tool, LATER)


def judge_subagents(case: Case) -> Iterator[Found]:
    """Judge the sub-agent."""
    subagent = case.captures.child("subagent")
    if subagent.old is None or subagent.new is None:
        if not subagent.is_same():
            rule, words = (
                (SUBAGENT_STARTED, "is now started")
                if subagent.old is None
                else (SUBAGENT_MISSING, "is no longer started")
            )
            yield Found(
                rule=rule,
                places=(subagent,),
                before=subagent.old is not None,
                after=subagent.new is not None,
                sentence=f"A sub-agent {words}",
            )
        return
    for key, whose_what in _LISTS.items():
        yield from _names(subagent.child(key), whose_what)
    for tool in subagent.child("tools").children():
        yield from judge_tool_alone(tool, SUBAGENT)


_LISTS: Final = {
    "header_names_of_child": ("the sub-agent's requests", "header"),
    "header_names_of_parent": ("its parent's requests", "header"),
    "body_keys_of_child": ("the sub-agent's requests", "body key"),
    "body_keys_of_parent": ("its parent's requests", "body key"),
}


def _names(names: Pair, words: tuple[str, str]) -> Iterator[Found]:
    whose, kind = words
    new = [pair for pair in names.children() if pair.is_new]
    gone = [pair for pair in names.children() if pair.is_gone]
    if new or gone:
        parts = [
            f"{verb} {listed(str(pair.either) for pair in some)}"
            for verb, some in (("now", new), ("no longer", gone))
            if some
        ]
        many = "" if len(new) + len(gone) == 1 else "s"
        yield Found(
            rule=TOLD,
            places=(*new, *gone),
            before=[pair.old for pair in gone] or None,
            after=[pair.new for pair in new] or None,
            sentence=f"Of sub-agent and parent, only {whose} have the {kind}{many}: {' and '.join(parts)}",
        )


def _presence(shape: Pair) -> Found:
    attempt = shape.fields["attempt"]
    shown = listed(f"{tool['name']} is {way_of(tool)}" for tool in shape.fields["tools"])
    words = "From model request {} on, {}" if shape.is_new else "It is no longer so that from model request {} on, {}"
    return Found(
        rule=APPEARED if shape.is_new else VANISHED,
        places=(shape,),
        before=attempt if shape.is_gone else None,
        after=attempt if shape.is_new else None,
        sentence=words.format(attempt, shown),
    )
