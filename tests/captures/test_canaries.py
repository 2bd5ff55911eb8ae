"""Canaries are found in every spelling that is promised."""

import base64
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from captures.canaries import MIN_LENGTH, has_canary

CANARY = 'wrk"<Bird>/é&1 \\x'
"""Something of everything that an encoding changes."""


def numbered(text: str) -> str:
    units = text.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def in_base64(text: str, *, shift: int, altchars: bytes | None = None) -> str:
    return base64.b64encode(b"~" * shift + text.encode() + b"?tail", altchars).decode()


def each_percented(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "upper case": str.upper,
    "case-folded": str.casefold,
    "backwards": lambda text: text[::-1],
    "JSON": json.dumps,
    "JSON, not ASCII": lambda text: json.dumps(text, ensure_ascii=False),
    "JSON in JSON": lambda text: json.dumps(json.dumps(text)),
    "JSON in JSON in JSON": lambda text: json.dumps(json.dumps(json.dumps(text))),
    "numbers": numbered,
    "numbers in JSON": lambda text: json.dumps(numbered(text)),
    "numbers, upper case": lambda text: numbered(text).upper().replace("\\U", "\\u"),
    "first as a number": lambda text: numbered(text[0]) + json.dumps(text[1:])[1:-1],
    "escaped slash": lambda text: json.dumps(text).replace("/", "\\/"),
    "percent": quote,
    "percent, all": lambda text: quote(text, safe=""),
    "percent, each": each_percented,
    "percent, form": quote_plus,
    "percent twice": lambda text: quote(quote(text, safe=""), safe=""),
    "percent in JSON": lambda text: json.dumps(quote(text)),
    "base64, 0": lambda text: in_base64(text, shift=0),
    "base64, 1": lambda text: in_base64(text, shift=1),
    "base64, 2": lambda text: in_base64(text, shift=2),
    "base64 for URLs, 0": lambda text: in_base64(text, shift=0, altchars=b"-_"),
    "base64 for URLs, 1": lambda text: in_base64(text, shift=1, altchars=b"-_"),
    "base64 for URLs, 2": lambda text: in_base64(text, shift=2, altchars=b"-_"),
    "base64 alone": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 in JSON": lambda text: json.dumps(in_base64(text, shift=1)).replace("/", "\\/"),
    "base64, percent": lambda text: quote(in_base64(text, shift=2), safe=""),
    "hex": lambda text: text.encode().hex(),
    "hex, upper case": lambda text: text.encode().hex().upper(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("canary", [CANARY, "kestrelword", "??>>~~ÿÿ", "🐦kestrel", "Straße und mehr"])
def test_a_canary_is_found_in_every_spelling(spelling: str, canary: str) -> None:
    text = f'{{"before": "{SPELLINGS[spelling](canary)}after"}}'

    assert has_canary(text, ["something else", canary])


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=MIN_LENGTH), st.sampled_from(sorted(SPELLINGS)))
def test_any_text_is_found_in_every_spelling_that_keeps_its_case(canary: str, spelling: str) -> None:
    if spelling not in {"upper case", "case-folded"}:
        assert has_canary(f"<{SPELLINGS[spelling](canary)}>", [canary])


def test_a_text_that_has_no_canary_passes() -> None:
    assert not has_canary(json.dumps({"tools": ["lookup %41 \\u0041", "a" * 500]}), ["kestrelword", "other-canary"])


def test_nothing_is_found_when_nothing_is_looked_for() -> None:
    assert not has_canary("anything", [])


def test_a_lone_surrogate_in_a_canary_is_looked_for_too() -> None:
    assert has_canary("kestrel\ud800word", ["kestrel\ud800word"])


@pytest.mark.parametrize("canaries", [["1234567"], ["long enough", ""], "a single text"])
def test_canaries_too_short_to_be_told_from_chance_are_refused(canaries: list[str]) -> None:
    with pytest.raises(ValueError, match="at least 8 characters"):
        has_canary("anything", canaries)
