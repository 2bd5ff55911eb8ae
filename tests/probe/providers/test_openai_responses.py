import json

import pytest
from pydantic import JsonValue

from captures.words import Role, Transport
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.policy import ReplyMode, ReplyPolicy
from probe.providers.replies import ConnectionClosed, Frames, HttpReply, UpgradeAccepted
from sanitize.roles import openai_responses_role

RESPONSES = "/v1/responses"
MARKER = "made-up-marker"
NOT_FOUND = {"error": {"message": "There is nothing here.", "type": "not_found_error", "code": "shape_probe"}}
CREATE: dict[str, JsonValue] = {"type": "response.create"}
MODES: tuple[ReplyMode, ...] = ("accept", "refuse", "close", "status")


def provider(mode: ReplyMode = "accept", status: int = 400, *, accepts_websocket: bool = True) -> OpenAIResponses:
    policy = ReplyPolicy(mode=mode, status=status, accepts_websocket=accepts_websocket)
    return OpenAIResponses(policy, MARKER)


def answer(
    role: Role, method: str = "POST", *, path: str = RESPONSES, body: JsonValue = None, mode: ReplyMode = "accept"
) -> HttpReply:
    reply = provider(mode).reply_to_request(role, method, path=path, body=body)
    assert isinstance(reply, HttpReply)
    return reply


def value_of(reply: HttpReply) -> JsonValue:
    assert reply.content_type == "application/json"
    value: JsonValue = json.loads(b"".join(reply.chunks))
    return value


def events_of(reply: HttpReply) -> list[JsonValue]:
    """Parse a stream of server-sent events back. The name of each is the type in its data."""
    assert reply.content_type == "text/event-stream; charset=utf-8"
    events: list[JsonValue] = []
    for block in b"".join(reply.chunks).decode().removesuffix("\n\n").split("\n\n"):
        name, data = block.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert name == f"event: {event['type']}"
        events.append(event)
    return events


def frames_of(reply: Frames | ConnectionClosed) -> list[JsonValue]:
    assert isinstance(reply, Frames)
    return [json.loads(text) for text in reply.texts if isinstance(text, str)]


def item(number: int) -> dict[str, JsonValue]:
    return {
        "id": f"msg_synthetic_{number}",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "OK", "annotations": []}],
    }


def response(number: int, output: list[JsonValue]) -> dict[str, JsonValue]:
    return {
        "id": f"resp_synthetic_{number}",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "output": output,
        "usage": {
            "input_tokens": 100,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": len(output),
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 100 + len(output),
        },
    }


def created(number: int) -> dict[str, JsonValue]:
    return {
        "type": "response.created",
        "response": {
            "id": f"resp_synthetic_{number}",
            "object": "response",
            "created_at": 0,
            "status": "in_progress",
            "output": [],
        },
    }


def turn(number: int = 1) -> list[dict[str, JsonValue]]:
    unfinished = item(number) | {"status": "in_progress", "content": []}
    return [
        created(number),
        {"type": "response.output_item.added", "output_index": 0, "item": unfinished},
        {"type": "response.output_item.done", "output_index": 0, "item": item(number)},
        {"type": "response.completed", "response": response(number, [item(number)])},
    ]


def warm_up(number: int = 1) -> list[dict[str, JsonValue]]:
    return [created(number), {"type": "response.completed", "response": response(number, [])}]


def error(kind: str, message: str = "The probe refuses this request.") -> dict[str, JsonValue]:
    return {"message": message, "type": kind, "code": "shape_probe"}


@pytest.mark.parametrize("mode", ["accept", "close"])
@pytest.mark.parametrize("path", [RESPONSES, "/responses", "/backend-api/codex/responses"])
def test_a_model_request_over_http_gets_a_response_that_says_ok(mode: ReplyMode, path: str) -> None:
    whole = answer("model", path=path, body={"model": "made-up"}, mode=mode)
    streamed = answer("model", path=path, body={"model": "made-up", "stream": True}, mode=mode)

    assert value_of(whole) == response(1, [item(1)])
    assert events_of(streamed) == turn()
    assert [(reply.status, reply.is_completion) for reply in (whole, streamed)] == [(200, True)] * 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("role", ["side", "warm-up"])
def test_other_requests_for_a_response_over_http_get_one_whatever_the_policy(mode: ReplyMode, role: Role) -> None:
    reply = answer(role, body={"stream": True}, mode=mode)

    assert events_of(reply) == (turn() if role == "side" else warm_up())
    assert not reply.is_completion


REFUSALS = [
    (400, "invalid_request_error"),
    (401, "authentication_error"),
    (403, "permission_error"),
    (404, "not_found_error"),
    (422, "invalid_request_error"),
    (429, "rate_limit_error"),
    (500, "server_error"),
    (503, "server_error"),
]


@pytest.mark.parametrize(("status", "kind"), REFUSALS)
@pytest.mark.parametrize("mode", ["refuse", "status"])
def test_a_refused_model_request_over_http_gets_the_error_of_the_status(
    mode: ReplyMode, status: int, kind: str
) -> None:
    reply = provider(mode, status).reply_to_request("model", "POST", path=RESPONSES, body={"stream": True})

    assert isinstance(reply, HttpReply)
    assert (reply.status, value_of(reply), reply.is_completion) == (status, {"error": error(kind)}, False)


@pytest.mark.parametrize(("status", "kind"), REFUSALS)
@pytest.mark.parametrize("mode", ["refuse", "status"])
def test_a_refused_model_message_gets_an_error_frame_after_a_warm_up_that_succeeds(
    mode: ReplyMode, status: int, kind: str
) -> None:
    refusing = provider(mode, status)

    assert frames_of(refusing.reply_to_message("warm-up", CREATE | {"generate": False})) == warm_up()
    refused = refusing.reply_to_message("model", CREATE)
    assert frames_of(refused) == [{"type": "error", "status": status, "error": error(kind)}]
    assert refused == Frames(texts=refused.texts if isinstance(refused, Frames) else (), is_completion=False)


def test_messages_get_responses_whose_ids_count_along_the_chain() -> None:
    accepting = provider()

    first = accepting.reply_to_message("warm-up", CREATE)
    second = accepting.reply_to_message("model", CREATE | {"previous_response_id": "resp_synthetic_1"})
    tenth = accepting.reply_to_message("model", CREATE | {"previous_response_id": "resp_synthetic_9"})

    assert [frames_of(first), frames_of(second), frames_of(tenth)] == [warm_up(1), turn(2), turn(10)]
    assert [isinstance(reply, Frames) and reply.is_completion for reply in (first, second, tenth)] == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("previous", [None, 1, "resp_made_up", "resp_synthetic_", "resp_synthetic_1234567890", []])
def test_a_chain_that_is_not_ours_begins_anew(previous: JsonValue) -> None:
    assert frames_of(provider().reply_to_message("model", CREATE | {"previous_response_id": previous})) == turn(1)


@pytest.mark.parametrize("role", ["warm-up", "model"])
def test_close_ends_the_websocket_of_a_warm_up_and_of_a_model_message(role: Role) -> None:
    assert provider("close").reply_to_message(role, CREATE) == ConnectionClosed()


@pytest.mark.parametrize("mode", MODES)
def test_a_side_message_gets_a_response_only_if_it_asks_for_one(mode: ReplyMode) -> None:
    provided = provider(mode)
    bodies: tuple[JsonValue, ...] = ({"type": "response.cancel"}, {}, [], "made-up", None)

    assert frames_of(provided.reply_to_message("side", CREATE)) == turn()
    assert [provided.reply_to_message("side", body) for body in bodies] == [Frames()] * 5


@pytest.mark.parametrize("mode", MODES)
def test_upgrades_are_accepted_where_responses_are(mode: ReplyMode) -> None:
    elsewhere = provider(mode).reply_to_upgrade("/v1/realtime")

    assert provider(mode).reply_to_upgrade(RESPONSES) == UpgradeAccepted()
    assert isinstance(elsewhere, HttpReply)
    assert (elsewhere.status, value_of(elsewhere)) == (404, NOT_FOUND)


def test_upgrades_are_sent_to_http_where_the_policy_says_so() -> None:
    reply = provider(accepts_websocket=False).reply_to_upgrade(RESPONSES)

    assert isinstance(reply, HttpReply)
    assert (reply.status, value_of(reply)) == (
        426,
        {"error": error("invalid_request_error", "The probe speaks HTTP only.")},
    )


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/v1/models"), ("GET", RESPONSES), ("POST", "/v1/responses/compact"), ("POST", "/wham"), ("HEAD", "/")],
)
@pytest.mark.parametrize("mode", MODES)
def test_there_is_nothing_elsewhere(mode: ReplyMode, method: str, path: str) -> None:
    reply = answer("side", method, path=path, mode=mode)

    assert (reply.status, value_of(reply), reply.is_completion) == (404, NOT_FOUND, False)


@pytest.mark.parametrize(
    ("transport", "method", "path", "body"),
    [
        ("http", "POST", RESPONSES, {"input": [f"Say OK. {MARKER}"], "stream": True}),
        ("websocket", "GET", RESPONSES, CREATE | {"generate": False}),
        ("websocket", "GET", RESPONSES, CREATE | {"input": [f"Say OK. {MARKER}"]}),
        ("websocket", "GET", RESPONSES, {"type": "made-up"}),
        ("http", "GET", "/v1/models", None),
    ],
)
def test_roles_are_those_of_the_dialect(transport: Transport, method: str, path: str, body: JsonValue) -> None:
    assert provider().role_of(transport=transport, method=method, path=path, body=body) == openai_responses_role(
        transport, method, path=path, body=body, prompt_marker=MARKER
    )


def test_the_marker_never_shows_in_a_repr() -> None:
    assert MARKER not in repr(provider())
