"""OpenAI Responses, over HTTP and over WebSocket: a response that says OK, or a refusal, and answers to warm-ups.

With a player, the turns of a script. Does no I/O. What a request is for is said by `sanitize.roles`; nothing that the
client sent comes back in a reply. Wire truth: the Responses API reference, and the smallest answers with which Codex
0.154 and 0.171 end with exit code 0.
"""

import re
from dataclasses import dataclass, field
from typing import Final, assert_never

from captures.words import JsonValue, Role, Transport
from probe.providers.faults import event_stream_of, frames_of, json_reply_of
from probe.providers.openai_turns import answered_calls, response_events
from probe.providers.policy import ReplyPolicy
from probe.providers.replies import ConnectionClosed, Frames, HttpReply, UpgradeAccepted
from probe.providers.wire import event_stream, json_reply, json_text, wants_stream
from probe.scripts.player import Player, RequestFacts
from probe.scripts.script import Say, Turn
from sanitize.roles import openai_responses_role

_RESPONSE_ID: Final = re.compile(r"resp_synthetic_([0-9]{1,9})")

_ERROR_TYPES: Final = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
"""Others of the 4xx are `invalid_request_error`, the rest `server_error`."""

_ERROR_CODE: Final = "shape_probe"
"""A code of ours, as clients treat known ones in ways of their own (`insufficient_quota` ends a turn)."""

_REFUSES: Final = "The probe refuses this request."
_SCRIPTED_ERROR: Final = "The script refuses this request."
_UNSCRIPTED: Final = "No turn of the script answers this request."


@dataclass(frozen=True, slots=True)
class OpenAIResponses:
    """The dialect.

    Only model requests fall under the policy. `refuse` and `status` answer warm-ups with success, so that the client
    goes on to its model request as it does with a provider that works (Codex 0.154 and 0.171: a warm-up, one attempt,
    exit code 1). `close` ends the WebSocket on each message, warm-up or model request, without a response. It answers
    HTTP as `accept` does: the client falls back to HTTP after six attempts, and would otherwise not end.

    Response ids count along the chain that a WebSocket builds: one more than `previous_response_id`, or 1 without it.
    """

    policy: ReplyPolicy
    prompt_marker: str = field(repr=False)
    player: Player | None = field(default=None, kw_only=True)  # with `accept`: answers the model requests

    def role_of(self, *, transport: Transport, method: str, path: str, body: JsonValue) -> Role:
        """Say what a request or a message is for."""
        return openai_responses_role(transport, method, path=path, body=body, prompt_marker=self.prompt_marker)

    def reply_to_request(
        self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...] = ()
    ) -> HttpReply | ConnectionClosed:
        """Answer an HTTP request. A side request for a response gets one whatever the policy says."""
        if method != "POST" or not _is_responses(path):
            return _error(404, "There is nothing here.")
        if role == "model" and self.policy.mode in {"refuse", "status"}:
            return _error(self.policy.status, _REFUSES)
        if role == "model" and self.policy.mode == "accept" and self.player is not None:
            return _scripted_reply(_turn_for(self.player, body, header_names), body)
        events = _events(role, body)
        if wants_stream(body):
            return event_stream(events, is_completion=role == "model")
        return json_reply(events[-1]["response"], is_completion=role == "model")

    def reply_to_upgrade(self, path: str) -> HttpReply | UpgradeAccepted:
        """Accept where responses are; 426 sends a client to HTTP at once (Codex 0.120 to 0.171)."""
        if not _is_responses(path):
            return _error(404, "There is nothing here.")
        if not self.policy.accepts_websocket:
            return _error(426, "The probe speaks HTTP only.")
        return UpgradeAccepted()

    def reply_to_message(
        self, role: Role, body: JsonValue, *, header_names: tuple[str, ...] = ()
    ) -> Frames | ConnectionClosed:
        """Answer a message. One that does not ask for a response gets no answer."""
        if role not in {"model", "warm-up"}:
            return _frames(role, body) if _asks_for_response(body) else Frames()
        match self.policy.mode:
            case "accept" if role == "model" and self.player is not None:
                return _scripted_frames(_turn_for(self.player, body, header_names), body)
            case "accept":
                return _frames(role, body)
            case "refuse" | "status":
                return _refusal(self.policy.status, _REFUSES) if role == "model" else _frames(role, body)
            case "close":
                return ConnectionClosed()
            case _:
                assert_never(self.policy.mode)


def _turn_for(player: Player, body: JsonValue, header_names: tuple[str, ...]) -> Turn | None:
    return player.turn_for(RequestFacts(header_names=header_names, answered=answered_calls(body), body=body))


def _scripted_reply(turn: Turn | None, body: JsonValue) -> HttpReply:
    if turn is None:
        return _error(400, _UNSCRIPTED)
    if turn.status is not None:
        return _error(turn.status, _SCRIPTED_ERROR)
    events = _events_of_turn(turn, body)
    if wants_stream(body):
        return event_stream_of(events, turn.fault)
    return json_reply_of(events[-1]["response"], turn.fault)


def _scripted_frames(turn: Turn | None, body: JsonValue) -> Frames:
    if turn is None:
        return _refusal(400, _UNSCRIPTED)
    if turn.status is not None:
        return _refusal(turn.status, _SCRIPTED_ERROR)
    return frames_of(_events_of_turn(turn, body), turn.fault)


def _events_of_turn(turn: Turn, body: JsonValue) -> tuple[dict[str, JsonValue], ...]:
    return response_events(turn.items, number=_number(body), label=turn.name)


def _is_responses(path: str) -> bool:
    return path.endswith("/responses")


def _asks_for_response(body: JsonValue) -> bool:
    return isinstance(body, dict) and body.get("type") == "response.create"


def _frames(role: Role, body: JsonValue) -> Frames:
    return Frames(texts=tuple(json_text(event) for event in _events(role, body)), is_completion=role == "model")


def _events(role: Role, body: JsonValue) -> tuple[dict[str, JsonValue], ...]:
    """The events of a whole response; that to a warm-up has no output. The last one holds the response."""
    number = _number(body)
    items = () if role == "warm-up" else (Say("OK"),)
    return response_events(items, number=number, label=f"synthetic_{number}")


def _number(body: JsonValue) -> int:
    """The place of a response in its chain, from 1."""
    previous = body.get("previous_response_id") if isinstance(body, dict) else None
    ours = _RESPONSE_ID.fullmatch(previous) if isinstance(previous, str) else None
    return int(ours[1]) + 1 if ours else 1


def _refusal(status: int, message: str) -> Frames:
    error = _error_value(status, message)
    return Frames(texts=(json_text({"type": "error", "status": status, "error": error}),))


def _error(status: int, message: str) -> HttpReply:
    return json_reply({"error": _error_value(status, message)}, status=status)


def _error_value(status: int, message: str) -> dict[str, JsonValue]:
    kind = _ERROR_TYPES.get(status, "invalid_request_error" if 400 <= status < 500 else "server_error")
    return {"message": message, "type": kind, "code": _ERROR_CODE}
