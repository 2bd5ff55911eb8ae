import pytest

from captures.compare.phrases import counted, listed, summary_of, way_of, within
from tests.captures.samples import ABSENT, DEFERRED, DESCRIBED, INLINE, NAMESPACED


@pytest.mark.parametrize(
    ("names", "at_most", "words"),
    [
        ([], None, "nothing"),
        (["a"], None, "a"),
        (["a", "b"], None, "a and b"),
        (["a", "b", "a", "c"], None, "a, b and c"),
        (["a", "b", "c"], 2, "a, b and c"),
        (["a", "b", "c", "d"], 2, "a, b and 2 more"),
    ],
)
def test_names_are_listed_each_once(names: list[str], at_most: int | None, words: str) -> None:
    assert listed(names, at_most=at_most) == words


def test_one_thing_is_singular() -> None:
    assert [counted(count, "tool") for count in (0, 1, 2)] == ["0 tools", "1 tool", "2 tools"]


@pytest.mark.parametrize(
    ("where", "sentence", "words"),
    [
        ("", "The tool is gone", "The tool is gone"),
        ("Later", "The tool is gone", "Later: the tool is gone"),
        ("Later", "Lookup is gone", "Later: Lookup is gone"),
    ],
)
def test_where_a_sentence_holds_stands_in_front(where: str, sentence: str, words: str) -> None:
    assert within(where, sentence) == words


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        (INLINE, "in a tools array as mcp__shape_probe__lookup"),
        (NAMESPACED, "in the namespace mcp__shape_probe as lookup"),
        (DESCRIBED, "described inside the tool exec as mcp__shape_probe__lookup"),
        (DEFERRED, "deferred behind functions.exec and announced as mcp__shape_probe"),
        ({**DEFERRED, "announced": False}, "deferred behind functions.exec and not announced"),
        (ABSENT, "not offered at all"),
    ],
)
def test_how_a_tool_is_shown_is_said_in_words(tool: dict[str, str], words: str) -> None:
    assert way_of(tool) == words


def test_a_summary_has_the_small_fields_alone() -> None:
    assert summary_of(NAMESPACED) == {
        "presentation": "namespaced",
        "namespace": "mcp__shape_probe",
        "shown_as": "lookup",
    }
