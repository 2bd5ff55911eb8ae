import json

import pytest

from sanitize.texts import Alias, Cut, cut_of, holds_inside, holds_text

TEXT = "Looks up one synthetic record."


def _runs(text: str, alias: str = "shape_probe") -> list[str]:
    return [run.text for run in Alias(alias).runs(text)]


@pytest.mark.parametrize(
    ("shown", "cut"),
    [
        ("Looks up", Cut(text="Looks up", kept=8)),
        ("Looks up…", Cut(text="Looks up…", kept=8)),
        ("Looks up... [truncated]", Cut(text="Looks up... [truncated]", kept=8)),
        ("Looks up\ufffd", Cut(text="Looks up", kept=8)),
        ("Looks up\ud83d… [truncated]", Cut(text="Looks up… [truncated]", kept=8)),
        (TEXT, None),
        (TEXT + "…", None),
        ("", None),
        ("…", None),
        ("Finds", None),
        ("Looks up and more", None),
    ],
)
def test_a_cut_text_is_a_beginning_with_or_without_a_mark(shown: str, cut: Cut | None) -> None:
    assert cut_of(shown, TEXT) == cut


def test_a_text_is_found_inside_others_plain_and_escaped() -> None:
    quoted = 'Says "yes" → or no.'
    for hay in (f"* {quoted} *", json.dumps({"a": quoted}), json.dumps({"a": quoted}, ensure_ascii=False)):
        assert holds_text(hay, quoted)
    assert not holds_text("Says nothing of the kind.", quoted)


def test_of_a_long_text_the_head_is_enough() -> None:
    assert holds_text("x" * 2048 + "… [truncated]", "x" * 10_000)


def test_a_short_text_counts_only_as_a_whole_string() -> None:
    assert holds_text("Search", "Search")
    assert not holds_text("Search the files", "Search")
    assert not holds_inside("Search", "Search")
    assert not holds_text("", "")


@pytest.mark.parametrize(
    "text",
    [
        "shape_probe",
        "mcp__shape_probe__lookup",
        "- mcp__shape_probe\n",
        '{"server": "shape_probe"}',
        "mcp-shape-probe-lookup",
        "shape.probe/lookup",
        "SHAPE_PROBE",
        "mcpShapeProbeLookup",
        "call tools.shapeProbe.lookup()",
        "in a path /tmp/shape_probe/x, as it is",
        "with shape_probeé behind",
    ],
)
def test_the_alias_is_found_in_the_forms_that_clients_give_it(text: str) -> None:
    assert Alias("shape_probe").is_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a shape and a probe",
        "shape probe",
        "/tmp/shape-probe-x1/cwd",
        "C:\\made\\shape-probe",
        "~shape-probe",
        "me@shape-probe.example",
        "https://example.org/shape-probe",
        "../shape-probe",
        "shape--probe",
    ],
)
def test_words_and_paths_that_look_alike_are_not_the_alias(text: str) -> None:
    assert not Alias("shape_probe").is_in(text)


def test_an_alias_that_is_a_plain_word_counts_only_as_a_whole_string_and_in_names() -> None:
    alias = Alias("memory")
    assert alias.is_in("memory")
    assert alias.is_in("- mcp__memory__save")
    assert not alias.is_in("Keep it in memory, and in memory.md.")
    assert not alias.is_in("mcp__memoryful__save")


def test_a_short_alias_keeps_its_separators_and_its_bounds() -> None:
    assert Alias("a_b").is_in("mcp__a_b__lookup")
    assert Alias("a_b").is_in("mcp__a-b__lookup")
    assert not Alias("a_b").is_in("data_bits about")


def test_an_alias_of_other_letters_is_looked_for_as_it_is() -> None:
    assert Alias("日本").is_in("the server 日本 is there")
    assert _runs("the server 日本 is there", alias="日本") == []


def test_an_alias_with_spaces_is_found_rewritten() -> None:
    assert _runs("- mcp__My_Server__lookup", alias="My Server") == ["mcp__My_Server__lookup"]


def test_no_alias_is_nowhere() -> None:
    assert not Alias("").is_in("")
    assert not Alias("").is_in("mcp__shape_probe")


def test_runs_are_names_without_the_punctuation_around_them() -> None:
    text = "Use `tools.mcp__shape_probe__lookup`, or mcp__shape_probe: not /tmp/shape_probe/x."
    assert _runs(text) == ["tools.mcp__shape_probe__lookup", "mcp__shape_probe"]


def test_an_escaped_line_break_is_no_part_of_a_name() -> None:
    assert _runs(json.dumps("a\nmcp__shape_probe__lookup")) == ["mcp__shape_probe__lookup"]


def test_a_run_knows_whether_it_is_called() -> None:
    declared, mentioned = Alias("shape_probe").runs("mcp__shape_probe__lookup(args) mcp__shape_probe__lookup")
    assert (declared.is_called, mentioned.is_called) == (True, False)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mcp__shape_probe__lookup", "lookup"),
        ("mcp__shape_probe__lookup_1a2b3c", "lookup"),
        ("mcp__shape_probe__notion_search", "notion.search"),
        ("MCP__SHAPE_PROBE__LOOKUP", "lookup"),
        ("lookup.shape_probe", "lookup"),
    ],
)
def test_a_run_holds_a_tool_when_its_name_stands_beside_the_alias(text: str, name: str) -> None:
    (run,) = Alias("shape_probe").runs(text)
    assert run.holds(name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mcp__shape_probe__lookups", "lookup"),
        ("mcp__shape_probe", "probe"),
        ("mcp__shape_probe__x", "検索"),
        ("mcp__shape_probe__x", ""),
    ],
)
def test_a_run_does_not_hold_a_tool_whose_name_is_a_part_of_another_word(text: str, name: str) -> None:
    (run,) = Alias("shape_probe").runs(text)
    assert not run.holds(name)


def test_a_run_that_ends_with_the_alias_names_the_server() -> None:
    assert [run.is_server for run in Alias("shape_probe").runs("mcp__shape_probe__ mcp__shape_probe__x")] == [
        True,
        False,
    ]
