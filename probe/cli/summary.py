"""The summary for a person: one line a client, and the warnings that must not be missed."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from captures.model import (
    AbsentTool,
    Capture,
    Change,
    DeferredTool,
    DescribedTool,
    InlineTool,
    NamespacedTool,
    Reason,
    Renamed,
    ShapesFile,
    ToolShape,
    Truncated,
)

_HEADINGS: Final = ("CLIENT", "VERSION", "CONDITIONS", "SHOWN", "AS", "AT", "CHANGES", "ATTEMPTS", "EXIT", "VERDICT")

_ADVICE: Final[dict[Reason, str]] = {
    "no-model-request": "it ended before it sent a model request; its exit code is in the file. "
    "Try the client's own --version, and the release from npm",
    "server-never-listed": "the synthetic MCP server was never asked for its whole list of tools; "
    "try --set isolation=environment",
    "listed-after-model-request": "it asked the model before it had the tools; run again, with --jobs 1 if busy",
    "deadline-before-model-request": "it sent no model request in time; give it more with --deadline SECONDS",
    "body-over-cap": "its model request was larger than 64 MiB",
    "undecodable-body": "its model request's Content-Encoding could not be undone",
    "body-not-json": "its model request was not JSON",
}


def summary_lines(file: ShapesFile) -> list[str]:
    """Lay the captures out in columns: a heading, and one line for each tool of each capture."""
    rows = [_HEADINGS, *(row for capture in file.captures for row in _rows(capture))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def warnings_about(file: ShapesFile) -> list[str]:
    """Say what must not be missed: inconclusive and unstable captures, unknown places, attempts to leave loopback."""
    return [f"{_title(capture)}: {text}" for capture in file.captures for text in _warnings(capture)]


def _warnings(capture: Capture) -> Iterator[str]:
    match capture.verdict.kind:
        case "inconclusive":
            yield f"inconclusive ({capture.verdict.reason}): {_ADVICE[capture.verdict.reason]}"
        case "unstable":
            yield f"unstable: its runs differ at {', '.join(capture.verdict.pointers)}"
        case "observed":
            pass
        case _:
            assert_never(capture.verdict.kind)
    for sighting in capture.sightings:
        if sighting.place == "unknown":
            place = f"{sighting.token} surfaced at {sighting.pointer}"
            yield f"unknown place: {place}, which no rule knows; please report it"
    outcome = capture.outcome
    if outcome.refused_lookups or outcome.refused_connections:
        yield (
            f"it tried to leave loopback: {outcome.refused_lookups} host names and "
            f"{outcome.refused_connections} connections were refused"
        )


def _title(capture: Capture) -> str:
    return f"{capture.client.name} {capture.client.version}"


def _rows(capture: Capture) -> Iterator[Sequence[str]]:
    outcome = capture.outcome
    conditions = " ".join(f"{key}={value}" for key, value in capture.conditions.requested.items())
    end = (
        "-" if outcome.attempts is None else str(outcome.attempts),
        "deadline" if outcome.exit_code is None else str(outcome.exit_code),
        capture.verdict.kind,
    )
    start = (capture.client.name, capture.client.version, conditions)
    if not capture.tools:
        yield (*start, "-", "-", "-", "-", *end)
    for tool in capture.tools:
        yield (*start, *_cells(tool), *end)


def _cells(tool: ToolShape) -> tuple[str, str, str, str]:
    match tool:
        case InlineTool():
            return ("inline", tool.shown_as, tool.pointer, _changes(tool.changes))
        case NamespacedTool():
            return ("namespaced", f"{tool.namespace}/{tool.shown_as}", tool.pointer, _changes(tool.changes))
        case DescribedTool():
            return (f"described in {tool.inside}", tool.shown_as, tool.pointer, "-")
        case DeferredTool():
            shown = tool.shown_as if tool.announced and tool.shown_as else "not announced"
            return (f"deferred via {tool.via}", shown, tool.pointer or "-", "-")
        case AbsentTool():
            return ("absent", "-", "-", "-")
        case _:
            assert_never(tool)


def _changes(changes: Sequence[Change]) -> str:
    words: dict[str, list[str]] = {}
    for change in changes:
        text = change.path.removeprefix("$.")
        match change:
            case Renamed():
                text = f"{text}→{change.to}"
            case Truncated():
                text = f"{text} ({change.kept} of {change.of})"
            case _:
                pass
        words.setdefault(change.change, []).append(text)
    return "; ".join(f"{word}: {', '.join(texts)}" for word, texts in sorted(words.items())) or "none"
