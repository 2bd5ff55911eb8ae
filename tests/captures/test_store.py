"""Questions and answers: what one file may take from another."""

from typing import Any

import pytest

from captures.errors import FixtureMismatchError
from captures.model import ShapesFile
from captures.store import QuestionKey, merged, question_of, would_lose
from tests.captures.samples import (
    INCONCLUSIVE,
    OBSERVED,
    OTHER_TOOL,
    UNSTABLE,
    a_capture,
    capture,
    client,
    document,
    shapes_file,
    small_capture,
)

QUESTION = QuestionKey(
    client="codex",
    version="0.171.0",
    scenario="first-request",
    requested=(("model", "gpt-6.2-sol"), ("reply", "status:503")),
)


def answer(
    verdict: dict[str, Any],
    version: str = "0.171.0",
    *,
    scenario: str = "first-request",
    traits: dict[str, bool] | None = None,
) -> dict[str, Any]:
    return small_capture(client=client("codex", version), verdict=verdict, scenario=scenario, traits=traits or {})


def test_a_question_is_the_client_the_scenario_and_what_was_asked_for() -> None:
    conditions = capture()["conditions"]
    elsewhere = {
        "requested": dict(reversed(conditions["requested"].items())),
        "observed": {"isolation": "environment", "transport": None},
    }

    assert question_of(a_capture()) == question_of(a_capture(conditions=elsewhere, verdict=INCONCLUSIVE)) == QUESTION


def test_a_question_reads_as_the_command_that_asks_it() -> None:
    assert str(QUESTION) == "codex@0.171.0 first-request model=gpt-6.2-sol reply=status:503"


@pytest.mark.parametrize("verdict", [OBSERVED, UNSTABLE])
def test_an_answer_is_lost_to_an_inconclusive_capture_of_its_question(verdict: dict[str, Any]) -> None:
    old, new = shapes_file(answer(verdict)), shapes_file(answer(INCONCLUSIVE))

    assert would_lose(old, new) == (QUESTION,)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([answer(OBSERVED)], [answer(UNSTABLE)]),
        ([answer(INCONCLUSIVE)], [answer(INCONCLUSIVE)]),
        ([answer(OBSERVED)], [answer(INCONCLUSIVE, "0.172.0")]),
        ([answer(OBSERVED)], [answer(INCONCLUSIVE, scenario="tool-call")]),
        ([answer(OBSERVED)], [answer(INCONCLUSIVE), answer(OBSERVED)]),
        ([answer(OBSERVED)], []),
    ],
)
def test_nothing_is_lost_to_an_answer_or_to_another_question(old: list[Any], new: list[Any]) -> None:
    assert would_lose(shapes_file(*old), shapes_file(*new)) == ()


def test_merging_takes_the_new_answers_and_keeps_the_others() -> None:
    lost, replaced, kept = answer(OBSERVED, "1.0.0"), answer(OBSERVED, "2.0.0"), answer(INCONCLUSIVE, "3.0.0")
    in_vain, better, added = answer(INCONCLUSIVE, "1.0.0"), answer(UNSTABLE, "2.0.0"), answer(INCONCLUSIVE, "4.0.0")

    assert merged(shapes_file(lost, replaced, kept), shapes_file(in_vain, better, added), name="x") == shapes_file(
        lost, kept, better, added
    )


def test_an_inconclusive_capture_gives_way_to_any_new_one() -> None:
    old, new = shapes_file(answer(INCONCLUSIVE)), shapes_file(answer(INCONCLUSIVE, traits={"new": True}))

    assert merged(old, new, name="x") == new


@pytest.mark.parametrize("fixture", [{"tool": {"name": "other"}}, {"more_tools": [OTHER_TOOL]}])
def test_captures_of_different_fixtures_are_not_merged(fixture: dict[str, Any]) -> None:
    other = ShapesFile.model_validate(document(**fixture))

    with pytest.raises(FixtureMismatchError):
        merged(other, shapes_file(), name="x")
