"""Says whether a run shows anything about the tool, and if not, why. It will not look at what was shown."""

from collections.abc import Sequence

from captures.model import Inconclusive, Observed, Reason, Verdict
from sanitize.events import ClientEnded, Event, RequestSeen, ScriptEnded
from sanitize.parts import LogicalRequest
from sanitize.roles import is_model_path
from sanitize.session import has_listed


def verdict_of(events: Sequence[Event], first: LogicalRequest | None, *, is_listed_in_time: bool) -> Verdict:
    """The verdict on a recording; `first` is its first logical model request.

    A body that could not be read is a better reason than a deadline, as it may be what the client waited for.
    """
    reason = _no_request(events) if first is None else first.model.fault
    if reason is None and not has_listed(events):
        reason = "server-never-listed"
    if reason is None and not is_listed_in_time:
        reason = "listed-after-model-request"
    if reason is None:
        reason = _off_script(events)
    return Observed(kind="observed") if reason is None else Inconclusive(kind="inconclusive", reason=reason)


def ended(events: Sequence[Event]) -> ClientEnded | None:
    """How the client ended, None when the recording does not say."""
    return next((event for event in reversed(events) if isinstance(event, ClientEnded)), None)


def _off_script(events: Sequence[Event]) -> Reason | None:
    for event in events:
        if isinstance(event, ScriptEnded):
            if event.unscripted_requests:
                return "unscripted-request"
            if event.unused_turns:
                return "unused-turn"
    return None


def _no_request(events: Sequence[Event]) -> Reason:
    for event in events:
        if isinstance(event, RequestSeen) and is_model_path(event.method, event.path, event.transport) and event.fault:
            return event.fault
    end = ended(events)
    return "deadline-before-model-request" if end is None or end.exit_code is None else "no-model-request"
