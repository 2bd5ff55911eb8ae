"""What came back to the model for a call. The same change in the answers to several calls is one finding."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import JsonValue

from captures.compare.alignment import Pair
from captures.compare.found import Found
from captures.compare.phrases import counted, listed
from captures.compare.rule import Rule, breaking, cosmetic, notable

COMES: Final = notable(
    "answer-now-comes",
    "A call is answered that was not",
    "What follows calls to their answers meets one where there was none.",
)
MISSING: Final = breaking(
    "answer-no-longer-comes",
    "A call is no longer answered",
    "The model waits for a result that does not come. What pairs calls with answers, in requests or in logs, fails.",
)
LOST: Final = breaking(
    "result-text-lost",
    "A part of the result no longer reaches the model",
    "The MCP server gives it and the model does not get it. A server should say it where it still arrives.",
)
ARRIVES: Final = notable(
    "result-text-arrives",
    "A part of the result reaches the model that did not",
    "The model reads more of what the MCP server gives. What was meant for programs alone may be among it.",
)
CUT: Final = notable(
    "result-text-cut-differently",
    "More or less of a part of the result reaches the model",
    "Long results are cut at another length. A server that fits its results to the limit has to know it.",
)
FORM: Final = notable(
    "answer-form-changed",
    "An answer has another form",
    "What reads answers by their type or their blocks has to read the other form.",
)
MARK: Final = notable(
    "answer-error-mark-changed",
    "An answer is marked as an error in another way",
    "What counts failed calls by that mark counts others.",
)
WORDS: Final = cosmetic(
    "answer-wording-changed",
    "The client's own words around a result are longer or shorter",
    "All that the MCP server said arrives as before. No program should depend on the words around it.",
)
ATTEMPT: Final = cosmetic(
    "answer-at-another-request",
    "An answer comes with another model request",
    "There are more or fewer model requests before it, as where a tool has to be loaded first.",
)

_TOLD: Final = 4
"""Of the calls that one finding is about."""

RULES: Final = (COMES, MISSING, LOST, ARRIVES, CUT, FORM, MARK, WORDS, ATTEMPT)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """What changed in the answer to one call. What is equal in `rule`, `before`, `after` and `words` is one finding."""

    rule: Rule
    places: tuple[Pair, ...]
    before: JsonValue
    after: JsonValue
    words: str


def judge_answers(answers: Iterable[tuple[str, Pair]]) -> Iterator[Found]:
    """Judge the answers, each with the route of its call."""
    together: dict[tuple[str, str], list[tuple[str, _Change]]] = {}
    for route, answer in answers:
        for change in _changes(answer):
            together.setdefault((change.rule.id, change.words), []).append((route, change))
    for changes in together.values():
        routes = [route for route, _ in changes]
        first = changes[0][1]
        noun = "answer" if len(routes) == 1 else "answers"
        yield Found(
            rule=first.rule,
            places=tuple(place for _, change in changes for place in change.places),
            before=first.before,
            after=first.after,
            sentence=f"The {noun} to {listed(routes, at_most=_TOLD)}: {first.words}",
        )


def content_of(answer: Pair) -> tuple[Pair, ...]:
    """What differs in an answer, beside where it stands and when it comes."""
    return tuple(pair for pair in answer.differences() if pair.at[-1] not in {"pointer", "attempt"})


def _changes(answer: Pair) -> Iterator[_Change]:
    if answer.is_same():
        return
    if answer.old is None or answer.new is None:
        is_new = answer.old is None
        yield _Change(
            rule=COMES if is_new else MISSING,
            places=(answer,),
            before=not is_new,
            after=is_new,
            words="now given" if is_new else "no longer given",
        )
        return
    attempt = answer.child("attempt")
    if not attempt.is_same():
        words = "now in another model request"
        yield _Change(rule=ATTEMPT, places=(attempt,), before=attempt.old, after=attempt.new, words=words)
    mark = answer.child("is_error")
    if not mark.is_same():
        words = f"{_mark(mark.new)}, no longer {_mark(mark.old)}"
        yield _Change(rule=MARK, places=(mark,), before=mark.old, after=mark.new, words=words)
    rest = tuple(pair for pair in content_of(answer) if pair.at != mark.at)
    if rest:
        yield from _content(answer, rest)


def _content(answer: Pair, places: tuple[Pair, ...]) -> Iterator[_Change]:
    """Texts and form; where neither changed, it is the client's own words."""
    old, new = _kept(answer.old), _kept(answer.new)
    found = [*_texts(old, new, places)]
    before, after = _forms(answer.old, answer.new)
    if before != after:
        words = f"{after} instead of {before}"
        found.append(_Change(rule=FORM, places=places, before=before, after=after, words=words))
    if not found:
        words = "the client's own words around the result are longer or shorter"
        lengths = [_length(side) for side in (answer.old, answer.new)]
        found.append(_Change(rule=WORDS, places=places, before=lengths[0], after=lengths[1], words=words))
    yield from found


def _texts(
    old: Mapping[str, tuple[int, int]], new: Mapping[str, tuple[int, int]], places: tuple[Pair, ...]
) -> Iterator[_Change]:
    lost = [token for token in old if token not in new]
    if lost:
        words = f"{listed(lost)} no longer {'arrives' if len(lost) == 1 else 'arrive'}"
        yield _Change(rule=LOST, places=places, before=list(lost), after=None, words=words)
    more = [token for token in new if token not in old]
    if more:
        words = f"{listed(more)} now {'arrives' if len(more) == 1 else 'arrive'}"
        yield _Change(rule=ARRIVES, places=places, before=None, after=list(more), words=words)
    for token in old:
        if token in new and old[token] != new[token]:
            (was, _), (kept, of) = old[token], new[token]
            words = f"{kept:,} of {of:,} characters of {token} arrive, no longer {was:,}"
            yield _Change(rule=CUT, places=places, before=was, after=kept, words=words)


def _blocks(answer: Any) -> Sequence[Mapping[str, Any]]:  # noqa: ANN401 - an answer as a JSON value
    blocks: Sequence[Mapping[str, Any]] = answer["blocks"]
    return blocks


def _kept(answer: Any) -> dict[str, tuple[int, int]]:  # noqa: ANN401 - an answer as a JSON value
    """How much of each planted text is in an answer, whichever block has it, and how much it has."""
    kept: dict[str, tuple[int, int]] = {}
    for block in _blocks(answer):
        for text in block["texts"]:
            for each in text["planted"]:
                so_far = kept.get(each["token"], (0, 0))[0]
                kept[each["token"]] = (so_far + each["head"] + each["tail"], each["of"])
    return kept


def _forms(old: Any, new: Any) -> tuple[str, str]:  # noqa: ANN401 - answers as JSON values
    """Their forms in words, in no more detail than it takes to tell them apart; equal for equal forms."""
    forms = tuple((side["type"], [(block["type"], *block["keys"]) for block in _blocks(side)]) for side in (old, new))
    if forms[0] == forms[1]:
        return "", ""
    counts = tuple(Counter(kind for kind, *_ in blocks) for _, blocks in forms)
    if forms[0][0] != forms[1][0]:
        return f"{forms[0][0]}", f"{forms[1][0]}"
    if counts[0] != counts[1]:
        old_words, new_words = (listed(counted(n, f"{kind} block") for kind, n in each.items()) for each in counts)
        return old_words, new_words
    return _in_full(forms[0][1]), _in_full(forms[1][1])


def _in_full(blocks: Sequence[tuple[str, ...]]) -> str:
    """Each block with its keys, in their order."""
    return ", ".join(f"{kind} with {listed(keys)}" for kind, *keys in blocks)


def _length(answer: Any) -> int:  # noqa: ANN401 - an answer as a JSON value
    return sum(text["length"] for block in _blocks(answer) for text in block["texts"])


def _mark(is_error: object) -> str:
    if is_error is None:
        return "without a mark for errors"
    return "marked as an error" if is_error else "marked as no error"
