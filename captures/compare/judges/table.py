"""The judges, in the order in which they are asked: each sees what those before it have found."""

from typing import Final

from captures.compare.found import Judge
from captures.compare.judges.calls import judge_calls
from captures.compare.judges.envelopes import judge_envelopes
from captures.compare.judges.later import judge_later_shapes, judge_subagents
from captures.compare.judges.orders import judge_orders, judge_others
from captures.compare.judges.outcomes import judge_outcomes, judge_verdicts
from captures.compare.judges.positions import judge_positions
from captures.compare.judges.requests import judge_requests
from captures.compare.judges.sessions import judge_sessions
from captures.compare.judges.sightings import judge_sightings
from captures.compare.judges.tools import judge_tools
from captures.compare.judges.traits import judge_traits

JUDGES: Final[tuple[Judge, ...]] = (
    judge_tools,
    judge_envelopes,
    judge_later_shapes,
    judge_subagents,
    judge_calls,
    judge_sightings,  # of what nothing before it accounts for
    judge_positions,  # the same
    judge_requests,
    judge_sessions,
    judge_traits,
    judge_outcomes,
    judge_verdicts,
    judge_orders,
    judge_others,  # whatever is left
)
