"""The page is whole, safe and the same each time. What it does in a browser is tested in tests/interaction."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

from captures.compare.comparing import compared
from captures.compare.history import strands_of
from captures.report.embedded import data_of
from captures.report.page import page_of
from captures.report.signature import IN_HTML, is_signed
from tests.captures.report.series import series, version
from tests.captures.samples import INLINE

PAGE = page_of(series())


class _Reader(HTMLParser):
    """Gathers the elements of a page with their attributes, and the text of each style and script."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.elements[-1:] and self.elements[-1][0] in {"style", "script"} and self.cdata_elem:
            self.raw.append(data)


def read(page: str) -> _Reader:
    reader = _Reader()
    reader.feed(page)
    return reader


def test_the_same_captures_make_the_same_page_in_whatever_order_they_come() -> None:
    assert page_of(tuple(reversed(series()))) == PAGE


def test_the_signature_stands_near_the_start() -> None:
    assert IN_HTML in PAGE[:2048]
    assert is_signed(PAGE[:2048].encode("utf-8"))


def test_an_odd_name_is_shown_as_it_is_seen() -> None:
    name = "x\n::error::pwn \x1b[31m \u202e \ud800"
    tools = [{**INLINE, "shown_as": name}]
    page = page_of([version("1.0.0", tools=[INLINE]), version("1.1.0", tools=tools)])
    style, _data, script = read(page).raw
    ours = {char for char in f"{style}{script}{PAGE}" if not char.isprintable()}

    assert {char for char in page.replace("\n", "") if not char.isprintable()} <= ours - {"\n"}
    assert "x\\n::error::pwn \\x1b[31m \\u202e \\ud800" in page
    assert page.encode("utf-8").decode("utf-8") == page
    assert "\n::error::" not in page


def test_the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else() -> None:
    reader = read(PAGE)
    style, _data, script = reader.raw

    (policy,) = (each["content"] for tag, each in reader.elements if each.get("http-equiv"))

    assert policy == (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; style-src 'sha256-{digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def test_nothing_on_the_page_is_elsewhere() -> None:
    places = [
        value
        for _tag, attributes in read(PAGE).elements
        for name, value in attributes.items()
        if name in {"href", "src", "srcset", "action", "poster", "data"}
    ]

    assert {place for place in places if place and not place.startswith("#")} == {"data:,"}
    assert not re.search(r"url\(|@import|https?:", PAGE)


def test_the_data_of_the_page_is_that_of_its_captures() -> None:
    _style, data, _script = read(PAGE).raw

    assert json.loads(data) == json.loads(json.dumps(data_of(strands_of(series()), compare=compared)))


def test_names_are_shown_as_they_are() -> None:
    odd = "</script><!--<b>&\u2028"
    tool: dict[str, Any] = {**INLINE, "shown_as": odd}
    page = page_of([version("1.0.0", tools=[tool])])
    plain = page_of([version("1.0.0", tools=[INLINE])])

    assert [tag for tag, _attributes in read(page).elements] == [tag for tag, _attributes in read(plain).elements]
    assert "&lt;/script&gt;&lt;!--&lt;b&gt;&amp;" in page
    assert odd not in page


def test_a_page_of_one_capture_and_of_a_client_without_requests_is_whole() -> None:
    page = page_of([version("1.0.0")])

    assert "Nothing changed." in page
    assert "no requests" in page
    assert "1 capture · 1 client · 1 version · 1 question" in page
    assert page.endswith("</html>\n")
