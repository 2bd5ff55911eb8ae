"""Scripts played to released clients: what is reached, loaded, answered. What is expected was measured with them.

The fault `stalled` is not among these tests, as clients wait five minutes for a stream that says nothing.
"""

from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from captures.model import Answer, Capture, DeferredTool, InlineTool, Loaded
from tests.real.command import run
from tests.real.conftest import Ask

pytestmark = pytest.mark.real

CLAUDES: Final = ("claude@2.1.268", "claude@2.1.332")
CODEXES: Final = ("codex@0.154.0", "codex@0.171.0")
CLIENTS: Final = (*CLAUDES, *CODEXES)
EXAMPLE: Final = Path(__file__).parents[2] / "docs" / "examples" / "results.json"


def scenario(ask: Ask, release: str, name: str, *arguments: str) -> Capture:
    """The capture of a run that went as scripted."""
    answer = ask(release, f"--scenario={name}", *arguments)
    surprises = [line for line in answer.notes.splitlines() if ": from model request " not in line]
    assert (answer.exit_code, surprises) == (0, [])
    assert (answer.capture.verdict.kind, answer.capture.outcome.exit_code) == ("observed", 0)
    return answer.capture


def reached(capture: Capture) -> dict[str, bool]:
    """Whether the call of each route got to the MCP server, with the arguments that it was made with."""
    for call in capture.calls:
        assert (call.arguments is not None) == call.reached_server
    return {call.route: call.reached_server for call in capture.calls}


def loaded(capture: Capture) -> Loaded:
    [tool] = capture.tools
    assert isinstance(tool, DeferredTool)
    assert tool.loaded is not None
    return tool.loaded


def answer_to(capture: Capture, route: str) -> Answer:
    [answer] = [call.answer for call in capture.calls if call.route == route]
    assert answer is not None
    return answer


def tokens(answer: Answer) -> list[str]:
    return [each.token for block in answer.blocks for text in block.texts for each in text.planted]


@pytest.mark.parametrize("release", CODEXES)
def test_codex_takes_a_program_and_a_function_in_its_namespace(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "tool-call")

    assert reached(capture) == {"exec": True, "namespaced": True, "flat-name": False, "bare-name": False}
    assert (capture.calls[0].shown_as, capture.calls[0].arguments) == (
        "tools.mcp__shape_probe__lookup",
        {"query": "route-exec"},
    )
    assert tokens(answer_to(capture, "exec")) == tokens(answer_to(capture, "namespaced")) == ["result.text"]


@pytest.mark.parametrize(
    ("release", "loading"), [("claude@2.1.268", {}), ("claude@2.1.332", {"load": False, "loaded-name": True})]
)
def test_claude_code_takes_the_name_that_it_shows_and_no_other(
    ask: Ask, release: str, loading: dict[str, bool]
) -> None:
    capture = scenario(ask, release, "tool-call")

    assert reached(capture) == {"shown-name": True, "raw-name": False, "other-case": False, **loading}
    assert [answer_to(capture, route).is_error for route in ("shown-name", "raw-name", "other-case")] == [
        None,
        True,
        True,
    ]


@pytest.mark.parametrize("release", CLIENTS)
def test_a_tool_that_nobody_has_allowed_is_not_called_and_the_client_ends_well(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "tool-call-refused")

    assert not any(reached(capture).values())
    assert all(call.answer is not None for call in capture.calls)


def test_what_claude_code_loads_is_what_an_older_release_sends_inline(ask: Ask) -> None:
    [inline] = scenario(ask, "claude@2.1.268", "deferred-load").tools
    assert isinstance(inline, InlineTool)

    assert loaded(scenario(ask, "claude@2.1.332", "deferred-load")).definition == {
        **inline.definition,
        "defer_loading": True,
    }


@pytest.mark.parametrize("release", CODEXES)
def test_codex_lists_a_name_and_a_description_and_its_search_gives_the_definition(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "deferred-load")

    assert loaded(capture).definition == {"name": "mcp__shape_probe__lookup", "description": "<string>"}
    assert [block.type for block in answer_to(capture, "search").blocks] == ["namespace"]
    assert answer_to(capture, "search-miss").blocks == ()


@pytest.mark.parametrize("release", CODEXES)
def test_a_model_that_is_shown_the_search_of_codex_gets_a_definition_with_a_schema(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "deferred-load", "--set=model=gpt-5.5")

    [tool] = capture.tools
    assert isinstance(tool, DeferredTool)
    assert tool.via == "tool_search"
    definition = loaded(capture).definition
    assert (definition["name"], definition["defer_loading"]) == ("lookup", True)
    assert list(definition) == ["type", "name", "description", "strict", "defer_loading", "parameters"]


@pytest.mark.parametrize("release", CLIENTS)
def test_each_kind_of_result_reaches_the_model_as_the_page_about_results_says(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "results")
    example = canonical.loads(EXAMPLE.read_bytes(), name=EXAMPLE.name)
    [expected] = [each for each in example.captures if each.client == capture.client]

    assert capture.model_copy(update={"conditions": expected.conditions}) == expected


@pytest.mark.parametrize("release", CODEXES)
def test_codex_keeps_the_tools_that_it_has(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "tool-change")

    assert capture.later_shapes == ()
    assert {route: there for route, there in reached(capture).items() if route in {"added", "removed", "changed"}} == {
        "added": False,
        "removed": True,
        "changed": True,
    }


def test_codex_has_the_new_tools_where_a_feature_is_set(ask: Ask) -> None:
    capture = scenario(ask, "codex@0.171.0", "tool-change", "--set=feature.mcp_tool_list_changed=true")

    assert (reached(capture)["added"], reached(capture)["removed"]) == (True, False)


@pytest.mark.parametrize("release", CLAUDES)
def test_claude_code_has_the_new_tools(ask: Ask, release: str) -> None:
    capture = scenario(ask, release, "tool-change")

    assert (reached(capture)["added"], reached(capture)["removed"], reached(capture)["changed"]) == (True, False, True)
    assert len(capture.later_shapes) == 1


@pytest.mark.parametrize(
    ("release", "header", "presentation"),
    [
        ("claude@2.1.268", "x-claude-code-agent-id", "inline"),
        ("claude@2.1.332", "x-claude-code-agent-id", "deferred"),
        ("codex@0.154.0", "x-openai-subagent", "deferred"),
        ("codex@0.171.0", "x-openai-subagent", "deferred"),
    ],
)
def test_a_sub_agent_has_a_header_of_its_own_and_can_call_the_tool(
    ask: Ask, release: str, header: str, presentation: str
) -> None:
    capture = scenario(ask, release, "subagent")

    assert capture.subagent is not None
    assert header in capture.subagent.header_names_of_child
    assert [tool.presentation for tool in capture.subagent.tools] == [presentation]
    assert reached(capture) == {"child-call": True}


@pytest.mark.parametrize("fault", ["crlf", "split-character"])
@pytest.mark.parametrize("release", CLIENTS)
def test_an_answer_that_is_sent_in_an_odd_way_is_taken_whole(ask: Ask, release: str, fault: str) -> None:
    capture = scenario(ask, release, "stream-fault", f"--set=fault={fault}")

    assert (reached(capture), capture.outcome.attempts, capture.outcome.turn_completed) == ({"call": True}, 2, True)


@pytest.mark.parametrize(
    ("release", "fault", "attempts"),
    [
        *((release, "truncated", 2) for release in CLIENTS),
        *((release, "wrong-order", 2) for release in CLAUDES),
        *((release, "wrong-order", 1) for release in CODEXES),
    ],
)
def test_an_answer_that_breaks_off_makes_no_call_and_most_clients_ask_again(
    ask: Ask, release: str, fault: str, attempts: int
) -> None:
    capture = scenario(ask, release, "stream-fault", f"--set=fault={fault}")

    assert (reached(capture), capture.outcome.attempts) == ({"call": False}, attempts)
    assert capture.outcome.turn_completed == (attempts == 2)


@pytest.mark.parametrize("name", ["tool-call", "deferred-load", "tool-change", "subagent"])
@pytest.mark.parametrize("release", ["claude@2.1.332", "codex@0.171.0"])
def test_a_script_that_is_played_again_gives_the_same_bytes(ask: Ask, tmp_path: Path, release: str, name: str) -> None:
    first = ask(release, f"--scenario={name}")

    assert run(release, f"--scenario={name}", cwd=tmp_path) == first
