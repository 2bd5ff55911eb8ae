import pytest

from probe.scenarios.tool_call import TOOL_CALL, TOOL_CALL_REFUSED, claude_script, codex_script
from probe.scenarios.turns import CLAUDE, CODEX
from tests.probe.scenarios.occasions import checked, occasion


@pytest.mark.parametrize(
    ("version", "loaded"),
    [
        ("2.1.268", []),
        ("2.1.332", [("load", "ToolSearch", None), ("loaded-name", "mcp__shape_probe__lookup", "route-loaded-name")]),
    ],
)
def test_claude_code_is_asked_by_each_name_and_again_where_the_tool_can_be_loaded(
    version: str, loaded: list[tuple[str, str, str | None]]
) -> None:
    scripted = checked(claude_script(occasion(version)), CLAUDE)

    assert [(asked.route, asked.shown_as, asked.query) for asked in scripted.calls] == [
        ("shown-name", "mcp__shape_probe__lookup", "route-shown-name"),
        ("raw-name", "lookup", "route-raw-name"),
        ("other-case", "Mcp__Shape_Probe__Lookup", "route-other-case"),
        *loaded,
    ]


@pytest.mark.parametrize(
    ("version", "underscored"),
    [
        ("0.141.0", [("underscored", "mcp__shape_probe__", "lookup", "route-underscored")]),
        ("0.142.0", []),
        ("0.171.0", []),
    ],
)
def test_codex_is_asked_by_a_program_and_by_each_name_of_a_function(
    version: str, underscored: list[tuple[str, str, str, str]]
) -> None:
    scripted = checked(codex_script(occasion(version)), CODEX)

    assert [(asked.route, asked.namespace, asked.shown_as, asked.query) for asked in scripted.calls] == [
        ("exec", None, "tools.mcp__shape_probe__lookup", "route-exec"),
        ("namespaced", "mcp__shape_probe", "lookup", "route-namespaced"),
        *underscored,
        ("flat-name", None, "mcp__shape_probe__lookup", "route-flat-name"),
        ("bare-name", None, "lookup", "route-bare-name"),
    ]


def test_the_variant_grants_nothing_and_its_tool_does_not_say_that_it_only_reads() -> None:
    assert (TOOL_CALL.grants_tool, "annotations" in TOOL_CALL.catalog.tools[0]) == (True, True)
    assert (TOOL_CALL_REFUSED.grants_tool, "annotations" in TOOL_CALL_REFUSED.catalog.tools[0]) == (False, False)
    assert TOOL_CALL_REFUSED.catalog.alias == TOOL_CALL.catalog.alias
