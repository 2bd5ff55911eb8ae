"""Both dialects with a player. What turns look like on the wire is in the tests of `…_turns` and `faults`."""

from typing import Final, get_args

import pytest
from pydantic import JsonValue

from captures.words import Role
from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.anthropic_turns import message_events, message_of
from probe.providers.faults import event_stream_of, frames_of, json_reply_of
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.openai_turns import response_events
from probe.providers.policy import ReplyMode, ReplyPolicy
from probe.providers.replies import ConnectionClosed, HttpReply
from probe.scripts.player import Player
from probe.scripts.script import Call, Fault, Say, Script, Turn, When
from tests.probe.providers.streams import messages_of, value_of
from tests.probe.scripts.samples import call

MESSAGES: Final = "/v1/messages"
RESPONSES: Final = "/v1/responses"
ACCEPT: Final = ReplyPolicy(mode="accept")
UNSCRIPTED: Final = "No turn of the script answers this request."
REFUSED: Final = "The script refuses this request."
OTHER_MODES: Final[tuple[ReplyMode, ...]] = ("refuse", "close", "status")


def player_of(*turns: Turn) -> Player:
    return Player(Script(turns))


def two_turns(item: Call) -> Player:
    done = Turn(name="done", items=(Say("OK"),), when=When(answers="one", header="x-made-up"))
    return player_of(done, Turn(name="call", items=(item,)))


def messages(player: Player, policy: ReplyPolicy = ACCEPT) -> AnthropicMessages:
    return AnthropicMessages(policy, "made-up-marker", player=player)


def responses(player: Player, policy: ReplyPolicy = ACCEPT) -> OpenAIResponses:
    return OpenAIResponses(policy, "made-up-marker", player=player)


def ask(
    provider: AnthropicMessages | OpenAIResponses,
    body: JsonValue,
    *,
    role: Role = "model",
    header_names: tuple[str, ...] = (),
) -> HttpReply | ConnectionClosed:
    path = MESSAGES if isinstance(provider, AnthropicMessages) else RESPONSES
    return provider.reply_to_request(role, "POST", path=path, body=body, header_names=header_names)


def test_a_client_of_messages_gets_the_call_and_then_the_end() -> None:
    item = call("tool_use")
    provider = messages(two_turns(item))
    results: JsonValue = [{"content": [{"type": "tool_result", "tool_use_id": "one"}]}]

    called = ask(provider, {"stream": True})
    done = ask(provider, {"messages": results}, header_names=("X-Made-Up",))

    assert called == event_stream_of(message_events((item,), "msg_call"), None)
    assert done == json_reply_of(message_of((Say("OK"),), "msg_done"), None)


def test_a_client_of_responses_gets_the_call_and_then_the_end_over_http() -> None:
    item = call("custom_tool_call")
    provider = responses(two_turns(item))
    outputs: JsonValue = [{"type": "custom_tool_call_output", "call_id": "one"}]

    called = ask(provider, {"stream": True})
    done = ask(provider, {"input": outputs}, header_names=("X-Made-Up",))

    assert called == event_stream_of(response_events((item,), number=1, label="call"), None)
    end = response_events((Say("OK"),), number=1, label="done")[-1]
    assert done == json_reply_of(end["response"], None)


def test_a_client_of_responses_gets_the_call_and_then_the_end_over_a_websocket() -> None:
    item = call("function_call", namespace="n")
    provider = responses(two_turns(item))
    outputs: JsonValue = [{"type": "function_call_output", "call_id": "one"}]
    answer: JsonValue = {"previous_response_id": "resp_synthetic_2", "input": outputs}

    called = provider.reply_to_message("model", {"previous_response_id": "resp_synthetic_1"}, header_names=())
    done = provider.reply_to_message("model", answer, header_names=("X-Made-Up",))

    assert called == frames_of(response_events((item,), number=2, label="call"), None)
    assert done == frames_of(response_events((Say("OK"),), number=3, label="done"), None)


@pytest.mark.parametrize("fault", get_args(Fault))
def test_a_fault_is_that_of_its_turn(fault: Fault) -> None:
    odd = Turn(name="odd", items=(Say("é"),), fault=fault, repeats=True)
    message = message_events(odd.items, "msg_odd")
    response = response_events(odd.items, number=1, label="odd")

    assert ask(messages(player_of(odd)), {"stream": True}) == event_stream_of(message, fault)
    assert ask(messages(player_of(odd)), {}) == json_reply_of(message_of(odd.items, "msg_odd"), fault)
    assert ask(responses(player_of(odd)), {"stream": True}) == event_stream_of(response, fault)
    assert ask(responses(player_of(odd)), {}) == json_reply_of(response[-1]["response"], fault)
    assert responses(player_of(odd)).reply_to_message("model", {}) == frames_of(response, fault)


@pytest.mark.parametrize(
    ("turn", "status", "message", "kind"),
    [
        (Turn(name="never", when=When(has_text="made-up")), 400, UNSCRIPTED, "invalid_request_error"),
        (Turn(name="busy", status=429), 429, REFUSED, "rate_limit_error"),
    ],
)
def test_errors_and_requests_without_a_turn_get_the_error_of_the_dialect(
    turn: Turn, status: int, message: str, kind: str
) -> None:
    error = {"message": message, "type": kind, "code": "shape_probe"}
    by_messages = ask(messages(player_of(turn)), {"stream": True})
    by_responses = ask(responses(player_of(turn)), {"stream": True})
    by_websocket = responses(player_of(turn)).reply_to_message("model", {})

    assert isinstance(by_messages, HttpReply)
    assert isinstance(by_responses, HttpReply)
    assert (by_messages.status, by_responses.status) == (status, status)
    assert value_of(by_messages) == {"type": "error", "error": {"type": kind, "message": message}}
    assert value_of(by_responses) == {"error": error}
    assert messages_of(by_websocket) == [{"type": "error", "status": status, "error": error}]


def test_requests_without_a_turn_are_counted() -> None:
    player = player_of(Turn(name="once"))
    provider = responses(player)

    for _ in range(3):
        provider.reply_to_message("model", {})

    assert (player.unused, player.unscripted) == ((), 2)


OTHER_ROLES: Final[tuple[Role, ...]] = ("warm-up", "side")
CREATE: Final[dict[str, JsonValue]] = {"type": "response.create"}


def test_other_requests_use_up_no_turn_and_are_answered_as_without_a_player() -> None:
    player = player_of(Turn(name="only", items=(Say("made-up"),)))
    plain_messages = AnthropicMessages(ACCEPT, "made-up-marker")
    plain_responses = OpenAIResponses(ACCEPT, "made-up-marker")

    assert ask(messages(player), {}, role="side") == ask(plain_messages, {}, role="side")
    for role in OTHER_ROLES:
        assert ask(responses(player), {}, role=role) == ask(plain_responses, {}, role=role)
        assert responses(player).reply_to_message(role, CREATE) == plain_responses.reply_to_message(role, CREATE)
    assert (list(player.unused), player.unscripted) == (["only"], 0)


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_with_another_policy_no_turn_is_used_up(mode: ReplyMode) -> None:
    player = player_of(Turn(name="only", items=(Say("made-up"),)))
    policy = ReplyPolicy(mode=mode)
    plain = OpenAIResponses(policy, "made-up-marker")

    assert ask(messages(player, policy), {}) == ask(AnthropicMessages(policy, "made-up-marker"), {})
    assert ask(responses(player, policy), {}) == ask(plain, {})
    assert responses(player, policy).reply_to_message("model", CREATE) == plain.reply_to_message("model", CREATE)
    assert (list(player.unused), player.unscripted) == (["only"], 0)
