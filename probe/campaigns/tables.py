"""How a matrix ended, for people and for programs: a table of versions and conditions, a list of what went wrong, JSON.

Pure, and the same for the same outcomes: nothing of it depends on the terminal, on the time or on the order of ending.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, assert_never

from captures.model import Capture
from probe.campaigns.cells import Cell
from probe.campaigns.folder import path_of
from probe.campaigns.outcomes import Answered, Failed, Outcome

Outcomes = Mapping[Cell, Outcome]

_UNKNOWN: Final = "-"
"""The word for a cell that nobody asks, or that was not reached."""


def table_lines(cells: Sequence[Cell], outcomes: Outcomes) -> list[str]:
    """One table a client: a line for each version, a column for each scenario and conditions.

    What is the same in all columns stands above the table; the heads of the columns say the rest.
    """
    lines: list[str] = []
    for client in dict.fromkeys(cell.client for cell in cells):
        lines += [*([""] if lines else []), *_client_lines([cell for cell in cells if cell.client == client], outcomes)]
    return lines


def word_of(outcome: Outcome | None) -> str:
    """One word for a cell: how the tools are presented, or why that cannot be said."""
    match outcome:
        case None:
            return _UNKNOWN
        case Failed():
            return "refused" if outcome.exit_code == 4 else "failed"
        case Answered(capture=capture):
            kind = capture.verdict.kind
            return kind if kind != "observed" else "+".join(_presentations(capture)) or "nothing"
        case _:
            assert_never(outcome)


def trouble_lines(outcomes: Iterable[Outcome]) -> list[str]:
    """One line for each cell that failed, is inconclusive or unstable, or shows a token where no rule knows the place.

    Cells of one version that failed for the same reason are one line.
    """
    found = [(_name(outcome.cell), outcome.cell, says) for outcome in outcomes for says in _troubles(outcome)]
    lines = []
    for (release, says), group in groupby(found, key=lambda each: (each[1].release, each[2])):
        mine = list(group)
        lines.append(f"{mine[0][0]}: {says}" if len(mine) == 1 else f"{release} ({len(mine)} cells): {says}")
    return lines


def summary_of(cells: Sequence[Cell], outcomes: Outcomes, directory: Path) -> dict[str, object]:
    """The same for programs: JSON values. `file` is relative to `directory`, `says` null where nothing went wrong."""
    rows = [_row(cell, outcomes.get(cell), directory) for cell in cells]
    words = [word_of(outcomes.get(cell)) for cell in cells]
    return {
        "directory": str(directory),
        "counts": {
            "cells": len(cells),
            "answered": sum(isinstance(outcome, Answered) for outcome in outcomes.values()),
            "new": sum(isinstance(outcome, Answered) and outcome.is_new for outcome in outcomes.values()),
            "inconclusive": words.count("inconclusive"),
            "unstable": words.count("unstable"),
            "failed": sum(isinstance(outcome, Failed) for outcome in outcomes.values()),
        },
        "cells": rows,
    }


def _client_lines(cells: Sequence[Cell], outcomes: Outcomes) -> list[str]:
    columns = list(dict.fromkeys(_asked(cell) for cell in cells))
    axes = list(dict.fromkeys(axis for column in columns for axis, _ in column))
    varying = [axis for axis in axes if len({dict(column).get(axis) for column in columns}) > 1]
    common = [_said(axis, value) for axis, value in columns[0] if axis not in varying]
    by_place = {(cell.version, _asked(cell)): cell for cell in cells}
    heads = [["", *(_head(axis, column) for column in columns)] for axis in varying]
    body = [
        [version, *(word_of(_at(by_place, outcomes, version, column)) for column in columns)]
        for version in dict.fromkeys(cell.version for cell in cells)
    ]
    rows = [*heads, *body]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [" ".join([cells[0].client, *common]), *table]


def _asked(cell: Cell) -> tuple[tuple[str, str], ...]:
    return (("scenario", cell.scenario), *cell.conditions)


def _head(axis: str, column: tuple[tuple[str, str], ...]) -> str:
    value = dict(column).get(axis)
    return _UNKNOWN if value is None else _said(axis, value)


def _said(axis: str, value: str) -> str:
    return value if axis == "scenario" else f"{axis}={value}"


def _at(
    cells: Mapping[tuple[str, tuple[tuple[str, str], ...]], Cell],
    outcomes: Outcomes,
    version: str,
    column: tuple[tuple[str, str], ...],
) -> Outcome | None:
    cell = cells.get((version, column))
    return None if cell is None else outcomes.get(cell)


def _presentations(capture: Capture) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tool.presentation for tool in capture.tools))


def _name(cell: Cell) -> str:
    conditions = "".join(f" {axis}={value}" for axis, value in cell.conditions)
    return f"{cell.release} {cell.scenario}{conditions}"


def _troubles(outcome: Outcome) -> list[str]:
    match outcome:
        case Failed():
            return [outcome.says]
        case Answered(capture=capture):
            verdict = capture.verdict
            unknown = [seen.pointer for seen in capture.sightings if seen.place == "unknown"]
            says = [f"a token surfaced at {pointer}, which no rule knows; please report it" for pointer in unknown]
            if verdict.kind == "inconclusive":
                says.append(f"inconclusive ({verdict.reason}); `{outcome.cell.command}` says what to do")
            if verdict.kind == "unstable":
                says.append(f"unstable: its runs differ at {', '.join(verdict.pointers)}")
            return says
        case _:
            assert_never(outcome)


def _row(cell: Cell, outcome: Outcome | None, directory: Path) -> dict[str, object]:
    troubles = [] if outcome is None else _troubles(outcome)
    is_answered = isinstance(outcome, Answered)
    return {
        "client": cell.client,
        "version": cell.version,
        "scenario": cell.scenario,
        "conditions": dict(cell.conditions),
        "outcome": _kind(outcome),
        "presentations": list(_presentations(outcome.capture)) if isinstance(outcome, Answered) else [],
        "is_new": isinstance(outcome, Answered) and outcome.is_new,
        "file": path_of(directory, cell).relative_to(directory).as_posix() if is_answered else None,
        "says": "; ".join(troubles) or None,
    }


def _kind(outcome: Outcome | None) -> str:
    match outcome:
        case None:
            return "not reached"
        case Failed():
            return word_of(outcome)
        case Answered(capture=capture):
            return capture.verdict.kind
        case _:
            assert_never(outcome)
