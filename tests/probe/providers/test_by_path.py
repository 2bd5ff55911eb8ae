"""Any client can be pointed at one port: dialects by path, scripts by their calls, roles without a prompt of ours."""

from typing import Final

import pytest
from pydantic import JsonValue

from captures.words import Role
from probe.providers.anthropic_messages import AnthropicMessages
from probe.providers.by_path import ByPath, Ready, UnknownDialectError, UnplayedScriptError, ready_provider
from probe.providers.openai_responses import OpenAIResponses
from probe.providers.policy import ReplyPolicy
from probe.providers.replies import ConnectionClosed, Frames, HttpReply, UpgradeAccepted
from probe.scripts.player import RequestFacts
from probe.scripts.rules import ScriptError
from probe.scripts.script import Say, Script, Turn
from tests.probe.scripts.samples import call

ACCEPT: Final = ReplyPolicy(mode="accept")
TOOLS: Final[JsonValue] = [{"name": "made_up"}]


def says(*turns: str) -> Script:
    return Script(tuple(Turn(name=name, items=(Say("OK"),)) for name in turns))


def ready(dialect: str | None = None, script: Script | None = None, *, marker: str = "") -> Ready:
    return ready_provider(dialect, script, policy=ACCEPT, prompt_marker=marker)


def role(of: Ready, path: str, body: JsonValue) -> Role:
    return of.provider.role_of(transport="http", method="POST", path=path, body=body)


def reply(of: Ready, path: str, body: JsonValue) -> HttpReply | ConnectionClosed:
    return of.provider.reply_to_request("model", "POST", path=path, body=body, header_names=())


def facts() -> RequestFacts:
    return RequestFacts(header_names=(), answered=frozenset(), body=None)


def test_without_a_dialect_each_path_is_answered_in_its_own() -> None:
    both, messages, responses = ready(), ready("anthropic-messages"), ready("openai-responses")

    assert isinstance(both.provider, ByPath)
    assert reply(both, "/v1/messages", {}) == reply(messages, "/v1/messages", {})
    assert reply(both, "/v1/responses", {}) == reply(responses, "/v1/responses", {})
    assert both.provider.reply_to_upgrade("/v1/responses") == UpgradeAccepted()
    assert both.provider.reply_to_upgrade("/v1/messages") == messages.provider.reply_to_upgrade("/v1/messages")


def test_messages_of_a_websocket_are_of_responses() -> None:
    body: JsonValue = {"type": "response.create", "tools": TOOLS}

    answers = [
        of.provider.reply_to_message("model", body, header_names=()) for of in (ready(), ready("openai-responses"))
    ]

    assert isinstance(answers[0], Frames)
    assert answers[0] == answers[1]


def test_a_dialect_that_is_named_is_the_only_one() -> None:
    assert isinstance(ready("anthropic-messages").provider, AnthropicMessages)
    assert isinstance(ready("openai-responses").provider, OpenAIResponses)


def test_a_dialect_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(UnknownDialectError) as raised:
        ready("made-up")

    assert str(raised.value) == (
        "there is no dialect of that name; the dialects are anthropic-messages, openai-responses"
    )


def test_a_script_with_calls_is_served_in_its_dialect_alone() -> None:
    assert isinstance(ready(script=Script((Turn(name="a", items=(call("tool_use"),)),))).provider, AnthropicMessages)
    assert isinstance(ready(script=Script((Turn(name="a", items=(call("function_call"),)),))).provider, OpenAIResponses)


def test_a_script_without_calls_is_one_for_both_dialects() -> None:
    both = ready(script=says("first", "second", "third"))

    assert reply(both, "/v1/messages", {}) == reply(ready("anthropic-messages", says("first")), "/v1/messages", {})
    assert reply(both, "/v1/responses", {}) == reply(ready("openai-responses", says("second")), "/v1/responses", {})
    assert both.unused == ("third",)


def test_a_script_for_no_dialect_is_refused() -> None:
    mixed = Script((Turn(name="a", items=(call("tool_use", id="one"), call("function_call", id="two"))),))

    with pytest.raises(ScriptError):
        ready(script=mixed)
    with pytest.raises(ScriptError):
        ready("openai-responses", Script((Turn(name="a", items=(call("tool_use"),)),)))


def test_a_script_beside_a_reply_that_leaves_it_aside_is_refused() -> None:
    with pytest.raises(UnplayedScriptError):
        ready_provider(None, says("a"), policy=ReplyPolicy(mode="refuse"), prompt_marker="")


def test_without_a_marker_every_prompt_counts() -> None:
    """The empty text is in every text, and a prompt without any is none."""
    prompt: JsonValue = [{"role": "user", "content": "made up"}]

    assert role(ready(), "/v1/messages", {"tools": TOOLS, "messages": prompt}) == "model"
    assert role(ready(), "/v1/messages", {"tools": TOOLS, "messages": []}) == "side"
    assert role(ready(), "/v1/messages", {"messages": prompt}) == "side"
    assert role(ready(), "/v1/responses", {"input": prompt}) == "model"
    assert role(ready(), "/v1/responses", {"input": []}) == "side"


def test_with_a_marker_only_prompts_that_have_it_count() -> None:
    marked = ready(marker="quokka")

    assert role(marked, "/v1/messages", {"tools": TOOLS, "messages": [{"content": "made up"}]}) == "side"
    assert role(marked, "/v1/messages", {"tools": TOOLS, "messages": [{"content": "a quokka"}]}) == "model"
    assert role(marked, "/v1/responses", {"input": "made up"}) == "side"


def test_what_is_left_of_a_script_is_said_in_a_clause() -> None:
    whole = ready(script=says("a"))
    rest_before = whole.rest
    reply(whole, "/v1/messages", {})
    rest_after = whole.rest
    reply(whole, "/v1/messages", {})

    assert (rest_before, rest_after) == ("no request came for 1 turn (a)", None)
    assert (whole.rest, whole.unscripted) == ("no turn was left for 1 model request", 1)


def test_turns_and_requests_that_did_not_meet_are_counted() -> None:
    never = ready("anthropic-messages", Script((Turn(name="a", status=500), Turn(name="b", status=500))))
    assert never.rest == "no request came for 2 turns (a, b)"
    done = ready(script=says("a"))
    for _ in range(3):
        assert done.player is not None
        done.player.turn_for(facts())
    assert done.rest == "no turn was left for 2 model requests"


def test_without_a_script_nothing_is_left_of_it() -> None:
    free = ready()
    reply(free, "/v1/messages", {})

    assert (free.unused, free.unscripted, free.rest) == ((), 0, None)
