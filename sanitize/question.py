"""What a run asked, as values: everything in a capture that does not come from what the client did.

It imports nothing heavy, as it can be built before the client is started.
"""

from dataclasses import dataclass, field
from typing import Literal

from captures.words import CallKind, Isolation

Expected = Literal["answer", "loaded"]
"""What a call is made for: `answer`, what comes back from the tool; `loaded`, the definitions of deferred tools."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAsked:
    """A call that the script has the model make.

    `route` is the script's word for it; `call_id` is what the client's answer names; `shown_as` and `namespace` are
    what the model calls (for a program: the name in it). `query` is the argument by which the call is known at the
    synthetic server, None for a call that cannot get there. No two calls have one id or one query.
    """

    route: str
    kind: CallKind
    call_id: str
    shown_as: str
    namespace: str | None = None
    query: str | None = None
    expects: Expected = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One client, one scenario, the conditions as asked for, and the isolation that the run had.

    `calls` are what the script calls, in its order. `has_subagent` says that it starts a sub-agent, so that the
    requests of the sub-agent are told from those of its parent.
    """

    client: str
    version: str
    scenario: str
    requested: dict[str, str] = field(default_factory=dict)
    isolation: Isolation
    calls: tuple[CallAsked, ...] = ()
    has_subagent: bool = False
