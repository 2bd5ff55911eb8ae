"""What is asked is what the baseline answers, or what the user names; only an update asks something new."""

from pathlib import Path
from typing import Any

import pytest

from captures.compare.findings import Question
from probe.checking.baseline_folder import Baseline, Part
from probe.checking.questions import Asked, InconclusiveBaselineError, Named, NoBaselineError, asked_of
from probe.clients.table import client_named
from probe.errors import SetupError
from tests.captures.samples import INCONCLUSIVE, shapes_file
from tests.probe.checking.baselines import answer

CLAUDE = client_named("claude")
NOTHING = Named(scenarios=[], replies=[], pairs={})


def baseline(**files: list[dict[str, Any]]) -> Baseline:
    """A baseline of claude; the names of scenarios with `_` for `-`."""
    parts = {Part("claude", name.replace("_", "-")): shapes_file(*captures) for name, captures in files.items()}
    return Baseline(directory=Path("shapes"), files=parts)


def asked(found: tuple[Asked, ...]) -> list[str]:
    return [str(each.question) for each in found]


def test_what_the_baseline_answers_is_asked_again() -> None:
    kept = baseline(
        tool_call=[answer(scenario="tool-call")],
        first_request=[answer(), answer(reply="refuse", model="some-model")],
    )

    assert asked(asked_of(CLAUDE, kept, NOTHING, is_update=False)) == [
        "claude first-request reply=accept",
        "claude first-request model=some-model reply=refuse",
        "claude tool-call reply=accept",
    ]


def test_a_question_says_what_it_is_and_where_its_answer_belongs() -> None:
    named = Named(scenarios=[], replies=["status:503"], pairs={"retries": "0"})

    [each] = asked_of(CLAUDE, baseline(), named, is_update=True)

    assert each.question == Question(
        client="claude", scenario="first-request", requested={"reply": "status:503", "retries": "0"}
    )
    assert each.part == Part("claude", "first-request")


def test_the_first_update_asks_how_the_tool_is_shown_at_first() -> None:
    assert asked(asked_of(CLAUDE, baseline(), NOTHING, is_update=True)) == ["claude first-request reply=accept"]


def test_an_update_asks_what_is_named_and_nothing_else() -> None:
    named = Named(scenarios=["first-request"], replies=["refuse", "close", "refuse"], pairs={"transport": "http"})

    assert asked(asked_of(CLAUDE, baseline(first_request=[answer()]), named, is_update=True)) == [
        "claude first-request reply=refuse",
        "claude first-request reply=close",
    ]


def test_a_check_can_be_about_less_than_the_baseline() -> None:
    kept = baseline(first_request=[answer(), answer(reply="refuse")])
    named = Named(scenarios=[], replies=["refuse"], pairs={})

    assert asked(asked_of(CLAUDE, kept, named, is_update=False)) == ["claude first-request reply=refuse"]


@pytest.mark.parametrize(
    ("kept", "named", "what"),
    [
        (baseline(), NOTHING, "claude"),
        (
            baseline(first_request=[answer()]),
            Named(scenarios=["tool-call"], replies=[], pairs={}),
            "claude tool-call reply=accept",
        ),
    ],
)
def test_what_has_no_answer_in_the_baseline_is_not_checked(kept: Baseline, named: Named, what: str) -> None:
    with pytest.raises(NoBaselineError) as refused:
        asked_of(CLAUDE, kept, named, is_update=False)

    assert str(refused.value) == (
        f"shapes has no answer of {what} to compare with; "
        "run the same command with --update, look at what it writes, and commit it"
    )


def test_a_baseline_that_says_nothing_is_told_as_such() -> None:
    kept = baseline(first_request=[answer(reply="refuse"), answer(verdict=INCONCLUSIVE)])

    with pytest.raises(InconclusiveBaselineError) as refused:
        asked_of(CLAUDE, kept, NOTHING, is_update=False)

    assert (str(refused.value), refused.value.exit_code) == (
        (
            "the capture of claude first-request reply=accept in shapes/claude/first-request.json is inconclusive "
            "(server-never-listed), and nothing compares with it; make it again with --update"
        ),
        2,
    )


def test_an_update_asks_again_what_was_inconclusive() -> None:
    kept = baseline(first_request=[answer(verdict=INCONCLUSIVE)])

    assert asked(asked_of(CLAUDE, kept, NOTHING, is_update=True)) == ["claude first-request reply=accept"]


@pytest.mark.parametrize(
    ("capture", "problem"),
    [
        (answer(scenario="of-somebody"), "there is no scenario of that name; "),
        (answer(reply="never"), "--reply takes "),
        (answer(model="some-model"), "--reply takes "),
        (answer(reply="accept", none="x"), "claude takes no --set none; "),
        (answer(scenario="tool-call", reply="refuse"), "the scenario tool-call says itself "),
        (answer(reply="accept", auth="api-key"), "it names a setting that is the default; "),
    ],
)
def test_a_question_of_another_release_is_told_with_its_file(capture: dict[str, Any], problem: str) -> None:
    name = str(capture["scenario"])
    kept = baseline(**{name: [capture]})

    with pytest.raises(SetupError) as refused:
        asked_of(CLAUDE, kept, NOTHING, is_update=False)

    path = f"shapes/claude/{name}.json"
    assert str(refused.value).startswith(f"{path} has a question that this release cannot ask: {problem}")
    assert str(refused.value).endswith("; remove the file, and make it again with --update")


def test_a_name_says_something() -> None:
    assert not NOTHING
    assert Named(scenarios=[], replies=[], pairs={"model": "x"})
