"""The report page: one HTML text with everything in it, which asks nobody for anything. It finds no difference itself.

The template, the style and the script stand in `template/`; the script is put together from its parts here.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from captures.compare.comparing import compared
from captures.compare.findings import Severity
from captures.compare.history import histories_of, remembering, strands_of
from captures.compare.one_line import one_line
from captures.model import Capture
from captures.report.cells import STATES
from captures.report.embedded import data_of, script_text
from captures.report.links import cell_link, comparison_link
from captures.report.requests import runs_of
from captures.report.signature import IN_HTML
from captures.report.table import ClientTable, conditions_of, tables_of
from captures.report.timeline import RULE_OF_READING, grouped, skipped_in_words, summary_of

SIGNS: Final[Mapping[Severity, str]] = {"breaking": "▲", "notable": "◆", "cosmetic": "○"}
"""Colour is never the only sign."""

_SCRIPTS: Final = (
    "start.js",
    "hash.js",
    "align.js",
    "match.js",
    "marks.js",
    "rows.js",
    "compare.js",
    "choice.js",
    "filter.js",
    "table.js",
    "end.js",
)
"""In the order in which they are put together, as one script."""


def page_of(captures: Sequence[Capture]) -> str:
    """The whole page. `captures` are one set, as `captures.compare.history.captures_of` gives it.

    The same captures make the same text.
    """
    loader = PackageLoader("captures.report", "template")
    environment = Environment(
        loader=loader,
        autoescape=True,
        finalize=_as_seen,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    compare = remembering(compared)
    strands, histories = strands_of(captures), histories_of(captures, compare=compare)
    tables = tables_of(strands, [release for history in histories for release in history.releases])
    style, *scripts = (loader.get_source(environment, name)[0] for name in ("page.css", *_SCRIPTS))
    script = "".join(scripts)
    return environment.get_template("page.html.j2").render(
        # The parts: each is escaped already, or ours.
        mark=Markup(IN_HTML),  # noqa: S704 - our own text
        style=Markup(style),  # noqa: S704 - our own file
        style_hash=_hash_of(style),
        script=Markup(script),  # noqa: S704 - our own files
        script_hash=_hash_of(script),
        data=Markup(script_text(data_of(strands, compare=compare))),  # noqa: S704 - see `script_text`
        # The values.
        clients=[table.client for table in tables],
        scenarios=sorted({strand.question.scenario for strand in strands}),
        states=_states_in(tables),
        facts=_facts(captures, tables),
        tables=tables,
        histories=histories,
        strands=strands,
        numbers={str(strand.question): number for number, strand in enumerate(strands)},
        # The words.
        words=STATES,
        signs=SIGNS,
        rule_of_reading=RULE_OF_READING,
        cell_link=cell_link,
        comparison_link=comparison_link,
        conditions_of=conditions_of,
        grouped=grouped,
        runs_of=runs_of,
        skipped_in_words=skipped_in_words,
        summary_of=summary_of,
    )


def _as_seen(value: object) -> str:
    """What a value of the template shows: a name on one line, as it is seen; the parts as they are."""
    return value if isinstance(value, Markup) else one_line(str(value))


def _hash_of(text: str) -> str:
    """The text of an element, as a Content Security Policy names it (Level 3, section 2.3.1)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _states_in(tables: Sequence[ClientTable]) -> list[str]:
    there = {
        "missing" if entry is None else entry.cell.state
        for table in tables
        for row in table.rows
        for entry in row.entries
    }
    return [state for state in STATES if state in there]


def _facts(captures: Sequence[Capture], tables: Sequence[ClientTable]) -> str:
    numbers = {
        "capture": len(captures),
        "client": len(tables),
        "version": sum(len(table.rows) for table in tables),
        "question": sum(len(table.questions) for table in tables),
    }
    return " · ".join(f"{number} {word}{'' if number == 1 else 's'}" for word, number in numbers.items())
