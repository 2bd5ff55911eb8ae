"""The data of the page holds each capture whole, each part once, and the findings between any two."""

import json
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

from captures.compare.comparing import compared
from captures.compare.history import strands_of
from captures.model import Capture
from captures.report.embedded import MAX_STATES, data_of, script_text
from tests.captures.report.series import series, version
from tests.captures.samples import INCONCLUSIVE, INLINE, REQUEST


def data(captures: Sequence[Capture]) -> Any:  # noqa: ANN401 - JSON
    return data_of(strands_of(captures), compare=compared)


def whole(found: Any, strand: Any, state: int) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {name: found["parts"][number] for name, number in strand["states"][state].items()}


def numbered(count: int) -> list[Capture]:
    """As many versions, each with a request of its own."""
    return [version(f"1.{number}.0", requests=[{**REQUEST, "count": number}]) for number in range(count)]


def test_each_capture_can_be_put_together_again() -> None:
    found = data(series())

    assert [
        {"client": {"name": strand["client"], "version": number}, "scenario": strand["scenario"]}
        | whole(found, strand, state)
        for strand in found["strands"]
        for number, state in strand["captures"]
    ] == [json.loads(capture.model_dump_json()) for strand in strands_of(series()) for capture in strand.captures]


def test_captures_that_differ_in_nothing_but_the_version_are_one_state() -> None:
    (strand,) = data([version("1.0.0", tools=[INLINE]), version("1.1.0", tools=[INLINE])])["strands"]

    assert (strand["captures"], len(strand["states"]), strand["pairs"]) == ([["1.0.0", 0], ["1.1.0", 0]], 1, {})


def test_a_part_that_several_captures_have_is_there_once() -> None:
    found = data(series())
    named = {
        (name, number) for strand in found["strands"] for state in strand["states"] for name, number in state.items()
    }

    assert len({(name, json.dumps(found["parts"][number])) for name, number in named}) == len(found["parts"])
    assert len(found["keys"]) == len(found["parts"])


def test_all_pairs_have_their_findings() -> None:
    captures = [version("1.0.0", tools=[INLINE]), version("1.1.0"), version("1.2.0", tools=[INLINE, INLINE])]
    found = data(captures)
    (strand,) = found["strands"]

    assert {pair: [found["findings"][number] for number in numbers] for pair, numbers in strand["pairs"].items()} == {
        f"{old}-{new}": [finding.model_dump(mode="json") for finding in compared(captures[old], captures[new])]
        for old, new in combinations(range(3), 2)
    }


def test_of_many_states_neighbours_alone_are_compared() -> None:
    (few,) = data(numbered(MAX_STATES))["strands"]
    (many,) = data(numbered(MAX_STATES + 1))["strands"]

    assert len(few["pairs"]) == MAX_STATES * (MAX_STATES - 1) // 2
    assert list(many["pairs"]) == [f"{old}-{new}" for old, new in pairwise(range(MAX_STATES + 1))]


def test_an_inconclusive_capture_is_compared_with_nothing() -> None:
    captures = [version("1.0.0", tools=[INLINE]), version("1.1.0", verdict=INCONCLUSIVE), version("1.2.0")]
    (strand,) = data(captures)["strands"]

    assert list(strand["pairs"]) == ["0-2"]


@pytest.mark.parametrize("text", ["</script>", "<!-- <script>", "a\u2028b\u2029c", "]]>", "&lt;", "\ud800", "é"])
def test_nothing_in_the_data_ends_its_element(text: str) -> None:
    made = script_text({text: [text]})

    assert made.isascii()
    assert not set("<>&") & set(made)
    assert json.loads(made) == {text: [text]}
