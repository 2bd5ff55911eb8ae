"""The report as GitHub-flavoured Markdown: the table and the time line."""

from collections.abc import Iterator, Sequence

from captures.compare.findings import Question
from captures.compare.formats.markdown_text import code, escaped
from captures.compare.history import histories_of, strands_of
from captures.model import Capture
from captures.report.cells import STATES
from captures.report.signature import IN_MARKDOWN
from captures.report.table import ClientTable, Entry, conditions_of, tables_of
from captures.report.timeline import markdown_lines


def markdown_report_of(captures: Sequence[Capture]) -> str:
    """The whole text. `captures` are one set, as `captures.compare.history.captures_of` gives it."""
    histories = histories_of(captures)
    tables = tables_of(strands_of(captures), [release for history in histories for release in history.releases])
    lines = [IN_MARKDOWN, "# How clients show an MCP tool to the model"]
    for table, history in zip(tables, histories, strict=True):
        heading, *changes = markdown_lines(history)
        lines += ["", heading, "", *table_lines(table), *changes]
    return "\n".join((*lines, ""))


def table_lines(table: ClientTable) -> Iterator[str]:
    """The table of a client, line by line."""
    yield _row("Version", [_heading(question) for question in table.questions])
    yield _row("---", ["---" for _ in table.questions])
    for row in table.rows:
        yield _row(code(row.version), [_cell(entry) for entry in row.entries])


def _heading(question: Question) -> str:
    return f"{escaped(question.scenario)}<br>{code(conditions_of(question))}"


def _row(head: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join((head, *cells))} |"


def _cell(entry: Entry | None) -> str:
    if entry is None:
        return STATES["missing"][0]
    cell = entry.cell
    parts = [escaped(STATES[cell.state][0])]
    if cell.detail:
        parts.append(code(cell.detail))
    if cell.later:
        parts.append(escaped(cell.later))
    if entry.mark is not None:
        parts += [f"**{count} {severity}**" for severity, count in entry.mark.told()]
    return " · ".join(parts)
