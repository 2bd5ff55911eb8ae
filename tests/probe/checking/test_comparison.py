"""A baseline is compared part by part, with the questions that were asked and no others."""

from pathlib import Path

import pytest

from captures.compare.findings import Comparison, Comparisons, NotCompared, Question
from captures.model import ShapesFile
from captures.store import question_of
from probe.checking.baseline_folder import Baseline, Part
from probe.checking.comparison import OtherFixtureError, comparable, comparisons_of, places_of
from tests.captures.samples import INCONCLUSIVE, shapes_file
from tests.probe.checking.baselines import answer, of_another_fixture

CLAUDE = Part("claude", "first-request")
CODEX = Part("codex", "first-request")


def baseline(**files: ShapesFile) -> Baseline:
    return Baseline(directory=Path("shapes"), files={Part(name, "first-request"): each for name, each in files.items()})


def question(client: str, reply: str) -> Question:
    return Question(client=client, scenario="first-request", requested={"reply": reply})


def same(asked: Question, old: str, new: str) -> Comparison:
    return Comparison(question=asked, old_version=old, new_version=new, findings=())


def test_what_was_asked_is_compared_and_what_was_not_is_left_out() -> None:
    kept = baseline(claude=shapes_file(answer(), answer(reply="refuse")), codex=shapes_file(answer("codex", "0.154.0")))
    found = {CLAUDE: shapes_file(answer(version="2.1.300"))}

    assert comparisons_of(kept, found, []) == Comparisons(
        compared=(
            Comparison(
                question=question("claude", "accept"), old_version="2.1.268", new_version="2.1.300", findings=()
            ),
        ),
        not_compared=(),
    )


def test_what_says_nothing_is_not_compared_and_what_is_new_is_left_out() -> None:
    found = {
        CODEX: shapes_file(answer("codex", "0.154.0"), answer("codex", "0.154.0", verdict=INCONCLUSIVE, reply="refuse"))
    }
    unstarted = [(question("claude", "refuse"), "(could not be started)")]

    assert comparisons_of(baseline(), found, unstarted) == Comparisons(
        compared=(),
        not_compared=(
            NotCompared(
                question=question("codex", "refuse"),
                version="0.154.0",
                why="inconclusive-in-new",
                reason="server-never-listed",
            ),
            NotCompared(
                question=question("claude", "refuse"), version="(could not be started)", why="inconclusive-in-new"
            ),
        ),
    )


def test_a_part_of_another_fixture_does_not_compare() -> None:
    other, same = of_another_fixture(answer()), shapes_file(answer("codex", "0.154.0"))
    kept = baseline(claude=other, codex=same)
    found = {CLAUDE: shapes_file(answer()), CODEX: same}

    with pytest.raises(OtherFixtureError) as refused:
        comparisons_of(kept, found, [])

    assert str(refused.value) == (
        "shapes/claude/first-request.json was made with another synthetic tool, by another release of shape-probe, "
        "and does not compare; make it again with --update"
    )
    assert comparable(kept, found) == baseline(codex=same)
    assert comparable(kept, {CODEX: same}) == kept


def test_a_finding_is_shown_in_the_file_of_its_old_capture() -> None:
    kept = baseline(claude=shapes_file(answer()))

    [capture] = kept.captures_of("claude")
    assert places_of(kept, [CLAUDE, CODEX]) == {question_of(capture): "shapes/claude/first-request.json"}
