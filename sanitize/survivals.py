"""Measures how much of a planted text is in a string: from its start, from its end, plain or escaped as in JSON.

Rules of this file: a text can be 2 MB and a string too, so each search costs about as much as reading both once. It
says numbers and gives out no text; which strings are looked at is decided in `sanitize.answers`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from captures.model import Survival
from sanitize.texts import MIN_TEXT

MIN_PIECE: Final = 16
"""Code points of a start or an end that count: a shorter one may be there by chance."""

_FIRST_STRIDE: Final = 64

Span = tuple[int, int]
"""From and to in a string, in code points."""

_Escape = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    escaped: _Escape  # never shortens, and does each code point for itself
    whole: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedString:
    """A planted text to be looked for, in each form that it can have: as it is, escaped in JSON, and that again."""

    token: str
    text: str = field(repr=False)
    forms: tuple[_Form, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """So many code points of a text, and where they stand in the string."""

    points: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class _Find:
    """What is there of a text, and where."""

    head: int
    tail: int
    spans: tuple[Span, ...]

    @property
    def size(self) -> int:
        return self.head + self.tail


_NO_PIECE: Final = _Piece(points=0, span=(0, 0))
_NOTHING: Final = _Find(head=0, tail=0, spans=())


def planted_strings(texts: Iterable[tuple[str, str]]) -> tuple[PlantedString, ...]:
    """Pairs of a token and its text, ready to be looked for. Empty texts are left out: they are everywhere."""
    return tuple(PlantedString(token=token, text=text, forms=_forms(text)) for token, text in texts if text)


def survivals_in(text: str, planted: Sequence[PlantedString]) -> tuple[Survival, ...]:
    """What of `planted` is in `text`, in the order of `planted`; a text of which nothing is there is left out.

    `head` is the longest start of the planted text that is there, `tail` the longest end behind it; either counts from
    `MIN_PIECE` code points on, and a shorter text only whole. What is taken for a piece of one text is no piece of
    another, the longest first, as planted texts may begin or end alike; a text and a part of it are both counted.
    """
    found: dict[int, _Find] = {}
    taken: list[tuple[Span, str]] = []
    left = _finds(text, planted, range(len(planted)), taken=taken)
    while left:
        index, _ = max(left.items(), key=lambda item: item[1].size)
        found[index] = left.pop(index)
        taken.extend((span, planted[index].text) for span in found[index].spans)
        left = _finds(text, planted, left, taken=taken)
    return tuple(
        Survival(token=one.token, head=found[index].head, tail=found[index].tail, of=len(one.text))
        for index, one in enumerate(planted)
        if index in found
    )


def _finds(
    text: str, planted: Sequence[PlantedString], indexes: Iterable[int], *, taken: Sequence[tuple[Span, str]]
) -> dict[int, _Find]:
    finds = ((index, _find(text, planted[index], taken)) for index in indexes)
    return {index: find for index, find in finds if find.size}


def _find(text: str, planted: PlantedString, taken: Sequence[tuple[Span, str]]) -> _Find:
    whole = planted.text
    if len(whole) < MIN_TEXT:  # it may stand in any sentence
        return _Find(head=len(whole), tail=0, spans=((0, len(text)),)) if text == whole else _NOTHING
    closed = [span for span, owner in taken if owner not in whole and whole not in owner]
    free = tuple(_between(closed, len(text)))
    best = _NOTHING
    for form in planted.forms:
        find = _whole(text, whole, form=form, free=free) or _pieces(text, whole, form=form, free=free)
        if find.size > best.size:
            best = find
        if best.head == len(whole):
            break
    return best


def _whole(text: str, whole: str, *, form: _Form, free: Sequence[Span]) -> _Find | None:
    """Every place where the text stands whole."""
    spans: list[Span] = []
    for start, end in free:
        at = text.find(form.whole, start, end)
        while at >= 0:
            spans.append((at, at + len(form.whole)))
            at = text.find(form.whole, at + len(form.whole), end)
    return _Find(head=len(whole), tail=0, spans=tuple(spans)) if spans else None


def _pieces(text: str, whole: str, *, form: _Form, free: Sequence[Span]) -> _Find:
    """The start and the end behind it, or the end and the start before it: where they differ, what is more.

    The start of a text can be that of its own end, so that the longest start can be a part of the end that is there.
    """
    head = _head(text, whole, form=form, free=free)
    behind = [(max(start, head.span[1]), end) for start, end in free]
    forwards = _find_of(head, _tail(text, whole[head.points :], form=form, free=behind))
    if not head.points:
        return forwards
    tail = _tail(text, whole, form=form, free=free)
    before = [(start, min(end, tail.span[0])) for start, end in free]
    backwards = _find_of(_head(text, whole[: len(whole) - tail.points], form=form, free=before), tail)
    return max(forwards, backwards, key=lambda find: (find.size, -len(find.spans)))


def _find_of(head: _Piece, tail: _Piece) -> _Find:
    spans = tuple(piece.span for piece in (head, tail) if piece.points)
    return _Find(head=head.points, tail=tail.points, spans=spans)


def _head(text: str, left: str, *, form: _Form, free: Sequence[Span]) -> _Piece:
    """The longest start of `left` in `text`; `left` is the planted text, or what stands in it before its end."""
    if len(left) < MIN_PIECE:
        return _NO_PIECE
    least = len(form.escaped(left[:MIN_PIECE]))
    starts = [_longest_start(text, form.whole, span=span, least=least) for span in free]
    at, size = max(starts, key=lambda start: start[1], default=(0, 0))
    points = _code_points(left, size, escaped=form.escaped)
    return _Piece(points=points, span=(at, at + len(form.escaped(left[:points]))))


def _tail(text: str, left: str, *, form: _Form, free: Sequence[Span]) -> _Piece:
    """The longest end of `left`: the same with everything turned round."""
    if len(left) < MIN_PIECE:
        return _NO_PIECE
    least = len(form.escaped(left[-MIN_PIECE:]))
    best = _NO_PIECE
    for start, end in free:
        if end - start < MIN_PIECE:
            continue
        ending = left[start - end :]  # no longer than its place: a short string costs little beside a long text
        turned = text[start:end][::-1]
        at, size = _longest_start(turned, form.escaped(ending)[::-1], span=(0, len(turned)), least=least)
        points = _code_points(ending[::-1], size, escaped=form.escaped)
        if points > best.points:
            best = _Piece(points=points, span=(end - at - len(form.escaped(ending[-points:])), end - at))
    return best


def _longest_start(text: str, wanted: str, *, span: Span, least: int) -> tuple[int, int]:
    """Where the longest start of `wanted` stands in a span of `text`, and how long it is: 0 when shorter than `least`.

    What has been passed has no longer one, so the search goes on from there and each part is searched once.
    """
    start, end = span
    found, size = start, 0
    at = text.find(wanted[:least], start, end)
    while at >= 0:
        found, size = at, _common(text, wanted, at=at, end=end)
        at = text.find(wanted[: size + 1], at + 1, end) if size < len(wanted) else -1
    return found, size


def _common(text: str, wanted: str, *, at: int, end: int) -> int:
    """How far `text` from `at` to `end` is the start of `wanted`: in strides that double, then halving the last one."""
    most = min(end - at, len(wanted))
    same, stride = 0, _FIRST_STRIDE
    while same < most and text[at + same : at + same + stride] == wanted[same : same + stride]:
        same = min(same + stride, most)
        stride *= 2
    differs = min(same + stride, most + 1)
    while differs - same > 1:
        middle = (same + differs) // 2
        if text[at + same : at + middle] == wanted[same:middle]:
            same = middle
        else:
            differs = middle
    return same


def _code_points(text: str, size: int, *, escaped: _Escape) -> int:
    """How many code points of `text` stand whole in `size` characters of it escaped."""
    points, most = 0, min(len(text), size)
    used = 0
    while points < most:
        middle = (points + most + 1) // 2
        more = len(escaped(text[points:middle]))
        if used + more <= size:
            points, used = middle, used + more
        else:
            most = middle - 1
    return points


def _between(closed: Iterable[Span], end: int) -> Iterator[Span]:
    """What is left of a string of this length."""
    at = 0
    for start, stop in sorted(closed):
        if start > at:
            yield at, start
        at = max(at, stop)
    if at < end:
        yield at, end


def _plain(text: str) -> str:
    return text


def _in_json(text: str) -> str:
    """As JavaScript and Rust write it: only what has to be escaped is."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _in_ascii(text: str) -> str:
    """As Python writes it, and what JavaScript makes of half a surrogate pair."""
    return json.dumps(text)[1:-1]


_ESCAPES: Final[Sequence[_Escape]] = (
    _plain,
    _in_json,
    _in_ascii,
    lambda text: _in_json(_in_json(text)),
    lambda text: _in_ascii(_in_ascii(text)),
)


def _forms(text: str) -> tuple[_Form, ...]:
    """The forms that differ: nearly every text is plain in all of them."""
    forms: dict[str, _Form] = {}
    for escaped in _ESCAPES:
        whole = escaped(text)
        forms.setdefault(whole, _Form(escaped=escaped, whole=whole))
    return tuple(forms.values())
