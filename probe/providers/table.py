"""The dialects by name. A new one is a file beside this one and a line here."""

from typing import Final

from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.replies import ProviderFactory

PROVIDERS: Final[dict[str, ProviderFactory]] = {
    "anthropic-messages": AnthropicMessages,
    "openai-responses": OpenAIResponses,
}
