from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.replies import Provider, ReplyPolicy
from probe.providers.table import PROVIDERS


def test_each_dialect_is_made_from_a_policy_and_a_marker() -> None:
    policy = ReplyPolicy(mode="accept")
    made: dict[str, Provider] = {name: factory(policy, "made-up-marker") for name, factory in PROVIDERS.items()}

    assert made == {
        "anthropic-messages": AnthropicMessages(policy, "made-up-marker"),
        "openai-responses": OpenAIResponses(policy, "made-up-marker"),
    }
