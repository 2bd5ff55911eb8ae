from probe.scenarios.deferred_load import claude_script, codex_script
from probe.scenarios.turns import CLAUDE, CODEX
from tests.probe.scenarios.occasions import checked, occasion


def test_claude_code_loads_by_name_by_words_and_in_vain() -> None:
    scripted = checked(claude_script(occasion("2.1.332")), CLAUDE)

    assert [(placed.call.name, placed.call.arguments) for placed in scripted.script.calls()] == [
        ("ToolSearch", {"query": "select:mcp__shape_probe__lookup"}),
        ("ToolSearch", {"query": "synthetic record"}),
        ("ToolSearch", {"query": "zzyzx"}),
    ]
    assert [(asked.route, asked.expects) for asked in scripted.calls] == [
        ("select", "loaded"),
        ("keyword", "loaded"),
        ("miss", "loaded"),
    ]


def test_codex_loads_by_a_program_and_by_its_search() -> None:
    scripted = checked(codex_script(occasion("0.171.0")), CODEX)

    assert [(asked.route, asked.shown_as, asked.expects) for asked in scripted.calls] == [
        ("all-tools", "ALL_TOOLS", "loaded"),
        ("search", "tool_search", "loaded"),
        ("search-miss", "tool_search", "loaded"),
    ]
