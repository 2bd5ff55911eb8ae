from typing import Any, Final

import pytest

from captures.compare.findings import Comparison, Comparisons, NotCompared, Question
from captures.compare.pairing import compared_files
from captures.errors import FixtureMismatchError
from captures.model import ShapesFile
from tests.captures.compare.pairs import finding_of, outcome
from tests.captures.samples import INCONCLUSIVE, OTHER_TOOL, client, document, full_file, shapes_file, small_capture

QUESTION: Final = Question(
    client="codex", scenario="first-request", requested={"model": "gpt-6.2-sol", "reply": "status:503"}
)
RESULTS: Final = QUESTION.model_copy(update={"scenario": "results"})


def of(version: str, **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of a capture
    return small_capture(client=client("codex", version), **changes)


def inconclusive(version: str) -> dict[str, Any]:
    return of(version, verdict=INCONCLUSIVE)


def other_fixture(*captures: dict[str, Any]) -> ShapesFile:
    return ShapesFile.model_validate(document(*captures, more_tools=[OTHER_TOOL]))


def versions(old: list[ShapesFile], new: list[ShapesFile]) -> list[tuple[str, str]]:
    return [(each.old_version, each.new_version) for each in compared_files(old, new).compared]


def alone(version: str, why: str, *, question: Question = QUESTION) -> NotCompared:
    reason = INCONCLUSIVE["reason"] if why.startswith("inconclusive") else None
    return NotCompared.model_validate({"question": question, "version": version, "why": why, "reason": reason})


def test_a_file_does_not_differ_from_itself() -> None:
    question = Question(client="claude", scenario="first-request", requested=dict(QUESTION.requested))

    assert compared_files([full_file()], [full_file()]) == Comparisons(
        compared=(
            Comparison(question=question, old_version="2.1.9", new_version="2.1.9", findings=()),
            Comparison(question=QUESTION, old_version="0.171.0", new_version="0.171.0", findings=()),
        ),
        not_compared=(alone("2.1.268", "inconclusive-in-old", question=question),),
    )


def test_what_differs_is_a_finding() -> None:
    old, new = shapes_file(of("0.154.0")), shapes_file(of("0.171.0", **outcome(exit_code=1)))

    assert compared_files([old], [new]).compared == (
        Comparison(
            question=QUESTION,
            old_version="0.154.0",
            new_version="0.171.0",
            findings=(
                finding_of(
                    "exit-code-changed",
                    "$.outcome.exit_code",
                    "The client ends with exit code 1; it ended with exit code 0",
                    before=0,
                    after=1,
                ),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("has", "goes_with"),
    [
        (["0.9.0", "0.10.0", "0.11.0"], "0.10.0"),
        (["0.11.0", "0.9.0", "0.8.0"], "0.9.0"),
        (["0.12.0", "0.11.0"], "0.11.0"),
    ],
    ids=["the same version", "else the nearest older one", "else the nearest newer one"],
)
def test_a_capture_goes_with_the_nearest_version(has: list[str], goes_with: str) -> None:
    old = [shapes_file(of(version)) for version in has]

    assert versions(old, [shapes_file(of("0.10.0"))]) == [(goes_with, "0.10.0")]


def test_an_inconclusive_capture_is_passed_over_for_the_nearest_one_that_shows_something() -> None:
    old = shapes_file(of("0.9.0"), inconclusive("0.10.0"))

    assert versions([old], [shapes_file(of("0.10.0"))]) == [("0.9.0", "0.10.0")]


def test_an_old_side_that_is_inconclusive_shows_nothing() -> None:
    both = compared_files([shapes_file(inconclusive("0.9.0"))], [shapes_file(of("0.10.0"))])

    assert both == Comparisons(compared=(), not_compared=(alone("0.9.0", "inconclusive-in-old"),))


@pytest.mark.parametrize("old", [[of("0.9.0")], [inconclusive("0.9.0")], []], ids=["shown", "inconclusive", "none"])
def test_a_new_capture_that_is_inconclusive_is_told_as_such(old: list[dict[str, Any]]) -> None:
    both = compared_files([shapes_file(*old)], [shapes_file(inconclusive("0.10.0"))])

    assert both == Comparisons(compared=(), not_compared=(alone("0.10.0", "inconclusive-in-new"),))


def test_questions_of_one_side_alone_are_named_once_with_the_newest_version() -> None:
    old = shapes_file(of("0.10.0"), of("0.9.0"), of("0.8.0"))
    new = shapes_file(of("0.9.0", scenario="results"))

    assert compared_files([old], [new]) == Comparisons(
        compared=(),
        not_compared=(alone("0.9.0", "only-in-new", question=RESULTS), alone("0.10.0", "only-in-old")),
    )


def test_the_newest_version_of_a_question_is_named_whatever_the_order() -> None:
    old = shapes_file(of("0.9.0"), of("0.10.0"))

    assert compared_files([old], []).not_compared == (alone("0.10.0", "only-in-old"),)


def test_the_same_capture_in_two_files_counts_once() -> None:
    new = [shapes_file(of("0.10.0")), shapes_file(of("0.10.0"))]

    assert versions([shapes_file(of("0.9.0"))], new) == [("0.9.0", "0.10.0")]


def test_captures_of_another_fixture_are_refused() -> None:
    """Case B045: what another catalog makes of a client reads like a change of the client."""
    with pytest.raises(FixtureMismatchError, match=r"codex first-request model=gpt-6\.2-sol reply=status:503"):
        compared_files([other_fixture(of("0.9.0"))], [shapes_file(of("0.10.0"))])


def test_each_question_may_have_a_fixture_of_its_own() -> None:
    old = [shapes_file(of("0.9.0")), other_fixture(of("0.9.0", scenario="results"), of("0.10.0"))]
    new = [shapes_file(of("0.10.0")), other_fixture(of("0.10.0", scenario="results"))]

    assert versions(old, new) == [("0.9.0", "0.10.0"), ("0.9.0", "0.10.0")]
