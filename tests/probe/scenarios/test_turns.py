import pytest

from fake_mcp.catalog import LOOKUP
from probe.scenarios.scripted import ScriptedCalls
from probe.scenarios.turns import (
    RECORD,
    all_tools,
    exec_call,
    function_call,
    loading,
    one_call_a_turn,
    search_call,
    tool_use,
    wire_name,
)
from probe.scripts.script import Call, Say, Script, Turn, When
from sanitize.planted import PlantedResult
from sanitize.question import CallAsked
from tests.probe.scenarios.occasions import occasion


def test_each_call_follows_the_answer_to_the_one_before_and_ok_ends_the_turn() -> None:
    one, two = tool_use("one", "ToolSearch", arguments={}), tool_use("two.b-c", "lookup", arguments={}, query="q")

    assert one_call_a_turn([one, two]) == ScriptedCalls(
        script=Script(
            (
                Turn(name="one", items=(one.call,)),
                Turn(name="two-b-c", items=(two.call,), when=When(answers="call_one")),
                Turn(name="done", items=(Say("OK"),), when=When(answers="call_two_b_c")),
            )
        ),
        calls=(one.asked, two.asked),
        results=(PlantedResult(query="q", texts=(("result.text", RECORD),)),),
    )


def test_what_is_planted_in_the_results_can_be_something_else() -> None:
    results = [PlantedResult(query="q", texts=())]

    assert one_call_a_turn([tool_use("one", "lookup", arguments={}, query="q")], results=results).results == (*results,)


def test_the_record_is_what_the_synthetic_tool_answers() -> None:
    assert LOOKUP.result == {"content": [{"type": "text", "text": RECORD}]}


def test_a_call_in_the_dialect_of_claude_code_has_the_query_among_its_arguments() -> None:
    step = tool_use("some", wire_name("shape_probe"), arguments={"limit": 2}, query="q", expects="loaded")

    assert step.call == Call(
        kind="tool_use", name="mcp__shape_probe__lookup", arguments={"query": "q", "limit": 2}, id="call_some"
    )
    assert step.asked == CallAsked(
        route="some",
        kind="tool_use",
        call_id="call_some",
        shown_as="mcp__shape_probe__lookup",
        query="q",
        expects="loaded",
    )


def test_a_function_of_codex_can_stand_in_a_namespace() -> None:
    step = function_call("some", "lookup", namespace="mcp__shape_probe", arguments={}, query="q")

    assert (step.call.kind, step.call.name, step.call.namespace, step.call.arguments) == (
        "function_call",
        "lookup",
        "mcp__shape_probe",
        {"query": "q"},
    )
    assert (step.asked.shown_as, step.asked.namespace) == ("lookup", "mcp__shape_probe")


def test_a_function_without_a_query_has_its_arguments_alone() -> None:
    assert function_call("some", "wait_agent", arguments={"timeout_ms": 1}).call.arguments == {"timeout_ms": 1}


def test_a_program_of_codex_calls_by_an_identifier_and_shows_the_whole_result() -> None:
    step = exec_call("some", "tools.mcp__shape_probe__lookup", query="q")

    assert (step.call.kind, step.call.name, step.call.arguments) == (
        "custom_tool_call",
        "exec",
        'const result = await tools.mcp__shape_probe__lookup({"query": "q"}); text(JSON.stringify(result));',
    )
    assert (step.asked.shown_as, step.asked.query) == ("tools.mcp__shape_probe__lookup", "q")


def test_a_program_of_codex_shows_the_entries_of_a_server() -> None:
    step = all_tools("some", "shape_probe")

    assert step.call.arguments == (
        'text(JSON.stringify(ALL_TOOLS.filter((tool) => tool.name.includes("shape_probe"))));'
    )
    assert (step.asked.shown_as, step.asked.query, step.asked.expects) == ("ALL_TOOLS", None, "loaded")


def test_a_search_of_codex_asks_for_definitions() -> None:
    step = search_call("some", "words")

    assert step.call == Call(
        kind="tool_search_call", name="tool_search", arguments={"query": "words", "limit": 8}, id="call_some"
    )
    assert (step.asked.shown_as, step.asked.expects) == ("tool_search", "loaded")


@pytest.mark.parametrize(
    ("version", "settings", "is_loaded"),
    [
        ("2.1.268", {}, False),
        ("2.1.300", {}, False),
        ("2.1.316", {}, True),
        ("2.1.332", {}, True),
        ("2.1.268", {"tool-search": "true"}, True),
        ("2.1.268", {"tool-search": "auto:5"}, True),
        ("2.1.332", {"tool-search": "false"}, False),
    ],
)
def test_tools_are_loaded_where_the_client_holds_them_back(
    version: str, settings: dict[str, str], *, is_loaded: bool
) -> None:
    steps = loading(occasion(version, settings), "one", "two")

    assert [step.call.arguments for step in steps] == ([{"query": "select:one,two"}] if is_loaded else [])
