from dataclasses import replace
from typing import Final

from captures.compare.findings import Finding
from probe.campaigns.bisect_answer import (
    Answer,
    Change,
    Step,
    Turn,
    answer_json,
    answer_lines,
    not_monotonic_line,
    sought_line,
    step_line,
)
from probe.campaigns.bisect_wanted import Wanted
from tests.probe.campaigns.bisections import cells
from tests.probe.campaigns.made_up import cell

STEP: Final = Step(version="0.2.0", side="new", says=None, source="search", without="0.0.0", having="0.2.0", left=1)

SHOWN: Final = Finding(
    rule="tool-presentation-changed",
    severity="breaking",
    pointer="$.tools[0]",
    before="inline",
    after="deferred",
    sentence="lookup is deferred.",
)
NAMED: Final = Finding(
    rule="header-name-added",
    severity="notable",
    pointer="$.requests[0].header_names",
    before=None,
    after="x-made-up",
    sentence="x-made-up is new.",
)

CHANGE: Final = Change(
    without="0.1.0",
    having="0.2.0",
    silent=(),
    findings=(SHOWN,),
    later=(),
    turns=(Turn(after="0.1.0", version="0.2.0", is_coming=True),),
)
FLIPPING: Final = replace(CHANGE, turns=(*CHANGE.turns, Turn(after="0.2.0", version="0.3.0", is_coming=False)))

ANSWER: Final = Answer(
    cells=cells(4),
    sought=Wanted(rule="tool-presentation-changed"),
    between=(SHOWN, NAMED),
    change=CHANGE,
    steps=(replace(STEP, source="captures"), STEP, STEP, replace(STEP, source="verify")),
)
UNCHANGED: Final = replace(ANSWER, change=None, steps=(STEP, STEP))

FOUND: Final = "codex first-request: 0.2.0 is the first version with the change, 0.1.0 the last one without"
SHOWN_LINE: Final = "  breaking  tool-presentation-changed  $.tools[0]  lookup is deferred."


def test_what_is_searched_for_is_said_by_its_rules() -> None:
    assert sought_line(Wanted(rule=SHOWN.rule), (SHOWN, NAMED)) == "searching for tool-presentation-changed"
    assert sought_line(Wanted(severity="notable"), (SHOWN, NAMED, NAMED)) == (
        "searching for tool-presentation-changed, header-name-added "
        "(the gravest between the ends; --rule and --pointer choose others)"
    )


def test_a_step_says_the_version_its_side_and_how_many_are_left() -> None:
    assert step_line(STEP) == "0.2.0: new; 1 version left"
    assert step_line(replace(STEP, left=0, source="captures")) == "0.2.0: new, by its capture"
    assert step_line(replace(STEP, side="unknown", says="no program", left=12, source="verify")) == (
        "0.2.0: unknown; 12 versions left: no program"
    )


def test_the_answer_has_both_versions_the_finding_and_the_counts() -> None:
    assert answer_lines(ANSWER, fetched=1) == [
        FOUND,
        SHOWN_LINE,
        "4 versions in the range: 1 known from captures, 2 asked and 1 to verify, 1 fetched",
    ]


def test_what_changes_once_more_is_said() -> None:
    answer = replace(ANSWER, change=replace(CHANGE, later=(SHOWN, NAMED)), steps=(STEP,))

    assert answer_lines(answer, fetched=0) == [
        FOUND,
        SHOWN_LINE,
        "it changes once more between 0.2.0 and 0.3.0:",
        "  breaking  tool-presentation-changed  $.tools[0]                  lookup is deferred.",
        "  notable   header-name-added          $.requests[0].header_names  x-made-up is new.",
        "4 versions in the range: 1 asked, 0 fetched",
    ]


def test_where_versions_say_nothing_the_answer_is_a_range() -> None:
    one = replace(CHANGE, without="0.0.0", silent=(("0.1.0", "no program"),))
    two = replace(one, having="0.3.0", silent=(*one.silent, ("0.2.0", "inconclusive")))

    assert [answer_lines(replace(ANSWER, change=change), fetched=1)[0] for change in (one, two)] == [
        "codex first-request: the change is between 0.0.0 and 0.2.0: 0.1.0 says nothing",
        "codex first-request: the change is between 0.0.0 and 0.3.0: 0.1.0, 0.2.0 say nothing",
    ]


def test_where_versions_are_absent_the_answer_is_a_range() -> None:
    """Only those between the two versions matter, by precedence."""
    some = replace(ANSWER, absent=("0.0.1", "0.1.2", "0.1.10", "0.2.1"))
    one = replace(ANSWER, absent=("0.1.1",), change=replace(CHANGE, silent=(("0.1.5", "no program"),)))
    many = replace(ANSWER, absent=tuple(f"0.1.{number}" for number in range(1, 10)))

    assert [answer_lines(each, fetched=0)[0] for each in (some, one, many)] == [
        "codex first-request: the change is between 0.1.0 and 0.2.0: 0.1.2, 0.1.10 are not in the cache",
        "codex first-request: the change is between 0.1.0 and 0.2.0: 0.1.5 says nothing; 0.1.1 is not in the cache",
        "codex first-request: the change is between 0.1.0 and 0.2.0: 0.1.1 … 0.1.9 (9 versions) are not in the cache",
    ]
    assert answer_lines(some, fetched=0)[-1] == (
        "8 versions in the range: 4 not in the cache, 1 known from captures, 2 asked and 1 to verify, 0 fetched"
    )


def test_absent_versions_elsewhere_leave_the_answer_exact() -> None:
    assert answer_lines(replace(ANSWER, absent=("0.0.1", "0.2.1")), fetched=0)[0] == FOUND


def test_an_answer_that_flips_says_where() -> None:
    line = (
        "not monotonic: the change comes between 0.1.0 and 0.2.0, goes between 0.2.0 and 0.3.0; "
        "the answer is the first of these that is known"
    )

    assert not_monotonic_line(FLIPPING) == line
    assert answer_lines(replace(ANSWER, change=FLIPPING), fetched=1)[:3] == [FOUND, SHOWN_LINE, line]


def test_no_such_difference_is_said_with_those_that_there_are() -> None:
    assert answer_lines(replace(UNCHANGED, between=(NAMED,)), fetched=2) == [
        (
            "codex first-request: no difference by the rule tool-presentation-changed between 0.0.0 and 0.3.0; "
            "there are:"
        ),
        "  notable  header-name-added  $.requests[0].header_names  x-made-up is new.",
        "4 versions in the range: 2 asked, 2 fetched",
    ]
    assert answer_lines(replace(UNCHANGED, sought=None, between=()), fetched=0) == [
        "codex first-request: no difference between 0.0.0 and 0.3.0",
        "4 versions in the range: 2 asked, 0 fetched",
    ]


def test_programs_get_all_of_it() -> None:
    asked = tuple(cell(version=version, settings=(("model", "x"),)) for version in ("0.0.0", "0.3.0"))
    change = replace(FLIPPING, silent=(("0.1.5", "no program"),), later=(NAMED,))
    answer = replace(ANSWER, cells=asked, between=(SHOWN,), change=change, absent=("0.1.6", "0.2.1"))
    step = {"version": "0.2.0", "side": "new", "says": None}

    assert answer_json(answer, fetched=1) == {
        "client": "codex",
        "scenario": "first-request",
        "conditions": {"model": "x", "reply": "accept"},
        "oldest": "0.0.0",
        "newest": "0.3.0",
        "sought": {"rule": "tool-presentation-changed", "pointer": None, "severity": None},
        "between_ends": [SHOWN.model_dump(mode="json")],
        "change": {
            "last_without": "0.1.0",
            "first_with": "0.2.0",
            "unknown_between": [{"version": "0.1.5", "says": "no program"}],
            "absent_between": ["0.1.6"],
            "findings": [SHOWN.model_dump(mode="json")],
            "later": [NAMED.model_dump(mode="json")],
            "is_monotonic": False,
            "turns": [
                {"after": "0.1.0", "version": "0.2.0", "to": "new"},
                {"after": "0.2.0", "version": "0.3.0", "to": "old"},
            ],
        },
        "steps": [{**step, "source": source} for source in ("captures", "search", "search", "verify")],
        "counts": {"versions": 4, "absent": 2, "captures": 1, "search": 2, "verify": 1, "fetched": 1},
    }


def test_programs_get_null_where_there_is_no_such_difference() -> None:
    found = answer_json(replace(UNCHANGED, sought=None, between=(), absent=("0.1.6",)), fetched=0)

    assert (found["sought"], found["between_ends"], found["change"]) == (None, [], None)
