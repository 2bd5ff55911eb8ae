"""The report page in a browser: what a reader sees, filters, links to and reaches with the keyboard."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, Page

from captures.compare.history import histories_of, strands_of
from captures.model import Capture
from captures.report.cells import STATES
from captures.report.links import cell_link, comparison_link
from captures.report.page import page_of
from captures.report.table import tables_of
from probe.gathering import gathered
from tests.captures.report.series import series
from tests.captures.samples import (
    CALL,
    DESCRIBED,
    ENVELOPE,
    INCONCLUSIVE,
    INLINE,
    LOADED,
    REQUEST,
    SIGHTING,
    SUBAGENT,
    UNANSWERED,
    a_capture,
    client,
)
from tests.support.browser import Opened, opened, started_browser, texts

ATLAS: Final = gathered(())
CODEX: Final = next(each for each in strands_of(ATLAS) if each.question.client == "codex")
PHONE: Final = 360


def odd() -> tuple[Capture, ...]:
    """Captures that have everything a capture can have, and differ in much of it."""
    return (
        a_capture(client=client("codex", "1.0.0")),
        a_capture(
            client=client("codex", "1.1.0"),
            tools=[LOADED, {**INLINE, "definition": {**INLINE["definition"], "strict": True}}],
            requests=[{**REQUEST, "count": None, "header_names": ["accept", "x-new"]}, {**REQUEST, "role": "model"}],
            envelopes=[{**ENVELOPE, "tools": [*ENVELOPE["tools"], {"type": "function", "name": "more"}]}],
            sightings=[{**SIGHTING, "place": "unknown"}, {**SIGHTING, "token": "tool.name"}],
            traits={"exec-names-all-tools": False, "another": True},
            calls=[{**CALL, "arguments": None}, UNANSWERED, {**UNANSWERED, "route": "more"}],
            subagent={**SUBAGENT, "header_names_of_child": [], "tools": [DESCRIBED]},
            later_shapes=[],
        ),
        a_capture(client=client("codex", "1.2.0"), verdict=INCONCLUSIVE, tools=[], later_shapes=[], subagent=None),
        a_capture(client=client("codex", "1.3.0"), subagent=None, calls=[]),
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as found:
        yield found


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of(ATLAS), encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def shown(browser: Browser, atlas: Path) -> Iterator[Opened]:
    """The report of the atlas, at its start; it did nothing that it may not."""
    with opened(browser, atlas) as found:
        yield found
        assert found.misdeeds == []


def test_the_table_says_of_each_version_what_its_capture_does(shown: Opened) -> None:
    words = shown.page.eval_on_selector_all(
        "table.versions tbody tr",
        "rows => rows.map(row => [...row.children].map(cell => "
        "(cell.querySelector('.word') ?? cell).innerText.trim()))",
    )

    assert words == [
        [row.version, *(STATES["missing" if each is None else each.cell.state][0] for each in row.entries)]
        for table in tables_of(strands_of(ATLAS), ())
        for row in table.rows
    ]


@pytest.mark.parametrize(
    ("choice", "severities"),
    [("breaking", {"breaking"}), ("", {"breaking", "notable"}), ("any", {"breaking", "notable", "cosmetic"})],
)
def test_the_time_line_has_the_findings_of_the_chosen_severities(
    shown: Opened, choice: str, severities: set[str]
) -> None:
    shown.page.select_option("[name=severity]", choice)

    releases = [
        (release, [each for each in release.changes if each.finding.severity in severities])
        for history in histories_of(ATLAS)
        for release in history.releases
    ]
    assert texts(shown.page, "#timeline h4") == [
        f"{release.version} (after {release.after})" for release, changes in releases if changes
    ]
    assert sorted(texts(shown.page, "#timeline .findings > li > span:last-child")) == sorted(
        f"{each.finding.sentence} {each.finding.rule}" for _release, changes in releases for each in changes
    )


def test_the_last_two_versions_that_differ_stand_side_by_side_until_others_are_chosen(shown: Opened) -> None:
    page = shown.page
    oldest, second = (capture.client.version for capture in CODEX.captures[:2])
    at_first = texts(page, "table.sides thead th")

    page.select_option("#choice [name=strand]", label=str(CODEX.question))
    page.select_option("#choice [name=new]", label=second)
    page.select_option("#choice [name=old]", label=oldest)

    newest = next(history for history in histories_of(ATLAS)).releases[0]
    assert at_first == ["Part of the capture", newest.after, newest.version]
    assert texts(page, "table.sides thead th") == ["Part of the capture", oldest, second]
    assert page.url.endswith(comparison_link(CODEX.question, oldest, second))


def test_what_is_marked_is_what_the_findings_say(browser: Browser, atlas: Path) -> None:
    check_marks(browser, atlas, ATLAS)


def test_what_is_marked_is_what_the_findings_say_of_every_part_of_a_capture(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page_of(odd()), encoding="utf-8", newline="\n")

    check_marks(browser, path, odd())


def check_marks(browser: Browser, path: Path, captures: Sequence[Capture]) -> None:
    """Each marked row is covered by a finding, and each finding has a row."""
    with opened(browser, path) as found:
        for strand in strands_of(captures):
            answered = strand.answered()
            for old, new in (*pairwise(answered), (answered[0], answered[-1])):
                link = comparison_link(strand.question, old.client.version, new.client.version)
                found.page.evaluate("link => { location.hash = link }", f"{link}&severity=any")
                versions = f"{old.client.version} and {new.client.version}"
                found.page.wait_for_function(
                    "said => [document.querySelector('table.sides').ariaLabel, "
                    "document.querySelector('#choice [name=strand]').selectedOptions[0].label].join() === said",
                    arg=f"{versions},{strand.question}",
                )
                loose = found.page.eval_on_selector_all(
                    "table.sides tr[data-mark]:not([data-severity]), #sides code.pointer",
                    "found => found.map(each => each.dataset.pointer ?? each.innerText)",
                )
                assert (link, loose) == (link, [])
        assert found.misdeeds == []


def test_an_inconclusive_capture_stands_beside_another_without_marks(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page_of(odd()), encoding="utf-8", newline="\n")
    (strand,) = strands_of(odd())
    with opened(browser, path, link=cell_link(strand.question, "1.2.0")) as found:
        assert found.page.locator("table.sides [data-mark]").count() == 0
        assert "1.2.0 (server-never-listed)" in found.page.inner_text(".verdict")
        assert found.misdeeds == []


@pytest.mark.parametrize(
    ("capture", "says"),
    [
        (a_capture(), "Nothing before 0.171.0 was captured, so it stands alone."),
        (
            a_capture(verdict=INCONCLUSIVE, tools=[]),
            "Inconclusive: 0.171.0 (server-never-listed). Such a capture shows nothing, so nothing is marked.",
        ),
    ],
)
def test_a_lone_capture_is_shown_by_itself(browser: Browser, tmp_path: Path, capture: Capture, says: str) -> None:
    path = tmp_path / "report.html"
    path.write_text(page_of([capture]), encoding="utf-8", newline="\n")
    with opened(browser, path) as found:
        assert found.page.inner_text(".verdict") == says
        assert texts(found.page, "table.sides thead th") == ["Part of the capture", "0.171.0"]
        assert found.misdeeds == []


def test_the_filter_leaves_what_fits_in_every_part(shown: Opened) -> None:
    page = shown.page
    announced = [
        row.version
        for table in tables_of(strands_of(ATLAS), ())
        for row in table.rows
        if any(entry is not None and entry.cell.state == "announced" for entry in row.entries)
    ]

    page.select_option("[name=shown]", "announced")
    by_state = texts(page, "table.versions tbody th")
    page.select_option("[name=client]", "codex")
    by_client = texts(page, ".client > h3")
    page.click("#filter button[type=reset]")
    page.fill("[name=text]", CODEX.captures[0].client.version)
    by_text = texts(page, "table.versions tbody th")
    page.fill("[name=text]", "no such text")
    nothing = texts(page, ".nothing")

    assert by_state == announced
    assert {text.split()[0] for text in by_client} == {"codex"}
    assert by_text == [CODEX.captures[0].client.version]
    assert nothing == [
        "No capture fits the filter.",
        "No question fits the filter.",
        "No change fits the filter.",
        "No request fits the filter.",
    ]


OFFERED: Final = "#choice:not([hidden]) [name=strand] option"


def test_side_by_side_offers_the_questions_that_fit_the_filter(shown: Opened) -> None:
    page = shown.page
    questions = [str(strand.question) for strand in strands_of(ATLAS)]
    at_first = page.locator(OFFERED).all_inner_texts()

    page.select_option("[name=client]", "codex")
    of_codex = page.locator(OFFERED).all_inner_texts()
    stands = texts(page, "table.sides thead th")[1:]
    page.fill("[name=text]", "no such text")
    of_none = page.locator(OFFERED).all_inner_texts()
    page.click("#filter button[type=reset]")

    assert at_first == questions == page.locator(OFFERED).all_inner_texts()
    assert of_codex == [question for question in questions if question.startswith("codex")]
    assert set(stands) <= {capture.client.version for capture in CODEX.captures}
    assert of_none == []


def test_everything_can_be_done_with_the_keyboard(shown: Opened) -> None:
    page = shown.page

    page.keyboard.press("Tab")
    skip = page.evaluate("document.activeElement.innerText")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = focused_cell(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    second = focused_cell(page)
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")  # there is nothing below: it stays
    last = focused_cell(page)
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.keyboard.press("Enter")

    claude = [each for each in strands_of(ATLAS) if each.question.client == "claude"]
    versions = [capture.client.version for capture in claude[0].captures]
    assert skip == "Skip to the table"
    assert [first, second, last] == [["0", versions[-1]], ["1", versions[-2]], ["1", versions[0]]]
    assert outline == "solid"
    assert texts(page, "table.sides thead th")[1:] == [versions[0]]
    assert page.evaluate("document.activeElement.id") == "comparison"


def focused_cell(page: Page) -> Any:  # noqa: ANN401 - JSON
    return page.evaluate("(({strand, version}) => [strand, version])(document.activeElement.closest('td').dataset)")


def test_a_finding_leads_to_its_row(shown: Opened) -> None:
    button = shown.page.locator("#sides button.pointer").first
    pointer = button.inner_text()

    button.press("Enter")

    assert shown.page.evaluate("document.activeElement.dataset.pointer") == pointer


def test_a_phone_scrolls_the_tables_and_not_the_page(browser: Browser, atlas: Path) -> None:
    link = comparison_link(CODEX.question, CODEX.captures[0].client.version, CODEX.captures[-1].client.version)
    with opened(browser, atlas, link=f"{link}&same=1&severity=any", width=PHONE) as found:
        page = found.page
        for details in page.locator("details").all():
            details.evaluate("each => { each.open = true }")
        table = page.locator("#table .scroll").first
        lefts = "each => each.querySelector('tbody th').getBoundingClientRect().left"
        before = table.evaluate(lefts)
        scrolled = table.evaluate("each => { each.scrollLeft = 999; return each.scrollLeft }")

        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        assert scrolled > 0
        assert table.evaluate(lefts) == before
        assert found.misdeeds == []


FAINT: Final = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = channels(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return channels(getComputedStyle(document.body).backgroundColor);
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!hasText || !node.checkVisibility() || node.closest(":disabled, script, .unseen")) continue;
    const [a, b] = [light(channels(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(`${node.tagName}.${node.className} ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
}"""
"""Visible text whose contrast with its ground is below 4.5 (WCAG 2.2, 1.4.3)."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_themes(browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]) -> None:
    path = tmp_path / "report.html"
    path.write_text(page_of((*series(), *odd())), encoding="utf-8", newline="\n")
    with opened(browser, path, link="#severity=any&same=1", scheme=scheme) as found:
        assert found.page.evaluate(FAINT) == []


def test_the_theme_is_the_systems_until_the_reader_chooses(browser: Browser, atlas: Path) -> None:
    with opened(browser, atlas, scheme="dark") as found:
        page = found.page
        grounds = []
        for _ in range(4):
            grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            page.click("#theme")

        dark, light, again, system = grounds
        assert dark == again == system != light
        assert found.misdeeds == []
