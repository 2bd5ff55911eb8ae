"""Anthropic Messages: a completion that says OK, or a refusal, and the small answers that keep side requests content.

With a player, the turns of a script. Does no I/O. What a request is for is said by `sanitize.roles`; nothing that the
client sent comes back in a reply. Wire truth: the Messages API reference (streaming, errors), and what Claude Code
2.1.268 and 2.1.332 accept.
"""

from dataclasses import dataclass, field
from typing import Final, assert_never

from captures.words import JsonValue, Role, Transport
from probe.providers.anthropic_turns import INPUT_TOKENS, answered_calls, message_events, message_of
from probe.providers.faults import event_stream_of, json_reply_of
from probe.providers.policy import ReplyPolicy
from probe.providers.replies import ConnectionClosed, Frames, HttpReply, UpgradeAccepted
from probe.providers.wire import event_stream, json_reply, wants_stream
from probe.scripts.player import Player, RequestFacts
from probe.scripts.script import Item, Say, Turn
from sanitize.roles import anthropic_messages_role

_ERROR_TYPES: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}
"""As documented. Others of the 4xx are `invalid_request_error`, the rest `api_error`."""


@dataclass(frozen=True, slots=True)
class AnthropicMessages:
    """The dialect. Only model requests fall under the policy; `close` ends their connection without a response."""

    policy: ReplyPolicy
    prompt_marker: str = field(repr=False)
    player: Player | None = field(default=None, kw_only=True)  # with `accept`: answers the model requests

    def role_of(self, *, transport: Transport, method: str, path: str, body: JsonValue) -> Role:
        """Say what a request is for."""
        del transport  # the dialect has one
        return anthropic_messages_role(method, path, body=body, prompt_marker=self.prompt_marker)

    def reply_to_request(
        self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...] = ()
    ) -> HttpReply | ConnectionClosed:
        """Answer an HTTP request. A title or a quota check gets a small completion whatever the policy says."""
        if role == "model":
            return self._reply_to_model(body, header_names)
        if method == "POST":
            return _reply_to_side_post(path, body)
        if path.endswith("/api/hello") and method in {"GET", "HEAD"}:
            return json_reply({})
        if (method, path) == ("HEAD", "/"):
            return json_reply({})
        return _error(404, "There is nothing here.")

    def reply_to_upgrade(self, path: str) -> HttpReply | UpgradeAccepted:
        """Refuse: the dialect has no WebSocket."""
        del path
        return _error(404, "There is nothing here.")

    def reply_to_message(
        self, role: Role, body: JsonValue, *, header_names: tuple[str, ...] = ()
    ) -> Frames | ConnectionClosed:
        """Say nothing: no upgrade is ever accepted, so there is no message."""
        del role, body, header_names
        return Frames()

    def _reply_to_model(self, body: JsonValue, header_names: tuple[str, ...]) -> HttpReply | ConnectionClosed:
        match self.policy.mode:
            case "accept" if self.player is not None:
                facts = RequestFacts(header_names=header_names, answered=answered_calls(body), body=body)
                return _scripted(self.player.turn_for(facts), body)
            case "accept":
                return _completion(body, is_completion=True)
            case "refuse" | "status":
                return _error(self.policy.status, "The probe refuses this request.")
            case "close":
                return ConnectionClosed()
            case _:
                assert_never(self.policy.mode)


def _reply_to_side_post(path: str, body: JsonValue) -> HttpReply:
    if path.endswith("/v1/messages"):
        return _completion(body, is_completion=False)
    if path.endswith("/v1/messages/count_tokens"):
        return json_reply({"input_tokens": INPUT_TOKENS})
    return json_reply({})  # event logging, feature flags: an empty answer is enough


def _scripted(turn: Turn | None, body: JsonValue) -> HttpReply:
    if turn is None:
        return _error(400, "No turn of the script answers this request.")
    if turn.status is not None:
        return _error(turn.status, "The script refuses this request.")
    message_id = f"msg_{turn.name}"
    if wants_stream(body):
        return event_stream_of(message_events(turn.items, message_id), turn.fault)
    return json_reply_of(message_of(turn.items, message_id), turn.fault)


_OK: Final[tuple[Item, ...]] = (Say("OK"),)


def _completion(body: JsonValue, *, is_completion: bool) -> HttpReply:
    if wants_stream(body):
        return event_stream(message_events(_OK, "msg_synthetic"), is_completion=is_completion)
    return json_reply(message_of(_OK, "msg_synthetic"), is_completion=is_completion)


def _error(status: int, message: str) -> HttpReply:
    kind = _ERROR_TYPES.get(status, "invalid_request_error" if 400 <= status < 500 else "api_error")
    return json_reply({"type": "error", "error": {"type": kind, "message": message}}, status=status)
