"""The report as Markdown: a table and a time line for each client."""

import pytest

from captures.compare.findings import Severity
from captures.compare.history import Change, Release, histories_of, strands_of
from captures.report.markdown import markdown_report_of, table_lines
from captures.report.signature import IN_MARKDOWN
from captures.report.table import tables_of
from captures.report.timeline import markdown_lines
from tests.captures.report.series import UNANNOUNCED, finding, question, series, version
from tests.captures.samples import ABSENT, DESCRIBED, INCONCLUSIVE, INLINE


def test_each_client_has_its_table_and_then_its_time_line() -> None:
    tables = tables_of(strands_of(series()), [each for history in histories_of(series()) for each in history.releases])
    expected = [IN_MARKDOWN, "# How clients show an MCP tool to the model"]
    for table, history in zip(tables, histories_of(series()), strict=True):
        heading, *rest = markdown_lines(history)
        expected += ["", heading, "", *table_lines(table), *rest]

    assert markdown_report_of(series()).split("\n") == [*expected, ""]


def test_a_table_has_a_line_for_each_version() -> None:
    captures = [
        version("1.0.0", tools=[DESCRIBED]),
        version("1.1.0", tools=[UNANNOUNCED], later_shapes=[{"attempt": 2, "tools": [INLINE]}]),
        version("1.2.0", verdict=INCONCLUSIVE),
        version("1.2.0", reply="status:503", tools=[ABSENT]),
    ]
    severities: list[Severity] = ["breaking", "notable", "notable", "cosmetic"]
    changes = [Change(finding=finding(severity=each), questions=(question(),)) for each in severities]
    release = Release(client="codex", version="1.1.0", after="1.0.0", changes=tuple(changes))
    (table,) = tables_of(strands_of(captures), [release])

    said = ["deferred, unannounced", "`via functions.exec`", "then inline", "**1 breaking**", "**2 notable**"]
    assert list(table_lines(table)) == [
        "| Version | first-request<br>`reply=accept` | first-request<br>`reply=status:503` |",
        "| --- | --- | --- |",
        "| `1.2.0` | inconclusive · `server-never-listed` | absent |",
        f"| `1.1.0` | {' · '.join(said)} | no capture |",
        "| `1.0.0` | described · `in exec` | no capture |",
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a|b", "<code>a&#124;b</code>"),
        ("a`b", "<code>a&#96;b</code>"),
        ("a\nb\ud800", "<code>a&#92;nb&#92;ud800</code>"),
    ],
)
def test_a_name_stays_in_its_cell(name: str, shown: str) -> None:
    (table,) = tables_of(strands_of([version("1.0.0", tools=[{**INLINE, "shown_as": name}])]), ())

    assert list(table_lines(table))[2] == f"| `1.0.0` | inline · {shown} |"
