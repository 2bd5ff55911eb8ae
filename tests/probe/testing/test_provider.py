"""A fake provider that a test in the same process asks with a client of its own."""

from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.providers.by_path import UnknownDialectError
from probe.reply import ReplyError
from probe.scripts.file import dumps
from probe.scripts.rules import ScriptError
from probe.scripts.script import Say, Script, Turn
from probe.testing.provider import fake_provider_served
from sanitize.summaries import RequestSummary
from tests.probe.testing.asking import ask

TWO = Script((Turn(name="first", items=(Say("OK"),)), Turn(name="second", status=529)))


def test_requests_are_answered_and_summarized() -> None:
    with fake_provider_served() as provider:
        assert ask(provider.url, "Read", "mcp__somebody__deploy") == 200

        assert provider.requests == (
            RequestSummary(
                role="model",
                method="POST",
                path="/v1/messages",
                transport="http",
                header_names=("accept-encoding", "content-length", "content-type", "host"),
                tools=("Read", "<name>"),
                fault=None,
            ),
        )


def test_tools_of_ones_own_are_shown_when_their_names_are_given() -> None:
    with fake_provider_served("anthropic-messages", known_names=["mcp__mine__deploy"]) as provider:
        ask(provider.url, "mcp__mine__deploy", "mcp__shape_probe_changing__added_later")

        assert [request.tools for request in provider.requests] == [
            ("mcp__mine__deploy", "mcp__shape_probe_changing__added_later")
        ]


def test_a_script_is_played_and_what_is_left_of_it_is_known() -> None:
    with fake_provider_served(script=TWO) as provider:
        first = ask(provider.url, "Read")
        unused, rest = provider.unused, provider.rest
        others = [ask(provider.url, "Read"), ask(provider.url, "Read")]

    assert (first, unused, rest) == (200, ("second",), "no request came for 1 turn (second)")
    assert (others, provider.unused, provider.unscripted) == ([529, 400], (), 1)
    assert len(provider.requests) == 3


@pytest.mark.parametrize("kind", [str, Path])
def test_a_script_can_be_a_file(tmp_path: Path, kind: type[str | Path]) -> None:
    path = tmp_path / "script.json"
    path.write_text(dumps(TWO), encoding="utf-8")

    with fake_provider_served(script=kind(path)) as provider:
        assert (ask(provider.url, "Read"), provider.unused) == (200, ("second",))


def test_without_a_script_the_reply_answers() -> None:
    with fake_provider_served(reply="status:529") as provider:
        assert (ask(provider.url, "Read"), provider.unused, provider.unscripted, provider.rest) == (529, (), 0, None)


def test_two_providers_serve_side_by_side() -> None:
    with fake_provider_served() as one, fake_provider_served(reply="refuse") as other:
        assert (ask(one.url, "Read"), ask(other.url, "Read")) == (200, 400)


def test_a_prompt_marker_tells_the_model_requests() -> None:
    with fake_provider_served(prompt_marker="quokka") as provider:
        ask(provider.url, "Read")

    assert [request.role for request in provider.requests] == ["side"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"dialect": "made-up"}, UnknownDialectError),
        ({"reply": "made-up"}, ReplyError),
        ({"script": "no-such-file.json"}, ScriptError),
        ({"script": Script(())}, ScriptError),
        ({"script": TWO, "reply": "refuse"}, SetupError),
    ],
)
def test_what_cannot_be_served_is_said_before_anything_is(arguments: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error), fake_provider_served(**arguments):
        raise AssertionError
