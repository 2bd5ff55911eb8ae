"""THE rule for which request is the model request, for each dialect. Pure, and the only place that decides it.

Why a rule and not "the first POST": clients send titles, token counts and warm-ups on the same path, some with the
prompt, some with our tool, and some before the request that asks for a turn. It will not look at order or at counts.
"""

from collections.abc import Mapping

from captures.words import JsonValue, Role, Transport
from sanitize.pointers import strings

_MESSAGES = "/v1/messages"
_RESPONSES = "/responses"


def anthropic_messages_role(method: str, path: str, *, body: JsonValue, prompt_marker: str) -> Role:
    """Say what a request of the Anthropic Messages dialect is for.

    `model` is a POST to `…/v1/messages` that has tools, asks for no output format, and has the prompt in its messages,
    streamed or not (a retry may not be). Measured with Claude Code 1.0.0 to 2.1.332: a title request has the prompt and
    an output format, the fall-back of token counting has our tool and not the prompt, and both use this path.
    """
    if method != "POST" or not path.endswith(_MESSAGES) or not isinstance(body, dict):
        return "side"
    asks_for_turn = bool(body.get("tools")) and not _has_output_format(body)
    return "model" if asks_for_turn and _has_text(body.get("messages"), prompt_marker) else "side"


def openai_responses_role(transport: Transport, method: str, *, path: str, body: JsonValue, prompt_marker: str) -> Role:
    """Say what an HTTP request, or a message of a WebSocket, of the OpenAI Responses dialect is for.

    `generate: false` makes a `response.create`, or a POST to `…/responses`, a warm-up. One with neither the prompt nor
    tools nor a response to go on from is a side request (titles, memories). A POST whose body cannot be read is
    `model`, so that the fault is seen and not passed over. Measured with Codex 0.120.0 to 0.171.0.
    """
    if not path.endswith(_RESPONSES):
        return "side"
    if transport == "websocket":
        if not isinstance(body, dict) or body.get("type") != "response.create":
            return "side"
        return _turn_role(body, prompt_marker)
    if method != "POST":
        return "side"
    return _turn_role(body, prompt_marker) if isinstance(body, dict) else "model"


def is_model_path(method: str, path: str, transport: Transport) -> bool:
    """Say whether a request whose body could not be read may have been a model request, in any dialect."""
    may_ask = method == "POST" or transport == "websocket"
    return may_ask and path.endswith((_MESSAGES, _RESPONSES))


def _turn_role(body: Mapping[str, JsonValue], prompt_marker: str) -> Role:
    if body.get("generate") is False:
        return "warm-up"
    is_turn = bool(body.get("previous_response_id")) or bool(body.get("tools")) or _has_tools(body.get("input"))
    return "model" if is_turn or _has_text(body.get("input"), prompt_marker) else "side"


def _has_output_format(body: Mapping[str, JsonValue]) -> bool:
    config = body.get("output_config")
    return isinstance(config, dict) and config.get("format") is not None


def _has_tools(items: JsonValue) -> bool:
    """Say whether an input item brings tools (`additional_tools`, Codex 0.147.0 and later)."""
    return isinstance(items, list) and any(isinstance(item, dict) and bool(item.get("tools")) for item in items)


def _has_text(value: JsonValue, text: str) -> bool:
    return any(text in found.text for found in strings(value))
