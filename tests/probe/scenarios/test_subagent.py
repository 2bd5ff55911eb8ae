import json

import pytest

from probe.scenarios.scripted import ScriptedCalls
from probe.scenarios.subagent import claude_script, codex_script
from probe.scenarios.turns import CLAUDE, CODEX
from probe.scripts.script import When
from tests.probe.scenarios.occasions import MARKER, checked, occasion, routes


def conditions(scripted: ScriptedCalls) -> dict[str, When]:
    return {turn.name: turn.when for turn in scripted.script.turns}


@pytest.mark.parametrize(("version", "name"), [("2.1.59", "Task"), ("2.1.112", "Agent"), ("2.1.332", "Agent")])
def test_claude_code_starts_a_child_by_the_tool_of_its_version(version: str, name: str) -> None:
    scripted = checked(claude_script(occasion(version)), CLAUDE)
    spawn = next(scripted.script.calls()).call

    assert spawn.name == name
    assert MARKER in json.dumps(spawn.arguments)
    assert conditions(scripted) == {
        "spawn": When(no_header="x-claude-code-agent-id"),
        "child-call": When(header="x-claude-code-agent-id"),
        "child-done": When(header="x-claude-code-agent-id", answers="call_child_call"),
        "done": When(no_header="x-claude-code-agent-id", answers="call_spawn"),
    }


def test_codex_starts_a_child_and_waits_for_it() -> None:
    scripted = checked(codex_script(occasion("0.171.0")), CODEX)

    assert [(placed.call.namespace, placed.call.name) for placed in scripted.script.calls()] == [
        ("collaboration", "spawn_agent"),
        ("collaboration", "wait_agent"),
        (None, "exec"),
    ]
    assert conditions(scripted) == {
        "spawn": When(no_header="x-openai-subagent"),
        "wait": When(no_header="x-openai-subagent", answers="call_spawn"),
        "child-call": When(header="x-openai-subagent"),
        "child-done": When(header="x-openai-subagent", answers="call_child_call"),
        "done": When(no_header="x-openai-subagent", answers="call_wait"),
    }


def test_only_the_call_of_the_child_is_asked_about() -> None:
    """The answers to its parent have times in them."""
    assert routes(claude_script(occasion("2.1.332"))) == ["child-call"]
    assert routes(codex_script(occasion("0.171.0"))) == ["child-call"]
