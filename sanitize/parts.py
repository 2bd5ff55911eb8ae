"""The parts of a logical model request: the model request itself, and the warm-ups that came before it.

In some Codex versions the tools are only in the warm-up, so that the pair is what the model is shown. It will not judge
what is in a part.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from captures.model import CarrierRole, Place
from captures.words import JsonValue
from sanitize.events import Event, RequestSeen
from sanitize.places import ToolEntry, place_of, tool_entries
from sanitize.pointers import FoundString, Steps, strings


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One request of a logical model request, taken apart."""

    role: CarrierRole
    entries: tuple[ToolEntry, ...]
    body: JsonValue = field(repr=False)

    def strings(self, is_wanted: Callable[[FoundString], bool]) -> Iterator[tuple[FoundString, Place]]:
        """The strings of the body that are wanted, each with the kind of place that it stands in."""
        by_steps: dict[Steps, ToolEntry] = {entry.steps: entry for entry in self.entries}
        return ((found, place_of(found.steps, by_steps)) for found in strings(self.body) if is_wanted(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class LogicalRequest:
    """A model request, the warm-ups since the one before, and where the model request stands among them (from 1)."""

    attempt: int
    model: RequestSeen
    warm_ups: tuple[RequestSeen, ...]

    @property
    def is_chained(self) -> bool:
        """Whether it goes on from a response and so keeps the tools of an earlier request (OpenAI Responses)."""
        return isinstance(self.model.body, dict) and bool(self.model.body.get("previous_response_id"))

    def parts(self) -> tuple[Part, ...]:
        """The model request first, then the warm-ups in the order of arrival."""
        warm_ups = (_part("warm-up", request) for request in self.warm_ups)
        return (_part("model", self.model), *warm_ups)

    def carrier(self) -> RequestSeen:
        """The first of its requests, in the order of arrival, that has tools; the model request when none has."""
        arrived = (*self.warm_ups, self.model)
        return next((request for request in arrived if tool_entries(request.body)), self.model)


def _nobody(_request: RequestSeen) -> bool:
    return False


def logical_requests(
    events: Iterable[Event], *, is_apart: Callable[[RequestSeen], bool] = _nobody
) -> tuple[LogicalRequest, ...]:
    """The model requests of a recording, each with its warm-ups.

    Requests that are apart, as those of a sub-agent are, are numbered with the others and have warm-ups of their own.
    """
    logical: list[LogicalRequest] = []
    warm_ups: dict[bool, list[RequestSeen]] = {False: [], True: []}
    for event in events:
        if isinstance(event, RequestSeen) and event.role == "warm-up":
            warm_ups[is_apart(event)].append(event)
        elif isinstance(event, RequestSeen) and event.role == "model":
            own = warm_ups[is_apart(event)]
            logical.append(LogicalRequest(attempt=len(logical) + 1, model=event, warm_ups=tuple(own)))
            own.clear()
    return tuple(logical)


def have_entries(parts: Sequence[Part]) -> bool:
    """Say whether any part has a tool entry."""
    return any(part.entries for part in parts)


def _part(role: CarrierRole, request: RequestSeen) -> Part:
    return Part(role=role, entries=tool_entries(request.body), body=request.body)
