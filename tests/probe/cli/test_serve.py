"""`shape-probe serve` as a user starts it, with clients that are not ours."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from websockets.sync.client import connect

from captures.words import JsonValue
from probe.scripts.file import dumps
from probe.scripts.script import Call, Say, Script, Turn, When

COMMAND: Final = (sys.executable, "-m", "probe", "serve")
SECONDS: Final = 30

TOOLS: Final[JsonValue] = [{"name": "Read"}, {"name": "mcp__shape_probe__lookup"}, {"name": "mcp__somebody__deploy"}]
SHOWN: Final = "Read, mcp__shape_probe__lookup, <name>"
PROMPT: Final[JsonValue] = [{"role": "user", "content": "a made-up secret"}]
REQUEST: Final[dict[str, JsonValue]] = {"messages": PROMPT, "tools": TOOLS}
RESULT: Final[JsonValue] = [{"content": [{"type": "tool_result", "tool_use_id": "one", "content": "made up"}]}]

HEADERS: Final = "accept, accept-encoding, content-length, content-type, host, user-agent, x-api-key"
LINE: Final = f"model POST /v1/messages http; headers: {HEADERS}; tools: {SHOWN}"

LOOKUP: Final = Call(kind="tool_use", name="mcp__shape_probe__lookup", arguments={"query": "q1"}, id="one")
CALL: Final = Script(
    (
        Turn(name="call", items=(LOOKUP,)),
        Turn(name="done", items=(Say("OK"),), when=When(answers="one")),
    )
)


@dataclass(slots=True)
class Serving:
    """A running command: its first line, and later how it ended and what else it printed."""

    url: str
    process: "subprocess.Popen[str]"
    exit_code: int | None = None
    lines: list[str] = field(default_factory=list)
    said: str = ""

    def end(self, number: signal.Signals = signal.SIGTERM) -> "Serving":
        self.process.send_signal(number)
        stdout, self.said = self.process.communicate(timeout=SECONDS)
        self.lines, self.exit_code = stdout.splitlines(), self.process.returncode
        return self


@contextmanager
def serving(*arguments: str, before: tuple[str, ...] = ()) -> Iterator[Serving]:
    process = subprocess.Popen(
        [*before, *COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        assert process.stdout is not None
        try:
            yield Serving(url=process.stdout.readline().removesuffix("\n"), process=process)
        finally:
            process.kill()


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "script.json"
    path.write_text(dumps(CALL), encoding="utf-8")
    return f"--script={path}"


async def posted(url: str, *bodies: JsonValue, path: str = "/v1/messages") -> list[tuple[int, str]]:
    """Post each body with a client of aiohttp; the statuses and the texts of the answers."""
    answers = []
    async with aiohttp.ClientSession(headers={"x-api-key": "made-up"}) as client:
        for body in bodies:
            async with client.post(url + path, json=body) as answer:
                answers.append((answer.status, await answer.text()))
    return answers


async def test_a_script_is_played_to_any_client_and_each_request_is_a_line_of_names(script: str) -> None:
    with serving(script) as server:
        answers = await posted(server.url, REQUEST, {**REQUEST, "messages": RESULT})
        server.end(signal.SIGINT)

    assert [(status, json.loads(text)["stop_reason"]) for status, text in answers] == [
        (200, "tool_use"),
        (200, "end_turn"),
    ]
    assert (server.exit_code, server.lines, server.said) == (0, [LINE, LINE], "the script was played whole\n")


async def test_what_was_not_played_and_what_was_not_scripted_is_said_with_exit_code_3(script: str) -> None:
    with serving(script) as server:
        statuses = [status for status, _ in await posted(server.url, REQUEST, REQUEST)]
        server.end()

    assert (statuses, server.exit_code, server.said) == (
        [200, 400],
        3,
        (
            "shape-probe: the script was not played whole: no request came for 1 turn (done) and "
            "no turn was left for 1 model request; change the script, or what the client is to do\n"
        ),
    )


async def test_without_a_script_both_dialects_are_answered_on_one_port() -> None:
    with serving() as server:
        await posted(server.url, REQUEST)
        with connect(f"ws{server.url.removeprefix('http')}/v1/responses", proxy=None, user_agent_header=None) as client:
            client.send(json.dumps({"type": "response.create", "input": PROMPT, "tools": TOOLS}))
            events = [json.loads(client.recv(timeout=SECONDS))["type"] for _ in range(2)]
        server.end()

    names = "connection, host, sec-websocket-extensions, sec-websocket-key, sec-websocket-version, upgrade"
    assert events == ["response.created", "response.output_item.added"]
    assert (server.exit_code, server.said) == (0, "")
    assert server.lines == [
        LINE,
        f"upgrade GET /v1/responses websocket; headers: {names}",
        f"model GET /v1/responses websocket; headers: {names}; tools: {SHOWN}",
    ]


async def test_with_json_each_line_is_a_value() -> None:
    with serving("--json") as server:
        url = json.loads(server.url)["url"]
        await posted(url, REQUEST)
        server.end()

    assert [json.loads(line) for line in server.lines] == [
        {
            "role": "model",
            "method": "POST",
            "path": "/v1/messages",
            "transport": "http",
            "header_names": HEADERS.split(", "),
            "tools": SHOWN.split(", "),
            "fault": None,
        }
    ]


async def test_nothing_that_a_client_says_is_printed() -> None:
    with serving() as server:
        await posted(server.url, REQUEST, "a made-up secret", path="/v1/messages?key=secret")
        await posted(server.url, {"secret": "secret"}, path="/secret-4711/x")
        server.end()

    assert "made-up" not in "".join(server.lines) + server.said
    assert [line.split(";")[0] for line in server.lines] == [
        "model POST /v1/messages http",
        "side POST /v1/messages http",
        "side POST /secret-4711/x http",
    ]


async def test_a_marker_tells_model_requests_and_a_reply_answers_them() -> None:
    with serving("--marker=quokka", "--reply=status:529", "--dialect=anthropic-messages") as server:
        marked: JsonValue = {**REQUEST, "messages": [{"content": "a quokka"}]}
        statuses = [status for status, _ in await posted(server.url, REQUEST, marked)]
        server.end()

    assert (statuses, server.exit_code) == ([200, 529], 0)
    assert [line.split()[0] for line in server.lines] == ["side", "model"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_each_signal_that_ends_things_ends_it_well(number: signal.Signals) -> None:
    with serving() as server:
        server.end(number)

    assert (server.exit_code, server.lines, server.said) == (0, [], "")


def test_where_sigint_is_ignored_sigterm_ends_it_well() -> None:
    """As in the background of a script."""
    with serving(before=("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh")) as server:
        server.process.send_signal(signal.SIGINT)
        server.end()

    assert (server.exit_code, server.lines, server.said) == (0, [], "")


async def test_a_reader_that_has_gone_ends_it() -> None:
    with serving() as server:
        assert server.process.stdout is not None
        server.process.stdout.close()
        await posted(server.url, REQUEST)

        assert server.process.wait(timeout=SECONDS) == 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--dialect=made-up"],
            "there is no dialect of that name; the dialects are anthropic-messages, openai-responses",
        ),
        (
            ["--reply=made-up"],
            "--reply takes accept, refuse, close or status:N with N from 400 to 599, for example status:529",
        ),
        (["--script=no-such-file.json"], "no-such-file.json: $ cannot be read: No such file or directory"),
    ],
)
def test_a_wrong_command_is_said_in_one_sentence(arguments: list[str], sentence: str) -> None:
    done = refused(*arguments)

    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"shape-probe: {sentence}\n")


def test_a_script_that_the_dialect_or_the_reply_cannot_play_is_refused(script: str) -> None:
    assert (refused(script, "--dialect=openai-responses").returncode, refused(script, "--reply=refuse").returncode) == (
        2,
        2,
    )


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = refused(f"--port={port}")

    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"shape-probe: port {port} is taken; name another, or none, and a free one is found\n",
    )


def refused(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *arguments],
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
