"""What a run asked, as a value: everything in a capture that does not come from what the client did."""

from dataclasses import dataclass, field

from captures.words import Isolation


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One client, one scenario, the conditions as asked for, and the isolation that the run had."""

    client: str
    version: str
    scenario: str
    requested: dict[str, str] = field(default_factory=dict)
    isolation: Isolation
