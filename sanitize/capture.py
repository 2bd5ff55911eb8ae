"""From a recording to a capture: the one way from raw text to what may be written. Pure.

Rules of this file: it puts together what the modules of `sanitize` conclude and decides nothing itself; nothing of a
body goes past `sanitize.policy`. It will not judge whether the client is right.
"""

from collections.abc import Sequence

from captures.model import Capture, ClientId, Conditions, Inconclusive, ObservedConditions, Outcome
from sanitize.envelopes import envelopes_of
from sanitize.events import Event, ReplySent, RequestSeen
from sanitize.later import later_shapes
from sanitize.parts import LogicalRequest, logical_requests
from sanitize.planted import Planted
from sanitize.policy import policy_of
from sanitize.question import Question
from sanitize.requests import request_groups
from sanitize.session import mcp_session
from sanitize.shapes import seen_tools
from sanitize.tokens import sightings_of
from sanitize.traits import traits_of
from sanitize.verdicts import ended, verdict_of


def capture_of(events: Sequence[Event], question: Question, planted: Planted) -> Capture:
    """The sanitized record of the run that `events` are of.

    An inconclusive capture says nothing of tools: it keeps the requests, the MCP session and how the run ended.
    """
    logical = logical_requests(events)
    first = logical[0] if logical else None
    mcp = mcp_session(events, first)
    verdict = verdict_of(events, first, is_listed_in_time=mcp.listed_before_model_request)
    outcome = _outcome(events, attempts=len(logical))
    bare = Capture(
        client=ClientId(name=question.client, version=question.version),
        scenario=question.scenario,
        conditions=Conditions(
            requested=dict(question.requested),
            observed=ObservedConditions(
                isolation=question.isolation, transport=None if first is None else first.model.transport
            ),
        ),
        verdict=verdict,
        mcp=mcp,
        requests=request_groups(
            (event for event in events if isinstance(event, RequestSeen)), is_complete=outcome.exit_code is not None
        ),
        tools=(),
        envelopes=(),
        traits={},
        sightings=(),
        later_shapes=(),
        outcome=outcome,
    )
    return bare if first is None or isinstance(verdict, Inconclusive) else _with_tools(bare, logical, planted)


def _with_tools(bare: Capture, logical: Sequence[LogicalRequest], planted: Planted) -> Capture:
    first, *others = logical
    policy = policy_of(planted)
    parts = first.parts()
    seen = seen_tools(parts, planted, policy=policy)
    shapes = tuple(tool.shape for tool in seen)
    carriers = [tool.carrier for tool in seen if tool.carrier is not None]
    return bare.model_copy(
        update={
            "tools": shapes,
            "envelopes": envelopes_of(carriers, policy=policy),
            "traits": traits_of(entry for part in parts for entry in part.entries),
            "sightings": sightings_of(parts, planted, policy=policy),
            "later_shapes": later_shapes(shapes, others, planted, policy=policy),
        }
    )


def _outcome(events: Sequence[Event], *, attempts: int) -> Outcome:
    end = ended(events)
    if end is None:  # the recording stops early: as if the deadline had ended the run
        return Outcome(exit_code=None, attempts=None, turn_completed=False, refused_lookups=0, refused_connections=0)
    is_answered = any(
        isinstance(event, ReplySent) and event.role == "model" and event.is_completion for event in events
    )
    return Outcome(
        exit_code=end.exit_code,
        attempts=None if end.exit_code is None else attempts,
        turn_completed=is_answered and end.said_completed,
        refused_lookups=end.refused_lookups,
        refused_connections=end.refused_connections,
    )
