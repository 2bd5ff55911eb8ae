import json

import pytest
from pydantic import JsonValue

from captures.words import Role
from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.policy import ReplyMode, ReplyPolicy
from probe.providers.replies import ConnectionClosed, Frames, HttpReply
from sanitize.roles import anthropic_messages_role

MESSAGES = "/v1/messages"
MARKER = "made-up-marker"
USAGE = {
    "input_tokens": 100,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 1,
}
NOT_FOUND = {"type": "error", "error": {"type": "not_found_error", "message": "There is nothing here."}}
MODES: tuple[ReplyMode, ...] = ("accept", "refuse", "close", "status")


def provider(mode: ReplyMode = "accept", status: int = 400) -> AnthropicMessages:
    return AnthropicMessages(ReplyPolicy(mode=mode, status=status), MARKER)


def answer(
    role: Role, method: str = "POST", *, path: str = MESSAGES, body: JsonValue = None, mode: ReplyMode = "accept"
) -> HttpReply:
    reply = provider(mode).reply_to_request(role, method, path=path, body=body)
    assert isinstance(reply, HttpReply)
    return reply


def value_of(reply: HttpReply) -> JsonValue:
    assert reply.content_type == "application/json"
    value: JsonValue = json.loads(b"".join(reply.chunks))
    return value


def events_of(reply: HttpReply) -> list[tuple[str, JsonValue]]:
    """Parse a stream of server-sent events back: name and data of each."""
    assert reply.content_type == "text/event-stream; charset=utf-8"
    events = []
    for block in b"".join(reply.chunks).decode().removesuffix("\n\n").split("\n\n"):
        name, data = block.split("\n")
        events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events


def message(content: list[JsonValue], stop_reason: str | None) -> dict[str, JsonValue]:
    return {
        "id": "msg_synthetic",
        "type": "message",
        "role": "assistant",
        "model": "shape-probe",
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": dict(USAGE),
    }


def test_a_model_request_without_stream_gets_a_message_that_says_ok() -> None:
    reply = answer("model", body={"model": "made-up"})

    assert (reply.status, reply.is_completion) == (200, True)
    assert value_of(reply) == message([{"type": "text", "text": "OK"}], "end_turn")


def test_a_model_request_with_stream_gets_the_events_of_a_message_that_says_ok() -> None:
    reply = answer("model", body={"model": "made-up", "stream": True})

    assert (reply.status, reply.is_completion) == (200, True)
    assert events_of(reply) == [
        ("message_start", {"type": "message_start", "message": message([], None)}),
        (
            "content_block_start",
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        ),
        (
            "content_block_delta",
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "OK"}},
        ),
        ("content_block_stop", {"type": "content_block_stop", "index": 0}),
        (
            "message_delta",
            {
                "type": "message_delta",
                "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                "usage": {"output_tokens": 1},
            },
        ),
        ("message_stop", {"type": "message_stop"}),
    ]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "invalid_request_error"),
        (401, "authentication_error"),
        (402, "billing_error"),
        (403, "permission_error"),
        (404, "not_found_error"),
        (413, "request_too_large"),
        (422, "invalid_request_error"),
        (429, "rate_limit_error"),
        (500, "api_error"),
        (503, "api_error"),
        (504, "timeout_error"),
        (529, "overloaded_error"),
    ],
)
@pytest.mark.parametrize("mode", ["refuse", "status"])
def test_a_refused_model_request_gets_the_error_of_the_status(mode: ReplyMode, status: int, kind: str) -> None:
    reply = provider(mode, status).reply_to_request("model", "POST", path=MESSAGES, body={"stream": True})

    assert isinstance(reply, HttpReply)
    assert (reply.status, reply.is_completion) == (status, False)
    assert value_of(reply) == {"type": "error", "error": {"type": kind, "message": "The probe refuses this request."}}


def test_close_ends_the_connection_of_a_model_request() -> None:
    assert provider("close").reply_to_request("model", "POST", path=MESSAGES, body={}) == ConnectionClosed()


@pytest.mark.parametrize("mode", MODES)
def test_a_side_request_for_a_message_gets_one_whatever_the_policy(mode: ReplyMode) -> None:
    whole = answer("side", body={"max_tokens": 1}, mode=mode)
    streamed = answer("side", body={"stream": True}, mode=mode)

    assert value_of(whole) == message([{"type": "text", "text": "OK"}], "end_turn")
    assert [name for name, _ in events_of(streamed)][-1] == "message_stop"
    assert not whole.is_completion
    assert not streamed.is_completion


@pytest.mark.parametrize(
    ("method", "path", "status", "value"),
    [
        ("POST", "/v1/messages/count_tokens", 200, {"input_tokens": 100}),
        ("POST", "/api/event_logging/batch", 200, {}),
        ("POST", "/anything/else", 200, {}),
        ("HEAD", "/api/hello", 200, {}),
        ("GET", "/api/hello", 200, {}),
        ("HEAD", "/", 200, {}),
        ("GET", "/", 404, NOT_FOUND),
        ("GET", "/v1/models", 404, NOT_FOUND),
        ("GET", "/v1/messages", 404, NOT_FOUND),
        ("HEAD", "/v1/models", 404, NOT_FOUND),
        ("DELETE", "/api/hello", 404, NOT_FOUND),
    ],
)
@pytest.mark.parametrize("mode", MODES)
def test_other_side_requests_get_small_answers_whatever_the_policy(
    mode: ReplyMode, method: str, path: str, status: int, value: JsonValue
) -> None:
    reply = answer("side", method, path=path, mode=mode)

    assert (reply.status, value_of(reply), reply.is_completion) == (status, value, False)


def test_there_is_no_websocket() -> None:
    refusal = provider().reply_to_upgrade(MESSAGES)

    assert isinstance(refusal, HttpReply)
    assert (refusal.status, value_of(refusal)) == (404, NOT_FOUND)
    assert provider().reply_to_message("side", None) == Frames()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"messages": [{"role": "user", "content": f"Say OK. {MARKER}"}], "tools": []}),
        ("POST", MESSAGES, {"messages": [{"role": "user", "content": "Make a title."}]}),
        ("POST", "/v1/messages/count_tokens", {}),
        ("HEAD", "/api/hello", None),
    ],
)
def test_roles_are_those_of_the_dialect(method: str, path: str, body: JsonValue) -> None:
    assert provider().role_of(transport="http", method=method, path=path, body=body) == anthropic_messages_role(
        method, path, body=body, prompt_marker=MARKER
    )


def test_the_marker_never_shows_in_a_repr() -> None:
    assert MARKER not in repr(provider())
