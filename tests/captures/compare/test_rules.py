from typing import Final

from captures.compare.rules import FAMILIES, RULES
from tests.captures.compare.judges import (
    test_answers,
    test_calls,
    test_definitions,
    test_envelopes,
    test_later,
    test_orders,
    test_outcomes,
    test_positions,
    test_requests,
    test_sessions,
    test_sightings,
    test_tools,
    test_traits,
)

TRIGGERS: Final = [
    *test_answers.TRIGGERS,
    *test_calls.TRIGGERS,
    *test_definitions.TRIGGERS,
    *test_envelopes.TRIGGERS,
    *test_later.TRIGGERS,
    *test_orders.TRIGGERS,
    *test_outcomes.TRIGGERS,
    *test_positions.TRIGGERS,
    *test_requests.TRIGGERS,
    *test_sessions.TRIGGERS,
    *test_sightings.TRIGGERS,
    *test_tools.TRIGGERS,
    *test_traits.TRIGGERS,
]


def test_every_rule_has_one_pair_that_triggers_it_and_one_near_it_that_does_not() -> None:
    assert sorted(trigger.finding.rule for trigger in TRIGGERS) == sorted(RULES)


def test_no_two_rules_have_one_id() -> None:
    rules = [rule for family in FAMILIES.values() for rule in family]

    assert [RULES[rule.id] for rule in rules] == rules


def test_titles_are_clauses_and_reasons_are_whole_sentences() -> None:
    assert [rule.id for rule in RULES.values() if rule.title.endswith(".") or not rule.reason.endswith(".")] == []
