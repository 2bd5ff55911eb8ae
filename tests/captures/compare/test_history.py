"""A history tells the releases in which something changed, from one captured version to the next."""

from typing import Any

import pytest

from captures.compare.comparing import compared
from captures.compare.findings import Question
from captures.compare.history import (
    Change,
    ContradictionError,
    History,
    Release,
    Skipped,
    Strand,
    StrangeFixtureError,
    captures_of,
    histories_of,
    history_of,
    narrowed,
    skipped_in,
    strands_of,
)
from captures.model import Capture, ShapesFile
from tests.captures.report.series import finding, question, version
from tests.captures.samples import DEFERRED, INCONCLUSIVE, INLINE, NAMESPACED, OTHER_TOOL, capture, client, document

ACCEPT, REFUSE = question(reply="accept"), question(reply="refuse")


def file_of(*captures: dict[str, Any], **changes: Any) -> ShapesFile:  # noqa: ANN401 - any argument of `document`
    return ShapesFile.model_validate(document(*captures, **changes))


def changed(old: Capture, new: Capture, *questions: Question) -> tuple[Change, ...]:
    return tuple(Change(finding=each, questions=questions) for each in compared(old, new))


def test_each_version_is_compared_with_the_captured_one_before_it() -> None:
    inline, same, namespaced = (
        version("0.9.0", tools=[INLINE]),
        version("0.10.0", tools=[INLINE]),
        version("0.11.0", tools=[NAMESPACED]),
    )

    assert history_of([namespaced, inline, same]) == (
        Release(client="codex", version="0.11.0", after="0.10.0", changes=changed(same, namespaced, ACCEPT)),
    )


def test_the_newest_release_comes_first_and_clients_are_in_order() -> None:
    several = [
        version(number, name=name, tools=tools)
        for name in ("codex", "claude")
        for number, tools in (("1.9.0", [INLINE]), ("1.10.0", [NAMESPACED]), ("1.11.0", [INLINE]))
    ]

    assert [(each.client, each.version, each.after) for each in history_of(several)] == [
        ("claude", "1.11.0", "1.10.0"),
        ("claude", "1.10.0", "1.9.0"),
        ("codex", "1.11.0", "1.10.0"),
        ("codex", "1.10.0", "1.9.0"),
    ]


def test_questions_with_the_same_finding_in_a_release_are_joined() -> None:
    old, new = version("1.0.0", tools=[INLINE]), version("1.1.0", tools=[DEFERRED])
    refused = [version("1.0.0", reply="refuse", tools=[INLINE]), version("1.1.0", reply="refuse", tools=[DEFERRED])]

    assert history_of([old, new, *refused]) == (
        Release(client="codex", version="1.1.0", after="1.0.0", changes=changed(old, new, ACCEPT, REFUSE)),
    )


def test_findings_that_differ_only_in_where_they_stand_are_joined() -> None:
    old, new = version("1.0.0", tools=[INLINE]), version("1.1.0", tools=[])
    elsewhere = [
        version("1.0.0", reply="refuse", tools=[{**INLINE, "name": "other"}, INLINE]),
        version("1.1.0", reply="refuse", tools=[{**INLINE, "name": "other"}]),
    ]
    (change,) = compared(old, new)
    (apart,) = compared(*elsewhere)

    assert change.pointer != apart.pointer
    assert history_of([old, new, *elsewhere]) == (
        Release(
            client="codex",
            version="1.1.0",
            after="1.0.0",
            changes=(Change(finding=change, questions=(ACCEPT, REFUSE)),),
        ),
    )


def test_one_question_can_have_the_same_finding_twice() -> None:
    twice = (finding(pointer="$.tools[0]"), finding(pointer="$.tools[1]"))

    assert history_of([version("1.0.0"), version("1.1.0")], compare=lambda _old, _new: twice) == (
        Release(
            client="codex",
            version="1.1.0",
            after="1.0.0",
            changes=tuple(Change(finding=each, questions=(ACCEPT,)) for each in twice),
        ),
    )


def test_findings_of_one_question_alone_stand_beside_those_of_several_the_gravest_first() -> None:
    old, new = version("1.0.0", tools=[INLINE]), version("1.1.0", tools=[DEFERRED])
    quiet = version("1.0.0", reply="refuse", traits={"a": True}), version("1.1.0", reply="refuse", traits={"a": False})
    (release,) = history_of([old, new, *quiet])
    severities = [each.finding.severity for each in release.changes]

    assert severities == sorted(severities, key=["breaking", "notable", "cosmetic"].index)
    assert sorted(release.changes, key=str) == sorted((*changed(old, new, ACCEPT), *changed(*quiet, REFUSE)), key=str)


def test_an_inconclusive_version_is_skipped_and_said() -> None:
    old, silent, new = (
        version("1.0.0", tools=[INLINE]),
        version("1.1.0", verdict=INCONCLUSIVE),
        version("1.2.0", tools=[NAMESPACED]),
    )

    assert history_of([old, silent, new]) == (
        Release(client="codex", version="1.2.0", after="1.0.0", changes=changed(old, new, ACCEPT)),
    )
    assert skipped_in([old, silent, new]) == (Skipped(question=ACCEPT, version="1.1.0", reason="server-never-listed"),)


def test_questions_that_were_compared_with_different_versions_make_two_releases() -> None:
    captures = [
        *(version(number, tools=tools) for number, tools in (("1.0.0", [INLINE]), ("1.2.0", [NAMESPACED]))),
        *(
            version(number, reply="refuse", tools=tools)
            for number, tools in (("1.1.0", [INLINE]), ("1.2.0", [NAMESPACED]))
        ),
    ]

    assert [(each.version, each.after) for each in history_of(captures)] == [("1.2.0", "1.1.0"), ("1.2.0", "1.0.0")]


def test_there_is_a_history_for_each_client() -> None:
    old, new = version("1.9.0", tools=[INLINE]), version("1.10.0", tools=[NAMESPACED])
    lone = version("2.1.1", name="claude", verdict=INCONCLUSIVE)
    about_lone = question(client_name="claude", reply="accept")

    assert histories_of([old, lone, new]) == (
        History(
            client="claude",
            versions=("2.1.1",),
            releases=(),
            skipped=(Skipped(question=about_lone, version="2.1.1", reason="server-never-listed"),),
        ),
        History(client="codex", versions=("1.10.0", "1.9.0"), releases=history_of([old, new]), skipped=()),
    )


def test_a_narrowed_history_has_the_wanted_findings_and_no_empty_release() -> None:
    wanted, other = (Change(finding=finding(rule), questions=(ACCEPT,)) for rule in ("tool-vanished", "pointer-moved"))
    releases = tuple(
        Release(client="codex", version=number, after="1.0.0", changes=changes)
        for number, changes in (("1.2.0", (wanted, other)), ("1.1.0", (other,)))
    )
    history = History(client="codex", versions=("1.2.0", "1.1.0", "1.0.0"), releases=releases, skipped=())

    found = narrowed(history, lambda each: each.rule == "tool-vanished")

    assert found == history.model_copy(update={"releases": (releases[0].model_copy(update={"changes": (wanted,)}),)})
    assert (history.count(), found.count()) == (3, 1)


def test_a_strand_has_the_captures_of_a_question_in_the_order_of_versions() -> None:
    old, silent, new = version("1.9.0"), version("1.10.0", verdict=INCONCLUSIVE), version("1.11.0")
    refused = version("1.9.0", reply="refuse")

    strands = strands_of([new, refused, silent, old])

    assert strands == (
        Strand(question=ACCEPT, captures=(old, silent, new)),
        Strand(question=REFUSE, captures=(refused,)),
    )
    assert strands[0].answered() == (old, new)


def test_captures_of_several_files_are_one_set() -> None:
    first, second = capture(client=client("codex", "1.0.0")), capture(client=client("codex", "1.1.0"))

    assert captures_of([("a.json", file_of(first)), ("b.json", file_of(first, second))]) == tuple(
        Capture.model_validate(each) for each in (first, second)
    )


@pytest.mark.parametrize("is_silent_first", [True, False])
def test_a_capture_that_shows_something_goes_before_an_inconclusive_one(is_silent_first: bool) -> None:  # noqa: FBT001
    shown, silent = capture(), capture(verdict=INCONCLUSIVE)
    both = [("a.json", file_of(silent)), ("b.json", file_of(shown))]

    found = captures_of(both if is_silent_first else reversed(both))

    assert found == (Capture.model_validate(shown),)


def test_two_answers_to_one_question_are_a_contradiction() -> None:
    with pytest.raises(ContradictionError) as error:
        captures_of([("a.json", file_of(capture())), ("b.json", file_of(capture(tools=[INLINE])))])

    assert str(error.value) == (
        "b.json: answers codex@0.171.0 first-request model=gpt-6.2-sol reply=status:503 otherwise than a.json; "
        "leave one of the two out"
    )


def test_one_scenario_has_one_fixture() -> None:
    with pytest.raises(StrangeFixtureError) as error:
        captures_of([("a.json", file_of(capture())), ("b.json", file_of(capture(), more_tools=[OTHER_TOOL]))])

    assert str(error.value) == ("b.json: puts first-request with another fixture than a.json; leave one of the two out")


def test_another_scenario_may_have_another_fixture() -> None:
    other = capture(scenario="results")

    found = captures_of([("a.json", file_of(capture())), ("b.json", file_of(other, more_tools=[OTHER_TOOL]))])

    assert found == (Capture.model_validate(capture()), Capture.model_validate(other))


def test_a_name_that_is_no_unicode_text_is_compared_as_any_other() -> None:
    old, new = version("1.0.0", tools=[INLINE]), version("1.1.0", tools=[{**INLINE, "shown_as": "lone\ud800x"}])

    assert history_of([old, new]) == (
        Release(client="codex", version="1.1.0", after="1.0.0", changes=changed(old, new, ACCEPT)),
    )
