from dataclasses import replace

import pytest
from pydantic import JsonValue

from captures.model import Subagent
from sanitize.events import RequestSeen
from sanitize.policy import policy_of
from sanitize.subagents import Family, family_of, is_child, subagent_of
from tests.sanitize.bodies import (
    additional_tools,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    functions,
    program,
    warm_up_body,
)
from tests.support.builders import message_seen, planted, recording, request_seen

HEADERS = ("Content-Type", "X-Api-Key")

PARENT = request_seen(header_names=HEADERS, body=claude_body(builtin("ToolSearch")))
CHILD = request_seen(header_names=(*HEADERS, "X-Claude-Code-Agent-Id"), body=claude_body(claude_tool()))


def _child_message(body: JsonValue, **changes: JsonValue) -> RequestSeen:
    return replace(
        message_seen(role="warm-up" if changes else "model", body=body),
        header_names=("Thread-Id", "X-Codex-Parent-Thread-Id", "X-OpenAI-Subagent"),
    )


def _subagent(*requests: RequestSeen) -> Subagent | None:
    given = planted()
    return subagent_of(family_of(requests, has_subagent=True), given, policy=policy_of(given))


def _attempts(family: Family) -> tuple[list[int], list[int]]:
    return [request.attempt for request in family.parent], [request.attempt for request in family.child]


@pytest.mark.parametrize("name", ["X-Claude-Code-Agent-Id", "x-codex-parent-thread-id", "X-OPENAI-SUBAGENT"])
def test_a_request_with_a_header_of_a_sub_agent_is_a_childs(name: str) -> None:
    assert is_child(request_seen(header_names=("Accept", name)))
    assert not is_child(request_seen(header_names=("Accept", f"{name}-x")))


def test_parent_and_child_are_numbered_together() -> None:
    family = family_of(recording(PARENT, CHILD, PARENT, CHILD, CHILD), has_subagent=True)
    assert _attempts(family) == ([1, 3], [2, 4, 5])
    assert [request.attempt for request in family.everyone()] == [1, 2, 3, 4, 5]


def test_without_a_sub_agent_all_are_the_parents() -> None:
    assert _attempts(family_of([PARENT, CHILD], has_subagent=False)) == ([1, 2], [])


def test_each_has_its_own_warm_ups() -> None:
    own, other = message_seen(role="warm-up", body=warm_up_body()), _child_message(warm_up_body(), is_warm_up=True)
    parent, child = message_seen(body=codex_body()), _child_message(codex_body())
    family = family_of([own, parent, other, parent, child], has_subagent=True)
    assert [request.warm_ups for request in family.parent] == [(own,), ()]
    assert [request.warm_ups for request in family.child] == [(other,)]


def test_the_headers_that_tell_them_apart_and_the_tools_of_the_child() -> None:
    subagent = _subagent(PARENT, CHILD)
    assert subagent is not None
    assert subagent.header_names_of_child == ("x-claude-code-agent-id",)
    assert (subagent.header_names_of_parent, subagent.body_keys_of_child, subagent.body_keys_of_parent) == ((), (), ())
    assert [(tool.presentation, tool.name) for tool in subagent.tools] == [("inline", "lookup")]


def test_the_keys_that_tell_them_apart() -> None:
    metadata: JsonValue = {"turn_id": "x", "parent_turn_id": "x", "any body's": "x", "x-openai-subagent": "x"}
    subagent = _subagent(
        message_seen(body=codex_body(client_metadata={"turn_id": "x"}, metadata=1, reasoning={})),
        _child_message(codex_body(client_metadata=metadata, metadata={"kind": "x"})),
    )
    assert subagent is not None
    assert subagent.body_keys_of_child == (
        "<name>",
        "client_metadata.parent_turn_id",
        "client_metadata.x-openai-subagent",
        "metadata.kind",
    )
    assert subagent.body_keys_of_parent == ("reasoning",)
    assert subagent.header_names_of_parent == ("authorization", "content-type")


def test_what_only_some_requests_have_tells_nothing() -> None:
    chained = message_seen(body=codex_body(previous_response_id="r1"))
    subagent = _subagent(message_seen(body=codex_body()), chained, _child_message(codex_body()))
    assert subagent is not None
    assert (subagent.body_keys_of_parent, subagent.body_keys_of_child) == ((), ())


def test_a_body_that_cannot_be_read_tells_nothing() -> None:
    subagent = _subagent(PARENT, replace(CHILD, body=None, fault="body-not-json"), replace(PARENT, body=["no object"]))
    assert subagent is not None
    assert (subagent.body_keys_of_parent, subagent.body_keys_of_child) == ((), ())
    assert subagent.header_names_of_child == ("x-claude-code-agent-id",)
    assert [tool.presentation for tool in subagent.tools] == ["absent"]


def test_the_tools_of_a_child_can_be_in_its_warm_up() -> None:
    warm_up = _child_message(warm_up_body(additional_tools(functions(program()))), is_warm_up=True)
    subagent = _subagent(message_seen(body=codex_body()), warm_up, _child_message(codex_body()))
    assert subagent is not None
    assert [tool.presentation for tool in subagent.tools] == ["deferred"]


def test_without_a_child_there_is_nothing_to_say() -> None:
    assert _subagent(PARENT, PARENT) is None
