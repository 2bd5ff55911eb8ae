"""All rules of comparing by their ids: what users set severities for and accept. Each stands with its judge."""

from collections.abc import Mapping
from typing import Final

from captures.compare.judges import (
    answers,
    calls,
    definitions,
    envelopes,
    later,
    orders,
    outcomes,
    positions,
    requests,
    sessions,
    sightings,
    tools,
    traits,
)
from captures.compare.rule import Rule

FAMILIES: Final[Mapping[str, tuple[Rule, ...]]] = {
    "Tools": tools.RULES,
    "Definitions": definitions.RULES,
    "Positions": positions.RULES,
    "Envelopes": envelopes.RULES,
    "Sightings": sightings.RULES,
    "Later shapes and sub-agents": later.RULES,
    "Calls and their answers": (*calls.RULES, *answers.RULES),
    "Requests": requests.RULES,
    "The MCP session and the isolation": sessions.RULES,
    "Traits": traits.RULES,
    "Outcome and verdict": outcomes.RULES,
    "Anything else": orders.RULES,
}
"""What a rule is about, in the order of docs/rules.md."""

RULES: Final[Mapping[str, Rule]] = {rule.id: rule for family in FAMILIES.values() for rule in family}
"""Every rule by its id."""
