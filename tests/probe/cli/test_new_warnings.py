"""A check warns about what is new: not about what the comparison tells, nor about what the baseline does as well."""

from typing import Any

from probe.cli.new_warnings import new_warnings
from tests.captures.samples import ABSENT, INCONCLUSIVE, INLINE, SIGHTING, shapes_file
from tests.probe.checking.baselines import answer

STRAYS = {"exit_code": 0, "attempts": 6, "turn_completed": True, "refused_lookups": 2, "refused_connections": 0}
LATER = [{"attempt": 4, "tools": [INLINE]}]


def but(capture: dict[str, Any], **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of a capture
    return {**capture, "tools": [ABSENT], **changes}


def test_without_an_answer_in_the_baseline_everything_is_told() -> None:
    new = shapes_file(but(answer(), outcome=STRAYS, later_shapes=LATER))
    lines = [
        "claude 2.1.268: from model request 4 on it shows lookup otherwise: inline, mcp__shape_probe__lookup",
        "claude 2.1.268: it tried to leave loopback: 2 host names and 0 connections were refused",
    ]

    assert new_warnings(new, None) == lines
    assert new_warnings(new, shapes_file(but(answer(reply="refuse"), outcome=STRAYS, later_shapes=LATER))) == lines
    assert new_warnings(new, shapes_file(but(answer(verdict=INCONCLUSIVE), outcome=STRAYS))) == lines


def test_what_the_baseline_gives_as_well_is_not_told_again_whatever_the_version() -> None:
    old = shapes_file(but(answer(version="2.1.9"), outcome=STRAYS, later_shapes=LATER))
    new = shapes_file(but(answer(), outcome=STRAYS, later_shapes=LATER))

    assert new_warnings(new, old) == []


def test_what_is_new_is_told_unless_the_comparison_tells_it() -> None:
    old = shapes_file(but(answer(), outcome=STRAYS))
    new = shapes_file(but(answer(), outcome=STRAYS, sightings=[{**SIGHTING, "place": "unknown"}], later_shapes=LATER))

    assert new_warnings(new, old) == [
        (
            "claude 2.1.268: unknown place: alias surfaced at $.input[1].content[0].text, "
            "which no rule knows; please report it"
        )
    ]


def test_what_is_inconclusive_is_always_told() -> None:
    silent = shapes_file(answer(verdict=INCONCLUSIVE))
    lines = [
        (
            "claude 2.1.268: inconclusive (server-never-listed): the synthetic MCP server was never asked for its "
            "whole list of tools; try --set isolation=environment"
        )
    ]

    assert new_warnings(silent, shapes_file(answer())) == lines
    assert new_warnings(silent, silent) == lines
