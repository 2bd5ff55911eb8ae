import json

import pytest

from fake_mcp.catalog import LOOKUP, Catalog
from fake_mcp.catalogs import CATALOGS, CHANGING, RESULTS, UNANNOTATED
from fake_mcp.responder import Session
from fake_mcp.result_kinds import RESULT_KINDS


def test_the_default_catalog_has_a_name() -> None:
    assert CATALOGS["lookup"] is LOOKUP


@pytest.mark.parametrize("catalog", CATALOGS.values(), ids=CATALOGS)
def test_a_named_catalog_can_be_served(catalog: Catalog) -> None:
    [frame] = Session(catalog).exchange('{"jsonrpc":"2.0","id":1,"method":"tools/list"}').sent

    assert b'"tools":[{"name":' in frame.data


def test_no_two_named_catalogs_have_one_alias() -> None:
    aliases = [catalog.alias for catalog in CATALOGS.values()]

    assert sorted(set(aliases)) == sorted(aliases)


def test_the_default_tool_gives_every_kind_of_result() -> None:
    expected = Catalog(alias="shape_probe_results", tools=LOOKUP.tools, answers=tuple(RESULT_KINDS.values()))

    assert expected == RESULTS


def test_a_change_keeps_two_tools_and_takes_away_changes_and_adds_one() -> None:
    [change] = CHANGING.changes
    before = {str(tool["name"]): tool for tool in CHANGING.tools}
    after = {str(tool["name"]): tool for tool in change.tools}

    assert change.after_query == "change-1"
    assert {name for name in before if after.get(name) == before[name]} == {"lookup", "kept"}
    assert before.keys() - after.keys() == {"removed_later"}
    assert after.keys() - before.keys() == {"added_later"}
    assert before["lookup"] == LOOKUP.tools[0]


def test_a_changed_tool_has_another_description_and_another_schema_and_nothing_else_is_new() -> None:
    [before] = [tool for tool in CHANGING.tools if tool["name"] == "changed_later"]
    [after] = [tool for tool in CHANGING.changes[0].tools if tool["name"] == "changed_later"]

    assert before.keys() == after.keys()
    assert {key for key in before if before[key] != after[key]} == {"description", "inputSchema"}


def test_every_tool_that_comes_or_goes_may_run_unasked_and_takes_a_query() -> None:
    tools = [*CHANGING.tools, *CHANGING.changes[0].tools]

    refused = [tool["name"] for tool in tools if '"readOnlyHint": true' not in json.dumps(tool)]
    deaf = [tool["name"] for tool in tools if '"query": {"type": "string"' not in json.dumps(tool)]
    assert (refused, deaf) == ([], [])


def test_the_tool_without_hints_is_the_default_tool_in_all_else() -> None:
    [bare], [whole] = UNANNOTATED.tools, LOOKUP.tools

    assert {**bare, "annotations": whole["annotations"]} == whole
    assert "annotations" not in bare
