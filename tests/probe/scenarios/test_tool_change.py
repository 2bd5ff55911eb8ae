import pytest

from probe.scenarios.tool_change import TOOL_CHANGE, claude_script, codex_script
from probe.scenarios.turns import CLAUDE, CODEX
from tests.probe.scenarios.occasions import checked, occasion, routes


@pytest.mark.parametrize(("version", "loads"), [("2.1.268", []), ("2.1.332", ["load"])])
def test_claude_code_changes_the_tools_and_then_calls_each_that_is_concerned(version: str, loads: list[str]) -> None:
    scripted = checked(claude_script(occasion(version)), CLAUDE)

    assert routes(scripted) == ["change", "after-1", "after-2", *loads, "added", "removed", "changed"]
    assert [asked.shown_as for asked in scripted.calls][-3:] == [
        "mcp__shape_probe__added_later",
        "mcp__shape_probe__removed_later",
        "mcp__shape_probe__changed_later",
    ]


def test_codex_does_the_same_by_programs() -> None:
    scripted = checked(codex_script(occasion("0.171.0")), CODEX)

    assert routes(scripted) == ["change", "after-1", "after-2", "all-tools", "added", "removed", "changed"]
    assert scripted.calls[-1].shown_as == "tools.mcp__shape_probe__changed_later"


def test_the_first_call_is_the_one_that_changes_the_tools_of_the_server() -> None:
    [change] = TOOL_CHANGE.catalog.changes

    assert claude_script(occasion("2.1.268")).calls[0].query == change.after_query
    assert codex_script(occasion("0.171.0")).calls[0].query == change.after_query
