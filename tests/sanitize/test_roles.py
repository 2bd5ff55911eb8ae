import pytest
from pydantic import JsonValue

from captures.words import Role, Transport
from sanitize.roles import anthropic_messages_role, is_model_path, openai_responses_role
from tests.sanitize.bodies import (
    additional_tools,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    function,
    text_item,
    warm_up_body,
)
from tests.support.builders import PROMPT_MARKER


def _messages_role(body: JsonValue, *, method: str = "POST", path: str = "/v1/messages") -> Role:
    return anthropic_messages_role(method, path, body=body, prompt_marker=PROMPT_MARKER)


def _responses_role(
    body: JsonValue, *, transport: Transport = "http", method: str = "POST", path: str = "/v1/responses"
) -> Role:
    return openai_responses_role(transport, method, path=path, body=body, prompt_marker=PROMPT_MARKER)


def _message_role(body: JsonValue) -> Role:
    return _responses_role(body, transport="websocket", method="GET")


def test_a_request_with_tools_and_the_prompt_asks_for_a_turn_streamed_or_not() -> None:
    assert _messages_role({**claude_body(), "stream": True}) == "model"
    assert _messages_role({**claude_body(), "stream": False}) == "model"


def test_a_path_in_front_of_the_dialect_changes_nothing() -> None:
    assert _messages_role(claude_body(), path="/proxy/v1/messages") == "model"
    assert _responses_role(codex_body(), path="/backend/responses") == "model"


def test_a_request_for_a_title_is_a_side_request_although_it_has_the_prompt() -> None:
    assert _messages_role({**claude_body(), "tools": []}) == "side"
    formatted: JsonValue = {**claude_body(), "output_config": {"format": {"type": "json_schema"}}}
    assert _messages_role(formatted) == "side"


def test_an_output_config_without_a_format_is_no_title() -> None:
    assert _messages_role({**claude_body(), "output_config": {"effort": "made-up"}}) == "model"


def test_counting_tokens_is_a_side_request_on_its_own_path_and_on_the_main_one() -> None:
    count: JsonValue = {"messages": [{"role": "user", "content": "count"}], "tools": [claude_tool()], "max_tokens": 1}
    assert _messages_role(count, path="/v1/messages/count_tokens") == "side"
    assert _messages_role(count) == "side"


def test_a_warm_up_agent_and_a_post_without_tools_are_side_requests() -> None:
    assert _messages_role({"messages": [{"role": "user", "content": "Warmup"}], "tools": [builtin("Read")]}) == "side"
    assert _messages_role({"messages": [{"role": "user", "content": PROMPT_MARKER}]}) == "side"


@pytest.mark.parametrize("method", ["HEAD", "GET", "OPTIONS"])
def test_only_a_post_asks_for_a_turn(method: str) -> None:
    assert _messages_role(claude_body(), method=method) == "side"
    assert _responses_role(codex_body(), method=method) == "side"


def test_a_messages_body_that_is_no_object_is_a_side_request() -> None:
    assert _messages_role(None) == "side"
    assert _messages_role([claude_body()]) == "side"


def test_a_response_create_with_the_prompt_asks_for_a_turn() -> None:
    assert _message_role(codex_body()) == "model"


def test_generate_false_makes_a_warm_up_on_both_transports() -> None:
    assert _message_role(warm_up_body()) == "warm-up"
    assert _responses_role(warm_up_body()) == "warm-up"


def test_a_message_that_goes_on_from_a_response_asks_for_a_turn_without_the_prompt() -> None:
    assert _message_role({"type": "response.create", "previous_response_id": "r1", "input": []}) == "model"


@pytest.mark.parametrize(
    "body",
    [
        {"type": "response.create", "tools": [function("wait")]},
        {"type": "response.create", "input": [additional_tools(function("wait"))]},
    ],
)
def test_a_message_with_tools_asks_for_a_turn_without_the_prompt(body: JsonValue) -> None:
    assert _message_role(body) == "model"


def test_a_response_create_without_prompt_tools_or_past_is_a_side_request() -> None:
    body: JsonValue = {"type": "response.create", "tools": [], "input": [text_item("user", "Make up a title."), "odd"]}
    assert _message_role(body) == "side"
    assert _responses_role(body) == "side"
    assert _message_role({"type": "response.create", "input": "Make up a title."}) == "side"


def test_other_messages_are_side_requests() -> None:
    assert _message_role({**codex_body(), "type": "response.cancel"}) == "side"
    assert _message_role("ping") == "side"


@pytest.mark.parametrize("path", ["/v1/models", "/wham/settings/user", "/v1/responses/compact"])
def test_other_paths_are_side_requests(path: str) -> None:
    assert _responses_role(codex_body(), path=path) == "side"


def test_a_post_of_a_body_that_cannot_be_read_is_not_passed_over() -> None:
    assert _responses_role(None) == "model"


def test_a_model_path_is_one_on_which_a_turn_can_be_asked_for() -> None:
    assert is_model_path("POST", "/v1/messages", "http")
    assert is_model_path("GET", "/v1/responses", "websocket")
    assert not is_model_path("GET", "/v1/responses", "http")
    assert not is_model_path("POST", "/v1/models", "http")
