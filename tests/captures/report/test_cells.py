"""A cell says in a few words how the tools of a capture are shown."""

from typing import Any

import pytest

from captures.report.cells import STATES, Cell, State, cell_of
from tests.captures.report.series import UNANNOUNCED, version
from tests.captures.samples import (
    ABSENT,
    DEFERRED,
    DESCRIBED,
    INCONCLUSIVE,
    INLINE,
    NAMESPACED,
    UNSTABLE,
)


@pytest.mark.parametrize(
    ("tools", "state", "detail"),
    [
        ([INLINE], "inline", "mcp__shape_probe__lookup"),
        ([NAMESPACED], "namespaced", "in mcp__shape_probe"),
        ([DESCRIBED], "described", "in exec"),
        ([DEFERRED], "announced", "via functions.exec"),
        ([UNANNOUNCED], "unannounced", "via functions.exec"),
        ([ABSENT], "absent", ""),
        ([], "toolless", ""),
        ([DEFERRED, DEFERRED], "announced", "via functions.exec"),
        ([INLINE, {**INLINE, "shown_as": "mcp__shape_probe__other"}], "inline", "2 tools"),
        ([INLINE, ABSENT, INLINE], "mixed", "2 inline, 1 absent"),
    ],
)
def test_a_cell_has_the_way_of_showing_and_the_name_or_the_way_to_it(
    tools: list[dict[str, Any]], state: State, detail: str
) -> None:
    assert cell_of(version("1.0.0", tools=tools)) == Cell(state=state, detail=detail, later="")


def test_an_inconclusive_capture_says_its_reason_and_nothing_of_the_tool() -> None:
    capture = version("1.0.0", tools=[], verdict=INCONCLUSIVE)

    assert cell_of(capture) == Cell(state="inconclusive", detail="server-never-listed", later="")


def test_an_unstable_capture_says_how_the_tool_was_shown() -> None:
    assert cell_of(version("1.0.0", tools=[INLINE], verdict=UNSTABLE)) == Cell(
        state="unstable", detail="inline", later=""
    )


@pytest.mark.parametrize(
    ("first", "last", "later"),
    [
        (DEFERRED, INLINE, "then inline"),
        (INLINE, {**INLINE, "shown_as": "lookup"}, "then lookup"),
        (INLINE, {**INLINE, "pointer": "$.tools[3]"}, "then otherwise"),
    ],
)
def test_what_later_requests_show_is_said_after_the_first(
    first: dict[str, Any], last: dict[str, Any], later: str
) -> None:
    shapes = [{"attempt": 2, "tools": [first]}, {"attempt": 3, "tools": [last]}]

    assert cell_of(version("1.0.0", tools=[first], later_shapes=shapes)).later == later


def test_each_state_has_its_own_words() -> None:
    assert len({word for word, _meaning in STATES.values()}) == len(STATES)
