"""What `shape-probe run` promises: each promise with its source, and a sentence. `test_requirements.py` holds it.

Sources: `issue` is the order for this product, `design` its numbered decisions, `file` is docs/file-format.md, `ours`
is a choice of ours. A promise is shown by a scripted client, the real listeners and the command as a user starts it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

_Test = TypeVar("_Test", bound=Callable[..., object])


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One promise: where it comes from, and what it says."""

    source: str
    sentence: str


def _of(source: str, sentence: str) -> Requirement:
    return Requirement(source=source, sentence=sentence)


REQUIREMENTS: Final[dict[str, Requirement]] = {
    "capture.messages": _of("file", "An Anthropic Messages client gives a whole capture."),
    "capture.responses": _of("file", "An OpenAI Responses client gives a whole capture, over WebSocket or HTTP."),
    "capture.later-shape": _of("design 10", "What a client shows after an error is kept beside its first shape."),
    "capture.unknown-place": _of("design 5", "Planted text in a place that no rule knows is reported loudly."),
    "capture.same-bytes": _of("design 9", "Runs of one question give the same bytes."),
    "capture.unstable": _of("design 9", "Where runs of one question differ, the verdict names the pointers."),
    "capture.side-by-side": _of("issue", "Several clients run side by side and come in a fixed order."),
    "capture.reply": _of("issue", "A reply mode is what the client gets, and is in the capture."),
    "output.summary": _of("issue", "Stdout has one line a client; all else goes to stderr; the file is valid."),
    "output.json": _of("issue", "With --json or --out - stdout is the shapes file and nothing else."),
    "output.verbose": _of("design", "The log has names and numbers only."),
    "spec.on-path": _of("issue", "Without a SPEC, whatever of the clients is on PATH is run."),
    "client.own-world": _of("issue", "The client's environment is made from nothing; the user's home is left alone."),
    "isolation.environment": _of("design 3", "Without namespaces the capture is the same, and says which it had."),
    "isolation.proxies": _of("design 3", "Without namespaces, proxies point at a port that refuses and counts."),
    "isolation.jail": _of("design 3", "In the jail, look-ups and connections to elsewhere are refused and counted."),
    "isolation.fallback": _of("design 3", "Where namespaces are refused, a run falls back, and the capture says so."),
    "doctor.says-why": _of("issue", "The doctor says what a machine refuses, why, and what to do about it."),
    "end.scratch": _of("issue", "After a run its scratch directory is gone."),
    "end.processes": _of("issue", "After a run nothing that the client started is alive."),
    "end.interrupted": _of("issue", "SIGINT, SIGTERM and SIGHUP end everything; nothing is written."),
    "end.killed": _of("issue", "When the probe itself is killed, the client and its scratch are gone too."),
    "end.closed-stdout": _of("ours", "A stdout that nobody reads, or that takes nothing, is no crash."),
    "leak.placeholders": _of("design 4", "A secret that stands where a name is kept becomes a placeholder."),
    "leak.guard": _of("design 4", "A secret that is spelled otherwise is refused by the guard; nothing is written."),
    "leak.nowhere": _of("issue", "What a client knows is in no file, no output and no log line."),
    "error.spec": _of("issue", "No such client, and a spec that is none, is said with what there is."),
    "error.version": _of("issue", "No such version is said with versions that there are."),
    "error.npm": _of("issue", "A missing npm and one that is offline are told apart."),
    "error.program": _of("issue", "A program that cannot run, or is another one, is said with what to do."),
    "error.condition": _of("issue", "A condition that cannot be used is said with what can."),
    "error.refused": _of("issue", "An isolation that was asked for and is refused is an error, not a fallback."),
    "error.no-request": _of("design 7", "A client that never asks the model is inconclusive."),
    "error.not-listed": _of(
        "design 7", "A client that asks before it has the tools, or without them, is inconclusive."
    ),
    "error.deadline": _of("issue", "The deadline ends a client; what it showed by then stands."),
    "error.body": _of("issue", "A body over the cap, undecodable or no JSON is inconclusive and no crash."),
    "error.output": _of("issue", "An output that cannot be written is said before any client is started."),
    "error.foreign-file": _of("issue", "A file that is not ours, or is newer than we are, is kept."),
    "error.disk-full": _of("issue", "A full disk is said, and the file that was there stays."),
    "baseline.kept": _of("design 7", "An inconclusive capture never replaces an answer to the same question."),
}


def covers(*names: str) -> Callable[[_Test], _Test]:
    """Mark a test as showing these promises.

    Raises:
        KeyError: There is no such promise.
    """
    for name in names:
        REQUIREMENTS[name]

    def marked(test: _Test) -> _Test:
        return test

    return marked
