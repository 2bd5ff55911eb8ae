"""Which strings are explained by what was planted."""

import pytest

from captures.planted_text import PlantedText, planted_text
from tests.captures.samples import ALIAS, TOOL

PLANTED = planted_text(alias=ALIAS, tool=TOOL)
LONG = planted_text(alias="My Server", tool={"name": "查询 the archive of everything", "description": "Ж" * 3000})


def test_every_string_and_number_of_the_fixture_is_planted_and_no_boolean() -> None:
    tool = {"name": "a.b", "n": [1, 2.5, True, None, {"key": "value"}]}

    assert planted_text(alias="x y", tool=tool) == PlantedText(
        texts=frozenset({"x y", "name", "a.b", "n", "key", "value"}),
        numbers=frozenset({1, 2.5}),
        aliases=("x y", "x_y"),
        names=("a.b", "a_b"),
    )


def test_the_other_tools_are_planted_like_the_first() -> None:
    planted = planted_text(alias=ALIAS, tool={"name": "a.b"}, more_tools=[{"name": "c", "n": 77}, {"name": "a.b"}, 5])

    assert planted == PlantedText(
        texts=frozenset({ALIAS, "name", "a.b", "c", "n"}),
        numbers=frozenset({77, 5}),
        aliases=(ALIAS,),
        names=("a.b", "a_b", "c"),
    )
    assert planted.explains("tools.mcp__shape_probe__c")


def test_a_fixture_that_is_no_json_plants_nothing() -> None:
    assert planted_text(alias=None, tool=b"raw", more_tools="raw") == PlantedText(
        texts=frozenset(), numbers=frozenset(), aliases=(), names=()
    )


@pytest.mark.parametrize(
    "text",
    [
        "Looks up one synthetic record.",
        "Looks up one",
        "Looks up one…",
        "Looks up one… [truncated]",
        "Synthetic query.",
        "query",
        "",
        "mcp__shape_probe__lookup",
        "mcp__shape_probe",
        "mcp__shape_probe__",
        "tools.mcp__shape_probe__lookup",
        "functions.lookup",
        "shape_probe/lookup",
        "mcp_shape_probe_lookup",
        "mcp__shape_probelookup",
        "mcp__shape_probe__loo_0123456789ab",
        "mcp__shape_p0123456789abcdef0123456789abcdef01234567",
    ],
)
def test_planted_text_is_explained_whole_cut_or_qualified(text: str) -> None:
    assert PLANTED.explains(text)


@pytest.mark.parametrize(
    "text",
    [
        "Looks up two",
        "looks up one",
        "one synthetic record.",
        "Looks up one synthetic record. And more",
        "mcp__other__lookup",
        "mcp__shape_probe__lookup and more",
        "mcp__shape_probe__lookup__shape_probe",
        "mcp__0123456789abcdef",
        "mcp__s0123456789abcdef",
        "mcp__shape_probe__lookup\n",
    ],
)
def test_other_text_is_not(text: str) -> None:
    assert not PLANTED.explains(text)


@pytest.mark.parametrize("text", ["mcp__My_Server", "mcp__My Server__查询 the", "My_Server/___the_archive", "Ж" * 2048])
def test_names_are_known_in_the_forms_that_clients_give_them(text: str) -> None:
    assert LONG.explains(text)
