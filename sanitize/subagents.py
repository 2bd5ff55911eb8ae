"""Tells the requests of a sub-agent from those of its parent by names of headers, and says how they differ.

Only in a scenario that starts a sub-agent: elsewhere a request of a client's own helper is judged as any other. All
sub-agents are one child here, as header values, which would tell them apart, are never taken in.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from captures.model import Subagent
from captures.names import NameKind
from captures.words import JsonValue
from sanitize.events import Event, RequestSeen
from sanitize.parts import LogicalRequest, logical_requests
from sanitize.planted import Planted
from sanitize.policy import Policy
from sanitize.shapes import seen_tools

CHILD_HEADERS: Final = frozenset({"x-claude-code-agent-id", "x-codex-parent-thread-id", "x-openai-subagent"})
"""A request with any of them is a child's. Measured with Claude Code 2.1.268 and 2.1.332, Codex 0.154.0 and 0.171.0."""

_OPENED: Final = ("client_metadata", "metadata")
"""Keys of a body whose own keys count too, as `client_metadata.<key>`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The model requests of a run, numbered together, by whose they are."""

    parent: tuple[LogicalRequest, ...]
    child: tuple[LogicalRequest, ...]

    def everyone(self) -> tuple[LogicalRequest, ...]:
        """All of them, in the order of arrival."""
        return tuple(sorted((*self.parent, *self.child), key=lambda request: request.attempt))


def family_of(events: Iterable[Event], *, has_subagent: bool) -> Family:
    """The model requests of a recording. Without a sub-agent all are the parent's."""
    if not has_subagent:
        return Family(parent=logical_requests(events), child=())
    requests = logical_requests(events, is_apart=is_child)
    return Family(
        parent=tuple(request for request in requests if not is_child(request.model)),
        child=tuple(request for request in requests if is_child(request.model)),
    )


def is_child(request: RequestSeen) -> bool:
    """Say whether a sub-agent sent a request; a message counts by the upgrade of its WebSocket."""
    return not CHILD_HEADERS.isdisjoint(name.lower() for name in request.header_names)


def subagent_of(family: Family, planted: Planted, *, policy: Policy) -> Subagent | None:
    """How parent and child differ, and the tools in the child's first request; None when there is no child.

    A name of a header or of a key counts for one of them when all its model requests have it and none of the other's:
    by it any request can be told. Warm-ups do not count, as they differ from model requests in other ways.
    """
    if not family.child:
        return None
    parent, child = _headers(family.parent), _headers(family.child)
    parent_keys, child_keys = _body_keys(family.parent), _body_keys(family.child)
    first = family.child[0].parts()
    return Subagent(
        header_names_of_child=_named(_marks(child, parent), "header", policy=policy),
        header_names_of_parent=_named(_marks(parent, child), "header", policy=policy),
        body_keys_of_child=_named(_marks(child_keys, parent_keys), "key", policy=policy),
        body_keys_of_parent=_named(_marks(parent_keys, child_keys), "key", policy=policy),
        tools=tuple(seen.shape for seen in seen_tools(first, planted, policy=policy)),
    )


def _headers(requests: Sequence[LogicalRequest]) -> list[frozenset[str]]:
    return [frozenset(name.lower() for name in request.model.header_names) for request in requests]


def _body_keys(requests: Sequence[LogicalRequest]) -> list[frozenset[str]]:
    """Of each body; one that could not be read says nothing."""
    return [frozenset(_keys(request.model.body)) for request in requests if request.model.fault is None]


def _marks(own: Sequence[frozenset[str]], others: Sequence[frozenset[str]]) -> frozenset[str]:
    return frozenset.intersection(*own).difference(*others) if own else frozenset()


def _keys(body: JsonValue) -> Iterator[str]:
    if not isinstance(body, dict):
        return
    yield from body
    for key in _OPENED:
        match body.get(key):
            case dict() as inner:
                yield from (f"{key}.{name}" for name in inner)


def _named(names: Iterable[str], kind: NameKind, *, policy: Policy) -> tuple[str, ...]:
    return tuple(sorted({policy.name(name, kind) for name in names}))
