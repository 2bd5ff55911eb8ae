import pytest

from captures.compare.comparing import compared
from captures.compare.findings import Finding
from captures.model import Capture
from probe.campaigns.bisect_answer import Answer, Change, Step, Turn
from probe.campaigns.bisect_course import SilentEndError, WaveringEndError, bisected
from probe.campaigns.bisect_wanted import Wanted
from probe.campaigns.cells import Cell
from probe.errors import InconclusiveError, LeakRefusedError, ProbeError, SetupError
from tests.captures.samples import UNSTABLE
from tests.probe.campaigns.bisections import Asked
from tests.probe.campaigns.made_up import failed

CHANGED = Wanted(rule="tool-presentation-changed")


class Heard:
    """What was told on the way."""

    def __init__(self) -> None:
        self.sought: list[tuple[Wanted, tuple[Finding, ...]]] = []
        self.steps: list[Step] = []

    def begun(self, sought: Wanted, between: tuple[Finding, ...]) -> None:
        self.sought.append((sought, between))


async def bisect(
    asked: Asked,
    sought: Wanted | None = CHANGED,
    *,
    known: tuple[int, ...] = (),
    checks: int = 0,
    heard: Heard | None = None,
) -> Answer:
    heard = heard or Heard()
    return await bisected(
        asked.cells,
        asked.captures(*known),
        sought,
        checks=checks,
        ask=asked,
        begun=heard.begun,
        told=heard.steps.append,
    )


async def change_of(asked: Asked, *, known: tuple[int, ...] = (), checks: int = 0) -> Change:
    change = (await bisect(asked, known=known, checks=checks)).change
    assert change is not None
    return change


def findings(asked: Asked, old: int, new: int, sought: Wanted = CHANGED) -> tuple[Finding, ...]:
    captures = [asked.results[asked.cells[number]] for number in (old, new)]
    assert isinstance(captures[0], Capture)
    assert isinstance(captures[1], Capture)
    return sought.among(compared(captures[0], captures[1]))


def step(version: str, side: str, *, between: tuple[str, str], left: int, **changes: object) -> Step:
    fields = {"says": None, "source": "search", "without": between[0], "having": between[1]} | changes
    return Step(version=version, side=side, left=left, **fields)  # type: ignore[arg-type]


async def test_the_first_version_with_the_change_is_found_with_the_finding_to_the_one_before() -> None:
    asked, heard = Asked(*["inline"] * 4, *["namespaced"] * 3, *["deferred"] * 3), Heard()

    answer = await bisect(asked, heard=heard)

    assert asked.calls == [[0, 9], [4], [2], [3]]
    assert answer == Answer(
        cells=asked.cells,
        sought=CHANGED,
        between=findings(asked, 0, 9, Wanted()),
        change=Change(
            without="0.3.0",
            having="0.4.0",
            silent=(),
            findings=findings(asked, 3, 4),
            later=findings(asked, 4, 9),
            turns=(Turn(after="0.3.0", version="0.4.0", is_coming=True),),
        ),
        steps=tuple(heard.steps),
    )
    assert answer.change is not None
    assert [each.sentence.count("namespace") for each in (*answer.change.findings, *answer.change.later)] == [1, 1]
    assert heard.sought == [(CHANGED, answer.between)]
    assert heard.steps == [
        step("0.0.0", "old", between=("0.0.0", "0.9.0"), left=8),
        step("0.9.0", "new", between=("0.0.0", "0.9.0"), left=8),
        step("0.4.0", "new", between=("0.0.0", "0.4.0"), left=3),
        step("0.2.0", "old", between=("0.2.0", "0.4.0"), left=1),
        step("0.3.0", "old", between=("0.3.0", "0.4.0"), left=0),
    ]


async def test_captures_that_are_there_are_not_asked_and_narrow_the_search() -> None:
    asked, heard = Asked(*["inline"] * 4, *["deferred"] * 6), Heard()

    answer = await bisect(asked, known=(0, 3, 5), heard=heard)

    assert asked.calls == [[9], [4]]
    assert answer.change is not None
    assert (answer.change.without, answer.change.having) == ("0.3.0", "0.4.0")
    assert [(each.version, each.source) for each in heard.steps] == [
        ("0.0.0", "captures"),
        ("0.9.0", "search"),
        ("0.3.0", "captures"),
        ("0.5.0", "captures"),
        ("0.4.0", "search"),
    ]


async def test_versions_that_say_nothing_make_the_answer_a_range() -> None:
    asked = Asked("inline", "inline", "no program", "inconclusive", "deferred", "deferred")

    change = await change_of(asked)

    assert (change.without, change.having, change.silent) == (
        "0.1.0",
        "0.4.0",
        (("0.2.0", "no program"), ("0.3.0", "inconclusive (server-never-listed)")),
    )
    assert change.findings == findings(asked, 1, 4)


async def test_without_a_choice_any_finding_as_grave_as_the_gravest_between_the_ends_is_the_change() -> None:
    """The version in which the tool has vanished is no old one, although it has another finding than the ends."""
    asked = Asked("inline", "trait", "absent", "deferred", "deferred")

    answer = await bisect(asked, None)

    assert answer.sought == Wanted(severity="breaking")
    assert answer.change is not None
    assert (answer.change.without, answer.change.having) == ("0.1.0", "0.2.0")


async def test_a_change_in_steps_is_told_by_the_finding_to_the_oldest_version() -> None:
    """Without the tool there is no other way of showing it; by another rule, what comes after that is offered anew."""
    asked = Asked("inline", "absent", "deferred")

    change = await change_of(asked)

    assert (change.without, change.having) == ("0.1.0", "0.2.0")
    assert findings(asked, 1, 2) == ()
    assert change.findings == findings(asked, 0, 2) != ()


@pytest.mark.parametrize(
    ("words", "sought", "said"),
    [
        (("inline", "inline", "inline"), None, None),
        (("inline", "deferred", "renamed"), CHANGED, CHANGED),
        (("inline", "deferred", "inline"), Wanted(pointer="$.tools"), Wanted(pointer="$.tools")),
    ],
)
async def test_without_such_a_finding_between_the_ends_nothing_is_searched(
    words: tuple[str, ...], sought: Wanted | None, said: Wanted | None
) -> None:
    asked, heard = Asked(*words), Heard()

    answer = await bisect(asked, sought, heard=heard)

    assert asked.calls == [[0, 2]]
    assert (heard.sought, heard.steps) == ([], [])
    assert answer == Answer(
        cells=asked.cells,
        sought=said,
        between=findings(asked, 0, 2, Wanted()),
        change=None,
        steps=tuple(step(version, "old", between=("0.0.0", "0.2.0"), left=0) for version in ("0.0.0", "0.2.0")),
    )


async def test_more_versions_are_asked_at_once_to_see_whether_the_change_stays() -> None:
    asked = Asked(*["inline"] * 4, *["deferred"] * 3, "inline", *["deferred"] * 3)

    change = await change_of(asked, checks=3)

    assert asked.calls == [[0, 10], [5], [2], [3], [4], [1, 7, 8]]
    assert (change.without, change.having, change.is_monotonic) == ("0.3.0", "0.4.0", False)
    assert change.turns == (
        Turn(after="0.3.0", version="0.4.0", is_coming=True),
        Turn(after="0.5.0", version="0.7.0", is_coming=False),
        Turn(after="0.7.0", version="0.8.0", is_coming=True),
    )


async def test_a_check_that_shows_an_earlier_change_is_searched_before() -> None:
    asked, heard = Asked("inline", "deferred", "deferred", *["inline"] * 4, *["deferred"] * 4), Heard()

    answer = await bisect(asked, checks=1, heard=heard)

    assert asked.calls == [[0, 10], [5], [7], [6], [2], [1]]
    assert answer.change is not None
    assert (answer.change.without, answer.change.having, answer.change.is_monotonic) == ("0.0.0", "0.1.0", False)
    assert [each.source for each in heard.steps] == ["search"] * 5 + ["verify", "search"]


async def test_a_version_on_the_wrong_side_among_those_that_were_there_is_told() -> None:
    asked = Asked(*["inline"] * 3, *["deferred"] * 3, "inline", "deferred")

    change = await change_of(asked, known=(4, 6))

    assert (change.without, change.having, change.is_monotonic) == ("0.2.0", "0.3.0", False)


async def test_an_end_that_shows_nothing_is_inconclusive() -> None:
    with pytest.raises(SilentEndError) as caught:
        await bisect(Asked("inline", "inconclusive"))
    assert str(caught.value) == (
        "codex@0.1.0 is one end of the range and shows nothing (inconclusive: server-never-listed); "
        "`shape-probe run codex@0.1.0 --scenario first-request --reply accept` says what to do, or take another end"
    )
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("words", [("unstable", "namespaced"), ("namespaced", "unstable"), ("unstable", "inline")])
async def test_an_end_that_wavers_says_nothing(words: tuple[str, str]) -> None:
    asked = Asked(*words)
    version = f"0.{words.index('unstable')}.0"

    with pytest.raises(WaveringEndError) as caught:
        await bisect(asked, None, known=(words.index("unstable"),))
    assert str(caught.value) == (
        f"codex@{version} is one end of the range and says nothing (unstable: its runs differ at "
        f"{', '.join(UNSTABLE['pointers'])}); take another end, or leave out the captures that have it"
    )
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(("exit_code", "kind"), [(2, SetupError), (3, InconclusiveError), (4, LeakRefusedError)])
async def test_an_end_that_failed_ends_it_as_a_single_run_would(exit_code: int, kind: type[ProbeError]) -> None:
    asked = Asked("inline", "inline")
    end: Cell = asked.cells[0]
    asked.results[end] = failed(end, "it could not be had", exit_code=exit_code)

    with pytest.raises(kind, match="it could not be had"):
        await bisect(asked)


async def test_two_versions_in_a_row_that_fail_in_the_same_way_end_it() -> None:
    """Else every version would be tried where there is no network any more."""
    asked = Asked("inline", *["no network"] * 20, "deferred")

    with pytest.raises(SetupError, match="no network"):
        await bisect(asked)
    assert len(asked.calls) == 3


async def test_versions_that_fail_each_in_its_own_way_do_not_end_it() -> None:
    asked = Asked("inline", "no 0.1", "no 0.2", "no 0.3", "deferred")

    assert [version for version, _ in (await change_of(asked)).silent] == ["0.1.0", "0.2.0", "0.3.0"]
