"""A report is told from other files by its first line, or by the head of its page."""

import pytest

from captures.report.markdown import markdown_report_of
from captures.report.page import page_of
from captures.report.signature import IN_HTML, IN_MARKDOWN, is_signed
from tests.captures.report.series import series


@pytest.mark.parametrize("text", [page_of(series()), markdown_report_of(series()), f"{IN_MARKDOWN}\r\nmore"])
def test_a_report_is_signed(text: str) -> None:
    assert is_signed(text.encode("utf-8")[:2048])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " " * 2048,
        "run shape-probe report captures",
        f"# Notes\n{IN_MARKDOWN}\n",
        f"{IN_MARKDOWN} is the first line of a report",
        f"# Notes\n{IN_HTML}\n",
        f"<!DOCTYPE html>\n<html>\n<head></head>\n<body>\n{IN_HTML}\n",
        f"<!DOCTYPE html>\n<html>\n<head>\n<style>\n{IN_HTML}\n",
        "<!DOCTYPE html>\n<title>shape-probe report</title>\n",
        "\ud800",
    ],
)
def test_what_only_speaks_of_reports_is_not(text: str) -> None:
    assert not is_signed(text.encode("utf-8", "surrogatepass"))
