import pytest

from captures.words import CallKind
from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.policy import ReplyPolicy
from probe.providers.replies import Provider
from probe.providers.table import PROVIDERS, SCRIPT_CHECKS
from probe.scripts.player import Player
from probe.scripts.rules import ScriptError
from probe.scripts.script import Script, Turn
from tests.probe.scripts.samples import call


def test_each_dialect_is_made_from_a_policy_and_a_marker() -> None:
    policy = ReplyPolicy(mode="accept")
    made: dict[str, Provider] = {name: factory(policy, "made-up-marker") for name, factory in PROVIDERS.items()}

    assert made == {
        "anthropic-messages": AnthropicMessages(policy, "made-up-marker"),
        "openai-responses": OpenAIResponses(policy, "made-up-marker"),
    }


def test_each_dialect_takes_a_player() -> None:
    policy = ReplyPolicy(mode="accept")
    player = Player(Script((Turn(name="only"),)))
    made = {name: factory(policy, "made-up-marker", player=player) for name, factory in PROVIDERS.items()}

    assert made == {
        "anthropic-messages": AnthropicMessages(policy, "made-up-marker", player=player),
        "openai-responses": OpenAIResponses(policy, "made-up-marker", player=player),
    }


KINDS: dict[str, CallKind] = {"anthropic-messages": "tool_use", "openai-responses": "function_call"}


def test_each_dialect_checks_scripts_by_its_own_calls() -> None:
    assert SCRIPT_CHECKS.keys() == PROVIDERS.keys() == KINDS.keys()
    for dialect, check in SCRIPT_CHECKS.items():
        for other, kind in KINDS.items():
            script = Script((Turn(name="only", items=(call(kind),)),))
            if other == dialect:
                check(script)
            else:
                with pytest.raises(ScriptError, match="is no call of"):
                    check(script)
