"""The dialects by name. A new one is a file beside this one and a line in each table here."""

from collections.abc import Callable
from typing import Final

from probe.providers import anthropic_turns, openai_turns
from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.replies import ProviderFactory
from probe.scripts.script import Script

PROVIDERS: Final[dict[str, ProviderFactory]] = {
    "anthropic-messages": AnthropicMessages,
    "openai-responses": OpenAIResponses,
}

SCRIPT_CHECKS: Final[dict[str, Callable[[Script], None]]] = {
    "anthropic-messages": anthropic_turns.check,
    "openai-responses": openai_turns.check,
}
"""What raises `ScriptError` where a dialect cannot play a script. Called before anything is started."""
