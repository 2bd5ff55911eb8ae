"""The summary for a person: one line a tool, one a call of a script, and the warnings that must not be missed."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never

from captures.model import (
    AbsentTool,
    Answer,
    Call,
    Capture,
    Change,
    DeferredTool,
    DescribedTool,
    InlineTool,
    NamespacedTool,
    Reason,
    Renamed,
    ShapesFile,
    Survival,
    ToolShape,
    Truncated,
)

_HEADINGS: Final = ("CLIENT", "VERSION", "CONDITIONS", "SHOWN", "AS", "AT", "CHANGES", "ATTEMPTS", "EXIT", "VERDICT")

_CALL_HEADINGS: Final = ("CLIENT", "VERSION", "CONDITIONS", "ROUTE", "CALLS", "REACHED", "ANSWER")

_ADVICE: Final[dict[Reason, str]] = {
    "no-model-request": "it ended before it sent a model request; its exit code is in the file. "
    "Start the client by hand to see what it says, or try another release",
    "server-never-listed": "the synthetic MCP server was never asked for its whole list of tools; "
    "try --set isolation=environment",
    "listed-after-model-request": "it asked the model before it had the tools; run again, with --jobs 1 if busy",
    "deadline-before-model-request": "it sent no model request in time; give it more with --deadline SECONDS",
    "body-over-cap": "its model request was larger than 64 MiB",
    "undecodable-body": "its model request's Content-Encoding could not be undone",
    "body-not-json": "its model request was not JSON",
    "unscripted-request": "it sent a model request that the script has no turn for; --verbose shows what came when",
    "unused-turn": "it never asked for a turn of the script; --verbose names it, and shows what came when",
}


def summary_lines(file: ShapesFile) -> list[str]:
    """Lay the captures out in columns: a heading, and one line for each tool of each capture.

    Where scripts called something, a second table has a line for each call; what marks a sub-agent follows.
    """
    lines = _table([_HEADINGS, *(row for capture in file.captures for row in _rows(capture))])
    calls = [row for capture in file.captures for row in _call_rows(capture)]
    if calls:
        lines += ["", *_table([_CALL_HEADINGS, *calls])]
    subagents = [line for capture in file.captures for line in _subagent_lines(capture)]
    return [*lines, "", *subagents] if subagents else lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
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
    yield from _later(capture)
    outcome = capture.outcome
    if outcome.refused_lookups or outcome.refused_connections:
        names = _counted(outcome.refused_lookups, "host name")
        connections = _counted(outcome.refused_connections, "connection")
        yield f"it tried to leave loopback: {names} and {connections} were refused"
    if capture.conditions.observed.isolation == "environment" and "isolation" not in capture.conditions.requested:
        yield (
            "it ran without a jail, as this machine has no namespaces for it: nothing but its environment kept it on "
            "loopback; `shape-probe doctor` says what to do"
        )


def _later(capture: Capture) -> Iterator[str]:
    for later in capture.later_shapes:
        for tool, first in zip(later.tools, capture.tools, strict=True):
            if _seen(tool) != _seen(first):
                shown, name, *_ = _cells(tool)
                yield f"from model request {later.attempt} on it shows {tool.name} otherwise: {shown}, {name}"


def _seen(tool: ToolShape) -> dict[str, Any]:
    """What the model is shown, wherever it stands."""
    return tool.model_dump(exclude={"pointer", "role"})


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _title(capture: Capture) -> str:
    return f"{capture.client.name} {capture.client.version}"


def _rows(capture: Capture) -> Iterator[Sequence[str]]:
    outcome = capture.outcome
    end = (
        "-" if outcome.attempts is None else str(outcome.attempts),
        "deadline" if outcome.exit_code is None else str(outcome.exit_code),
        capture.verdict.kind,
    )
    start = _start(capture)
    if not capture.tools:
        yield (*start, "-", "-", "-", "-", *end)
    for tool in capture.tools:
        shown, name, *more = _cells(tool)
        # What is shown of one of several tools need not have its name.
        yield (*start, shown, name if len(capture.tools) == 1 else f"{tool.name}: {name}", *more, *end)


def _start(capture: Capture) -> tuple[str, str, str]:
    conditions = " ".join(f"{key}={value}" for key, value in capture.conditions.requested.items())
    return (capture.client.name, capture.client.version, conditions)


def _call_rows(capture: Capture) -> Iterator[Sequence[str]]:
    for call in capture.calls:
        reached = "yes" if call.reached_server else "no"
        yield (*_start(capture), call.route, _called(call), reached, _answered(call.answer))


def _called(call: Call) -> str:
    return call.shown_as if call.namespace is None else f"{call.namespace}/{call.shown_as}"


def _answered(answer: Answer | None) -> str:
    """The blocks of an answer, what is planted in them, and its own mark of an error."""
    if answer is None:
        return "none"
    blocks = ", ".join(block.type for block in answer.blocks) or "nothing"
    survivals = [each for block in answer.blocks for text in block.texts for each in text.planted]
    planted = f" with {', '.join(map(_survived, survivals))}" if survivals else ""
    return f"{'error: ' if answer.is_error else ''}{blocks}{planted}"


def _survived(survival: Survival) -> str:
    if survival.head == survival.of:
        return survival.token
    return f"{survival.token} ({survival.head} and {survival.tail} of {survival.of})"


def _subagent_lines(capture: Capture) -> Iterator[str]:
    subagent = capture.subagent
    if subagent is not None:
        marks = (*subagent.header_names_of_child, *subagent.body_keys_of_child)
        for tool in subagent.tools:
            shown, name, *_ = _cells(tool)
            yield f"{_title(capture)}: a sub-agent has {', '.join(marks) or 'no mark'}; {tool.name}: {shown}, {name}"


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
            loaded = "-" if tool.loaded is None else f"loaded; {_changes(tool.loaded.changes)}"
            return (f"deferred via {tool.via}", shown, tool.pointer or "-", loaded)
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
