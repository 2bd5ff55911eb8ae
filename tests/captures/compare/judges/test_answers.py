from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import CALL

WHOLE: Final = {"token": "result.text", "head": 4000, "tail": 0, "of": 4000}


def block(*planted: dict[str, Any], length: int = 4000, **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field
    text = {"pointer": "$.input[0].output[0].text", "length": length, "planted": list(planted)}
    return {"type": "input_text", "keys": ["text"], "texts": [text], **changes}


def answered(*blocks: dict[str, Any], **changes: Any) -> Changes:  # noqa: ANN401 - any field of an answer
    return {"calls": [{**CALL, "answer": {**CALL["answer"], "blocks": list(blocks), **changes}}]}


UNANSWERED: Final[Changes] = {"calls": [{**CALL, "answer": None}]}

TRIGGERS: Final = [
    Trigger(
        old=UNANSWERED,
        new=answered(block(WHOLE)),
        finding=finding_of(
            "answer-now-comes",
            "$.calls[0].answer",
            "The answer to exec-identifier: now given",
            before=False,
            after=True,
        ),
        near=(answered(block(WHOLE)), UNANSWERED),
    ),
    Trigger(
        old=answered(block(WHOLE)),
        new=UNANSWERED,
        finding=finding_of(
            "answer-no-longer-comes",
            "$.calls[0].answer",
            "The answer to exec-identifier: no longer given",
            before=True,
            after=False,
        ),
        near=(UNANSWERED, answered(block(WHOLE))),
    ),
    Trigger(
        old=answered(block(WHOLE)),
        new=answered(block()),
        finding=finding_of(
            "result-text-lost",
            "$.calls[0].answer.blocks[0].texts[0].planted[0]",
            "The answer to exec-identifier: result.text no longer arrives",
            before=["result.text"],
            after=None,
        ),
        near=(answered(block(WHOLE)), answered(block({**WHOLE, "head": 20}))),
    ),
    Trigger(
        old=answered(block()),
        new=answered(block(WHOLE)),
        finding=finding_of(
            "result-text-arrives",
            "$.calls[0].answer.blocks[0].texts[0].planted[0]",
            "The answer to exec-identifier: result.text now arrives",
            before=None,
            after=["result.text"],
        ),
        near=(answered(block({**WHOLE, "head": 20})), answered(block(WHOLE))),
    ),
    Trigger(
        old=answered(block(WHOLE)),
        new=answered(block({**WHOLE, "head": 1500, "tail": 500}, length=2000)),
        finding=finding_of(
            "result-text-cut-differently",
            "$.calls[0].answer.blocks[0].texts[0].length",
            "The answer to exec-identifier: 2,000 of 4,000 characters of result.text arrive, no longer 4,000",
            before=4000,
            after=2000,
            also=(
                "$.calls[0].answer.blocks[0].texts[0].planted[0].head",
                "$.calls[0].answer.blocks[0].texts[0].planted[0].tail",
            ),
        ),
        near=(
            answered(block({**WHOLE, "head": 30, "tail": 20})),
            answered(block({**WHOLE, "head": 30}), block({**WHOLE, "head": 0, "tail": 20})),
        ),
    ),
    Trigger(
        old=answered(block()),
        new=answered(block(), block()),
        finding=finding_of(
            "answer-form-changed",
            "$.calls[0].answer.blocks",
            "The answer to exec-identifier: 2 input_text blocks instead of 1 input_text block",
            before="1 input_text block",
            after="2 input_text blocks",
        ),
        near=(answered(block()), answered(block(length=40))),
    ),
    Trigger(
        old=answered(block()),
        new=answered(block(), is_error=None),
        finding=finding_of(
            "answer-error-mark-changed",
            "$.calls[0].answer.is_error",
            "The answer to exec-identifier: without a mark for errors, no longer marked as no error",
            before=False,
            after=None,
        ),
        near=(answered(block()), answered(block(type="string"))),
    ),
    Trigger(
        old=answered(block()),
        new=answered(block(length=40)),
        finding=finding_of(
            "answer-wording-changed",
            "$.calls[0].answer.blocks[0].texts[0].length",
            "The answer to exec-identifier: the client's own words around the result are longer or shorter",
            before=4000,
            after=40,
        ),
        near=(answered(block(WHOLE)), answered(block(length=40))),
    ),
    Trigger(
        old=answered(block()),
        new=answered(block(), attempt=3),
        finding=finding_of(
            "answer-at-another-request",
            "$.calls[0].answer.attempt",
            "The answer to exec-identifier: now in another model request",
            before=2,
            after=3,
        ),
        near=(answered(block()), answered(block(), pointer="$.input[1]")),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def two(*blocks: dict[str, Any]) -> Changes:
    """Two calls with the same answer."""
    (call,) = answered(*blocks)["calls"]
    return {"calls": [call, {**call, "route": "direct"}]}


def test_the_same_change_in_several_answers_is_one_finding() -> None:
    assert [(each.sentence, each.also) for each in found(two(block(WHOLE)), two(block()))] == [
        (
            "The answers to exec-identifier and direct: result.text no longer arrives",
            ("$.calls[1].answer.blocks[0].texts[0].planted[0]",),
        )
    ]


def test_parts_of_a_text_in_several_blocks_count_together() -> None:
    whole = answered(block({**WHOLE, "head": 1500, "tail": 1500}))
    in_parts = answered(block({**WHOLE, "head": 1500}), block({**WHOLE, "head": 0, "tail": 1500}))

    assert rules_of(whole, in_parts) == ["answer-form-changed"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (answered(block()), answered(block(), type="tool_result"), "tool_result instead of custom_tool_call_output"),
        (
            answered(block()),
            answered(block(keys=["text", "cache_control"])),
            "input_text with text and cache_control instead of input_text with text",
        ),
        (
            answered(block(), block(type="image", keys=[])),
            answered(block(type="image", keys=[]), block()),
            "image with nothing, input_text with text instead of input_text with text, image with nothing",
        ),
        (answered(block()), answered(), "nothing instead of 1 input_text block"),
    ],
)
def test_forms_are_told_apart_in_as_little_detail_as_it_takes(old: Changes, new: Changes, words: str) -> None:
    assert [each.sentence for each in found(old, new)] == [f"The answer to exec-identifier: {words}"]


def test_a_text_that_is_lost_and_one_that_comes_are_two_findings() -> None:
    old, new = answered(block(WHOLE)), answered(block({**WHOLE, "token": "result.image"}))

    assert [each.sentence for each in found(old, new)] == [
        "The answer to exec-identifier: result.text no longer arrives",
        "The answer to exec-identifier: result.image now arrives",
    ]


def test_a_mark_for_errors_is_told_with_the_one_before() -> None:
    old, new = answered(block(), is_error=True), answered(block(), is_error=False)

    assert [each.sentence for each in found(old, new)] == [
        "The answer to exec-identifier: marked as no error, no longer marked as an error"
    ]
