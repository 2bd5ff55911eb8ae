"""From a recording to a capture: the one way from raw text to what may be written. Pure.

Rules of this file: it puts together what the modules of `sanitize` conclude and decides nothing itself; nothing of a
body goes past `sanitize.policy`. It will not judge whether the client is right.
"""

from collections.abc import Sequence

from captures.model import Capture, ClientId, Conditions, Inconclusive, ObservedConditions, Outcome
from sanitize.answers import FoundAnswer, answers_in
from sanitize.calls import calls_of
from sanitize.envelopes import envelopes_of
from sanitize.events import Event, ReplySent, RequestSeen
from sanitize.later import later_shapes
from sanitize.loaded import with_loaded
from sanitize.parts import LogicalRequest
from sanitize.planted import Planted
from sanitize.policy import Policy, policy_of
from sanitize.question import Question
from sanitize.requests import request_groups
from sanitize.session import mcp_session
from sanitize.shapes import seen_tools
from sanitize.subagents import family_of, subagent_of
from sanitize.tokens import sightings_of
from sanitize.traits import traits_of
from sanitize.verdicts import ended, verdict_of


def capture_of(events: Sequence[Event], question: Question, planted: Planted) -> Capture:
    """The sanitized record of the run that `events` are of.

    An inconclusive capture says nothing of tools: it keeps the requests, the MCP session and how the run ended.
    """
    family = family_of(events, has_subagent=question.has_subagent)
    first = family.parent[0] if family.parent else None
    mcp = mcp_session(events, first)
    verdict = verdict_of(events, first, is_listed_in_time=mcp.listed_before_model_request)
    outcome = _outcome(events, attempts=len(family.everyone()))
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
    if first is None or isinstance(verdict, Inconclusive):
        return bare
    policy = policy_of(planted)
    answers = answers_in(family.everyone())
    asked = [call.call_id for call in question.calls if call.expects == "loaded"]
    loading = [answers[call_id] for call_id in asked if call_id in answers]
    return _with_tools(bare, family.parent, loading=loading, planted=planted, policy=policy).model_copy(
        update={
            "calls": calls_of(question.calls, events, answers=answers, planted=planted, policy=policy),
            "subagent": subagent_of(family, planted, policy=policy),
        }
    )


def _with_tools(
    bare: Capture,
    requests: Sequence[LogicalRequest],
    *,
    loading: Sequence[FoundAnswer],
    planted: Planted,
    policy: Policy,
) -> Capture:
    first, *others = requests
    parts = first.parts()
    seen = seen_tools(parts, planted, policy=policy)
    shapes = tuple(tool.shape for tool in seen)
    carriers = [tool.carrier for tool in seen if tool.carrier is not None]
    return bare.model_copy(
        update={
            "tools": with_loaded(shapes, others, answers=loading, planted=planted, policy=policy),
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
