"""Text in Markdown reads as it is and makes no mark-up, rendered by a Markdown library that is not ours."""

import re
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest
from markdown_it import MarkdownIt

from captures.compare.formats.markdown_text import code, escaped
from captures.compare.one_line import one_line
from tests.captures.compare.formats.judgements import ODD_NAMES

NO_WIDTH = "\u200b"


def rendered(text: str) -> Element:
    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    return ET.fromstring(f"<main>{page}</main>")  # noqa: S314 - made by us


def test_plain_names_stay_legible() -> None:
    assert (escaped("codex 0.11.0 (after 0.10.0): lookup-x"), code("reply=accept")) == (
        "codex 0.11.0 (after 0.10.0): lookup-x",
        "`reply=accept`",
    )


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_text_wherever_it_stands(name: str) -> None:
    page = rendered(f"- {escaped(name)}\n\n| x |\n| --- |\n| {escaped(name)} |\n| {code(name)} |")
    tags = {element.tag for element in page.iter()}
    item, *cells = ("".join(each.itertext()) for each in page.iter() if each.tag in {"li", "td"})

    assert [item.replace(NO_WIDTH, ""), *(each.replace(NO_WIDTH, "") for each in cells)] == [one_line(name)] * 3
    assert tags == {"main", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "code"}


@pytest.mark.parametrize("name", ["- x", "-", "---", "+ x", "1. x", "12) x", "1.", "    x", "# x", "> x", "* x"])
def test_a_name_at_the_start_of_an_item_begins_nothing(name: str) -> None:
    page = rendered(f"- {escaped(name)}")

    assert [element.tag for element in page.iter()] == ["main", "ul", "li"]
    assert "".join(page.itertext()).replace(NO_WIDTH, "").strip() == name.strip()


def test_nobody_is_mentioned_and_nothing_is_linked() -> None:
    page = rendered(escaped("@octocat a@example.org #12 www.example.org WWW.example.org https://example.org"))

    assert re.findall(r"@\w+|#\d+|www\.|://", "".join(page.itertext()), re.IGNORECASE) == []


def test_code_of_nothing_is_code() -> None:
    assert code("") == "<code></code>"
