"""Links into the report page: each leads to its view, in a fresh page and in an open one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from captures.compare.history import strands_of
from captures.report.links import cell_link, comparison_link
from captures.report.page import page_of
from probe.gathering import gathered
from tests.support.browser import Opened, opened, started_browser, texts

ATLAS: Final = gathered(())
CODEX: Final = next(each for each in strands_of(ATLAS) if each.question.client == "codex")


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


def test_a_link_reproduces_the_view(browser: Browser, atlas: Path) -> None:
    version = CODEX.captures[3].client.version
    link = f"{cell_link(CODEX.question, version)}&client=codex&severity=any&text=0.&same=1"
    with opened(browser, atlas, link=link) as found:
        page = found.page

        assert page.inner_text("table.versions td:has([aria-current])") == page.inner_text(
            f"table.versions td[data-version='{version}'] >> nth=0"
        )
        assert page.evaluate("[...document.querySelectorAll('#filter [name]')].map(each => each.value)") == [
            "codex",
            "",
            "",
            "any",
            "0.",
        ]
        assert page.is_checked("#choice [name=same]")
        assert texts(page, "table.sides thead th") == [
            "Part of the capture",
            CODEX.captures[2].client.version,
            version,
        ]
        assert page.evaluate("document.activeElement.id") == "comparison"
        assert page.url.endswith(link)
        assert found.misdeeds == []


@pytest.mark.parametrize(
    "link", ["#cell=codex/9.9.9/first-request/reply=accept", "#compare=nobody/1..2/x", "#cell=%", "#cell="]
)
def test_a_link_that_leads_nowhere_is_said_to(browser: Browser, atlas: Path, link: str) -> None:
    with opened(browser, atlas, link=link) as found:
        assert found.page.inner_text("[role=alert]") == "The link leads to something that is not in this report."
        assert found.misdeeds == []


def test_a_cell_opens_its_version_beside_the_one_before_and_back_goes_back(shown: Opened) -> None:
    page = shown.page
    at_first = page.inner_text("#sides")
    version = CODEX.captures[4].client.version

    page.click(f"table.versions td[data-version='{version}'] a >> nth=0")
    opened_at = texts(page, "table.sides thead th")[1:]
    page.go_back()

    assert opened_at == [CODEX.captures[3].client.version, version]
    assert page.inner_text("#sides") == at_first


IN_SIGHT: Final = """() => {
  const { top } = document.getElementById("comparison").getBoundingClientRect();
  return top >= 0 && top < 200 && document.activeElement.id === "comparison";
}"""


def test_a_link_that_is_followed_in_an_open_report_leads_to_the_view(shown: Opened) -> None:
    page = shown.page
    oldest, newest = CODEX.captures[0].client.version, CODEX.captures[-1].client.version
    link = comparison_link(CODEX.question, oldest, newest)

    page.evaluate("link => { location.hash = link }", link)

    page.wait_for_function(IN_SIGHT)
    assert texts(page, "table.sides thead th")[1:] == [oldest, newest]


def test_back_leads_to_where_the_reader_was(shown: Opened) -> None:
    page = shown.page
    versions = [capture.client.version for capture in CODEX.captures]

    page.evaluate("link => { location.hash = link }", cell_link(CODEX.question, versions[1]))
    page.wait_for_function(IN_SIGHT)
    page.evaluate("scrollTo(0, 40)")
    page.evaluate("link => { location.hash = link }", cell_link(CODEX.question, versions[2]))
    page.wait_for_function(IN_SIGHT)
    page.go_back()

    page.wait_for_function("scrollY === 40")
    assert texts(page, "table.sides thead th")[1:] == versions[:2]


def test_typing_into_the_filter_scrolls_nothing(browser: Browser, atlas: Path) -> None:
    with opened(browser, atlas, link=cell_link(CODEX.question, CODEX.captures[1].client.version)) as found:
        page = found.page
        page.evaluate("scrollTo(0, 0)")

        page.locator("[name=text]").press_sequentially("0.")

        assert page.evaluate("[scrollY, document.activeElement.name]") == [0, "text"]
        assert found.misdeeds == []


def test_versions_that_were_chosen_stay_when_the_filter_leaves_them_out_and_it_is_said(
    browser: Browser, atlas: Path
) -> None:
    oldest, newest = CODEX.captures[0].client.version, CODEX.captures[-1].client.version
    link = comparison_link(CODEX.question, oldest, newest)
    with opened(browser, atlas, link=f"{link}&text=no%20such%20text") as found:
        page = found.page
        left_out = texts(page, "#sides > .hint:first-child")
        stands = texts(page, "table.sides thead th")
        page.click("#filter button[type=reset]")

        assert left_out == ["The filter leaves this question out. It stands here because it was chosen."]
        assert texts(page, "#sides > .hint:first-child") == []
        assert stands == texts(page, "table.sides thead th") == ["Part of the capture", oldest, newest]
        assert found.misdeeds == []
