"""Recognises planted text in the forms that clients give it: cut short, escaped, and names inside longer names.

It will not decide what may be written; `sanitize.policy` does.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from captures.vocabulary import TRUNCATION_MARKS

MIN_TEXT: Final = 8
"""In code points. A shorter text occurs by chance: it counts only as a whole string."""

_HEAD: Final = 128
"""Of a long text, in code points: clients cut texts, and the head is what is left."""

_FREE_ALIAS: Final = 8
"""How many letters an alias needs before it is looked for without its separators (`shapeProbe`)."""

_RUN: Final = re.compile(r"[A-Za-z0-9_.:/-]+")
_SEPARATORS: Final = re.compile(r"[^A-Za-z0-9]+")
_PLAIN: Final = re.compile(r"[A-Za-z0-9]+")
_ESCAPED_BREAK: Final = re.compile(r"\\[nrt]")
"""A line break in a string that holds JSON or code: its letter is no part of the name behind it."""

_BROKEN_END: Final = re.compile("[\ud800-\udfff\ufffd]\\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A text that is shown up to a point. `text` is what is shown, without half a character at the cut."""

    text: str
    kept: int


def cut_of(shown: str, whole: str) -> Cut | None:
    """How `whole` was cut to become `shown`, with or without a mark; None when it was not.

    A client that counts in UTF-16 can cut through a character and show half of it, or a replacement character.
    """
    for mark in sorted(TRUNCATION_MARKS, key=len, reverse=True):
        if shown.endswith(mark):
            head = _BROKEN_END.sub("", shown.removesuffix(mark))
            if head and head != whole and whole.startswith(head):
                return Cut(text=head + mark, kept=len(head))
    return None


def holds_text(hay: str, text: str) -> bool:
    """Say whether `hay` is the planted `text`, or has at least its head inside."""
    return (bool(text) and hay == text) or holds_inside(hay, text)


def holds_inside(hay: str, text: str) -> bool:
    """Say whether `hay` has the head of `text` inside, plain or as it is escaped in JSON and code. Not a short text."""
    return len(text) >= MIN_TEXT and any(form in hay for form in _forms(text[:_HEAD]))


@lru_cache(maxsize=1024)
def _forms(head: str) -> tuple[str, str, str]:
    return (head, json.dumps(head)[1:-1], json.dumps(head, ensure_ascii=False)[1:-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of identifier characters in a text that holds the alias, and what stands around the alias in it."""

    text: str
    before: str
    after: str
    is_called: bool  # an opening bracket follows: a declaration or a call

    @property
    def is_server(self) -> bool:
        """Whether it names the server and no tool."""
        return not _folded(self.after)

    def holds(self, name: str) -> bool:
        """Say whether the tool called `name` is named too, in any case and with other separators."""
        rest = self.before if self.is_server else self.after
        folded = _folded(name)
        return f"_{folded}_" in f"_{_folded(rest)}_" if folded else bool(name) and name in rest


class Alias:
    """The alias of a server as something to look for."""

    def __init__(self, alias: str) -> None:
        self._alias = alias
        is_short_or_word = alias.isascii() and (len(alias) < MIN_TEXT or _PLAIN.fullmatch(alias) is not None)
        self._is_distinct = bool(alias) and not is_short_or_word
        self._pattern = _alias_pattern(alias)

    def is_in(self, text: str) -> bool:
        """Say whether `text` shows the alias.

        As it is, anywhere; with other separators or in another case, only in names. A short alias, and one that is a
        plain word, counts only as a whole string and in names, as it may stand in any sentence.
        """
        as_it_is = self._alias in text if self._is_distinct else bool(self._alias) and text == self._alias
        return as_it_is or any(True for _ in self.runs(text))

    def runs(self, text: str) -> Iterator[Run]:
        """The names in `text` that hold the alias. Paths are no names: a scratch directory may be called like us."""
        if self._pattern is None:
            return
        text = _ESCAPED_BREAK.sub(" ", text)
        if self._pattern.search(text) is None:  # nearly every text: its many runs need not be looked at
            return
        for found in _RUN.finditer(text):
            run = found[0].strip(".:/-")
            inner = self._pattern.search(run)
            if inner is not None and not _is_path(text, found):
                yield Run(
                    text=run,
                    before=run[: inner.start()],
                    after=run[inner.end() :],
                    is_called=text[found.end() : found.end() + 1] == "(",
                )


def _alias_pattern(alias: str) -> re.Pattern[str] | None:
    words = [re.escape(word) for word in _SEPARATORS.split(alias) if word]
    match words:
        case []:
            return None
        case [word]:
            return re.compile(rf"(?<=_){word}(?![A-Za-z0-9])|(?<![A-Za-z0-9]){word}(?=_)")
        case _ if sum(map(len, words)) >= _FREE_ALIAS:
            return re.compile("[-_.]?".join(words), re.IGNORECASE)
        case _:
            return re.compile(rf"(?<![A-Za-z0-9]){'[-_.]'.join(words)}(?![A-Za-z0-9])", re.IGNORECASE)


def _is_path(text: str, found: re.Match[str]) -> bool:
    """Say whether a run is a part of a path, of an address or of a mail address."""
    before = text[max(0, found.start() - 1) : found.start()]
    return before in {"\\", "~", "@"} or found[0].startswith(("/", "./", "../")) or found[0].count("/") > 1


def _folded(name: str) -> str:
    return _SEPARATORS.sub("_", name.casefold()).strip("_")
