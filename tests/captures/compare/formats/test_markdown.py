"""Findings as a comment on a pull request, rendered by a Markdown library that is not ours."""

import re
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest
from markdown_it import MarkdownIt

from captures.compare.formats.markdown import MAX_CHARACTERS, markdown
from captures.compare.judging import Judged
from tests.captures.compare.formats.judgements import (
    NOTHING,
    ODD_NAMES,
    ONE_OF_EVERYTHING,
    OTHER,
    comparison,
    finding,
    judgement,
    odd,
)

NO_WIDTH = "\u200b"


def rendered(judged: Judged) -> Element:
    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown(judged))
    return ET.fromstring(f"<main>{page}</main>")  # noqa: S314 - made by us


def test_each_comparison_that_differs_is_a_table() -> None:
    assert markdown(ONE_OF_EVERYTHING) == (
        "### shape-probe: 2 breaking, 0 notable, 1 cosmetic, 1 accepted, 2 switched off, 2 stale;"
        " 2 questions compared, 4 not\n"
        "\n"
        "**codex first-request reply=accept**: 0.120.0 → 0.125.0\n"
        "\n"
        "| Severity | What changed | Where | Rule |\n"
        "| --- | --- | --- | --- |\n"
        "| breaking | lookup is shown in a namespace, not inline any more | `$.tools[0].presentation`"
        " | `tool-presentation-changed` |\n"
        "| breaking | find is shown in a namespace, not inline any more | `$.tools[1].presentation`"
        " | `tool-presentation-changed` |\n"
        "| cosmetic | model requests have a new header, x-new | `$.requests[0].header_names[3]`"
        " | `header-name-added` |\n"
        "\n"
        "**Stale**\n"
        "\n"
        "- attempts-changed (entry 2, codex, first-request, model=some-model, reply=accept, \\$.outcome)"
        " is accepted and no longer occurs: remove it from shape-probe.toml\n"
        "- became-unstable (entry 3) is accepted and no longer occurs: remove it from shape-probe.toml,"
        " or say there which client, scenario or conditions it is about\n"
        "\n"
        "**Not compared**\n"
        "\n"
        "- claude first-request 2.1.332: the new capture is inconclusive (server-never-listed)\n"
        "- claude first-request 2.1.300: the old capture is inconclusive (no-model-request)\n"
        "- codex first-request reply=accept 0.120.0: only the old side has it\n"
        "- codex first-request reply=accept 0.125.0: only the new side has it\n"
        "\n"
        "**Accepted**\n"
        "\n"
        "- codex first-request reply=accept: model requests have a new header, x-new `header-name-added`"
        " because: no reader of ours looks at headers\n"
    )


def test_comparisons_that_say_the_same_have_one_table() -> None:
    page = rendered(judgement(comparison(finding()), comparison(finding(), question=OTHER), comparison(finding())))

    assert [element.tag for element in page] == ["h3", "p", "table", "p", "table"]
    assert [strong.text for strong in page[1].findall("strong")] == ["codex first-request reply=accept"] * 2
    assert page[1].find("br") is not None


def test_no_difference_is_a_headline() -> None:
    assert markdown(NOTHING) == "### shape-probe: 0 breaking, 0 notable, 0 cosmetic; 1 question compared\n"


def test_a_finding_of_several_places_says_how_many() -> None:
    text = markdown(judgement(comparison(finding(also=("$.envelopes[0]", "$.sightings[1]")))))

    assert "| `$.tools[0].presentation` and 2 more |" in text


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_text_and_nothing_else(name: str) -> None:
    page = rendered(odd(name))
    seen = "".join(char if char.isprintable() else repr(char)[1:-1] for char in name)
    cells = ["".join(cell.itertext()).replace(NO_WIDTH, "") for cell in page.findall(".//tbody/tr/td")]

    assert cells == ["breaking", f"the tool {seen} is gone", f'$["{seen}"]', "tool-presentation-changed"]
    assert [element.tag for element in page] == ["h3", "p", "table", "p", "ul", "p", "ul", "p", "ul"]
    assert {element.tag for element in page.iter()} == {
        *("main", "h3", "p", "strong", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "code")
    }


def test_nobody_is_mentioned_and_nothing_is_linked() -> None:
    page = rendered(odd("@somebody a@example.org #12 WWW.example.org https://example.org"))
    for code in page.findall(".//code"):
        code.text = ""

    assert re.findall(r"@\w+|#\d+|www\.|://", "".join(page.itertext()), re.IGNORECASE) == []


@pytest.mark.parametrize(("count", "parts"), [(2, "1 more part is"), (3, "2 more parts are")])
def test_what_a_comment_does_not_hold_is_left_out_and_said_to_be(count: int, parts: str) -> None:
    findings = [finding(sentence="s" * 1000)] * (MAX_CHARACTERS // 2000)
    large = [comparison(*findings, new_version=f"1.{number}") for number in range(count)]
    text = markdown(judgement(comparison(finding()), *large))

    assert len(text) < MAX_CHARACTERS + 200
    assert text.endswith(f"\n\n{parts} left out here: a comment holds no more.\n")
    assert text.count("| Severity |") == 2
