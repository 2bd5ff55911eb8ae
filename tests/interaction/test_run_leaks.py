"""What a client knows stays with it. Canaries are what the run itself planted near it, told over a socket."""

import json
import os
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from captures.words import Isolation
from tests.interaction.requirements import covers
from tests.support.isolations import ISOLATIONS
from tests.support.stage import Done, Stage, Step, ended
from tests.support.steps import FUNCTION, INLINE, LIST, TELL, ask, ask_codex, messages, responses

WITHOUT_THE_GUARD: Final = (
    "-c",
    (
        "from captures import leaks; leaks.check = leaks.check_canaries = lambda *_, **__: None; "
        "from probe.cli.main import main; main()"
    ),
)
"""The command with its leak guard taken out."""

SCRATCH_PARENTS: Final = ("/tmp", "/var/tmp")

KNOWN: Final = ("word", "key", "user", "home", "work", "environment")


def canaries(known: dict[str, Any], *, whose: str = "the client's") -> dict[str, str]:
    """What may be nowhere, by what it is: names, paths, credential, and the random word of the prompt."""
    [marker] = re.findall(r"\(([0-9a-f]{16})\)", known["prompt"])
    return {f"{whose} {name}": word for name, word in {"marker": marker, **{n: known[n] for n in KNOWN}}.items()}


def found_in(texts: Iterable[str], words: dict[str, str]) -> list[str]:
    """Which of `words` stand in `texts`, by what they are: no assertion shows one."""
    return sorted({name for text in texts for name, word in words.items() if word in text})


# Plain: names that look like somebody's are not kept.

SECRETIVE: Final[Step] = {**INLINE, "name": "mcp__{user}__{tool.name}", "{key}": "{key}", "type": "{user}"}

NAMING: Final[Step] = {
    "type": "namespace",
    "name": "mcp__{user}",
    "tools": [{**FUNCTION, "name": "{word}_{tool.name}"}, {"type": "{word}", "name": "{key}", "{user}": "{home}"}],
}


@covers("leak.placeholders")
def test_names_with_a_secret_in_them_become_placeholders(stage: Stage) -> None:
    greeting = {**LIST, "protocol_version": "{word}", "notification": "notifications/{word}"}
    headers = {"X-{word}": "{key}", "X-{user}": "{word}"}
    body = messages(SECRETIVE, **{"{word}": {"x-{key}": "{tool.description}"}})
    client = stage.released(
        "claude", TELL, greeting, ask(raw="", method="GET", path="/v1/{word}/{key}"), ask(body, headers=headers)
    )
    process = stage.start("run", client.spec)

    words = canaries(client.ear.hear())
    done = ended(process)

    [capture] = stage.shapes()["captures"]
    [tool] = capture["tools"]
    assert found_in([done.stdout, done.stderr, stage.file.read_text(encoding="utf-8")], words) == []
    assert done.stderr.splitlines() == [
        (
            'shape-probe: claude 2.1.268: unknown place: tool.description surfaced at $["<name>"]["<name>"], '
            "which no rule knows; please report it"
        ),
        "written: native-tool-shapes.json",
    ]
    assert (tool["shown_as"], tool["definition"]["<name>"], tool["definition"]["type"]) == (
        "<name>",
        "<string>",
        "<name>",
    )
    assert capture["mcp"]["methods"] == ["initialize", "notifications/initialized", "<name>", "tools/list"]
    assert capture["mcp"]["protocol_version"] == "<name>"
    assert [(group["path"], group["header_names"]) for group in capture["requests"]] == [
        ("/v1/messages", ["<name>", "authorization", "connection", "content-length", "host"]),
        ("/v1/<id>/<id>", ["authorization", "connection", "content-length", "host"]),
    ]


@covers("leak.placeholders")
def test_a_namespace_with_a_secret_in_it_becomes_a_placeholder(stage: Stage) -> None:
    client = stage.released("codex", TELL, LIST, ask_codex(responses(NAMING)))
    process = stage.start("run", client.spec)

    words = canaries(client.ear.hear())
    done = ended(process)

    [capture] = stage.shapes()["captures"]
    [tool] = capture["tools"]
    assert found_in([done.stdout, done.stderr, stage.file.read_text(encoding="utf-8")], words) == []
    assert (tool["namespace"], tool["shown_as"]) == ("<name>", "<name>")
    assert capture["envelopes"] == [
        {
            "role": "model",
            "pointer": "$.tools[0]",
            "type": "namespace",
            "name": "<name>",
            "tools": [
                {"type": "function", "name": "<name>", "parameters": {}, "strict": "<boolean>"},
                {"type": "<name>", "name": "<name>", "<name>": "<string>"},
            ],
        }
    ]


# Passing for names: a hash behind a planted name, as clients put there, and base64. They are the guard's to find.

PASSING: Final[dict[str, tuple[str, str, Step]]] = {
    "the hash of a name": (
        "claude",
        "$.captures[0].tools[0].shown_as",
        ask(messages({**INLINE, "name": "mcp__{alias}__{tool.name}_{word}"})),
    ),
    "the hash of a namespace": (
        "codex",
        "$.captures[0].tools[0].namespace",
        ask_codex(responses({"type": "namespace", "name": "mcp__{alias}_{word}", "tools": [FUNCTION]})),
    ),
    "the name of the tool": (
        "claude",
        "$.captures[0].tools[0].shown_as",
        ask(messages({**INLINE, "name": "mcp__{alias}__{tool.name}_{encoded}"})),
    ),
    "a namespace": (
        "codex",
        "$.captures[0].tools[0].namespace",
        ask_codex(responses({"type": "namespace", "name": "mcp__{alias}_{encoded}", "tools": [FUNCTION]})),
    ),
    "a header": (
        "claude",
        "$.captures[0].requests[0].header_names[4]",
        ask(headers={"X-{encoded}": "x"}),
    ),
    "a key of a pointer": (
        "claude",
        "$.captures[0].sightings[3].pointer",
        ask(messages(INLINE, **{"x_{encoded}": "{tool.description}"})),
    ),
}


@covers("leak.guard")
@pytest.mark.parametrize("place", PASSING)
def test_a_secret_that_passes_for_a_name_is_refused_by_the_guard(stage: Stage, place: str) -> None:
    name, pointer, step = PASSING[place]
    client = stage.released(name, LIST, step)
    before = json.dumps({"schema_version": 1, "fixture": {"alias": "a", "tool": {}}, "captures": []})
    stage.file.write_text(before, encoding="utf-8")

    assert stage.run("run", client.spec) == Done(
        exit_code=4,
        stdout="",
        stderr=f"shape-probe: the leak guard refused what stands at {pointer} (rule: canary); nothing was written: "
        "please report this line, it holds nothing of yours\n",
    )
    assert (stage.left(), stage.file.read_text(encoding="utf-8")) == (["native-tool-shapes.json"], before)


@covers("leak.guard")
def test_the_version_that_a_program_says_is_judged_too(stage: Stage) -> None:
    client = stage.at_path("claude", LIST, ask(), version="7.0.0-0123456789abcdef0")

    done = stage.run("run", client.spec, "--json")

    assert (done.exit_code, done.stdout) == (2, "")
    assert "does not answer --version as claude does" in done.stderr


@covers("leak.guard")
def test_without_its_guard_the_command_would_write_the_secret(stage: Stage) -> None:
    """It is the guard that refuses above, and nothing before it: each of those tests fails when it is taken out."""
    _, _, step = PASSING["the name of the tool"]
    client = stage.released("claude", TELL, LIST, step)
    process = stage.start("run", client.spec, python=WITHOUT_THE_GUARD)

    encoded = client.ear.hear()["encoded"]

    assert ended(process).exit_code == 0
    assert encoded in stage.file.read_text(encoding="utf-8")


# Everywhere: a client that says all it knows, in every string that it sends or prints.

ECHO: Final = "{everything} {prompt} {key} {home} {user}"


def echoing(body: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """The body with what the client knows in every string that is not what the product goes by."""
    match body:
        case dict():
            kept = {"name", "type", "role", "model"}
            return {key: value if key in kept else echoing(value) for key, value in body.items()}
        case list():
            return [echoing(item) for item in body]
        case str() if not body.startswith("{tool."):
            return f"{body} {ECHO}"
        case _:
            return body


@covers("leak.nowhere", "output.verbose")
@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_a_client_that_says_all_it_knows_is_heard_by_nobody(stage: Stage, isolation: Isolation) -> None:
    started = time.time_ns()
    shout: Step = {"do": "say", "text": ECHO}
    headers = {"X-{word}": ECHO, "User-Agent": ECHO, "Cookie": ECHO}
    other = {"name": "Read", "description": "Made up.", "input_schema": {"type": "object", "title": "Made up."}}
    body = echoing(messages(other, INLINE, system=[{"type": "text", "text": "Made up."}], metadata={"user_id": "x"}))
    warm_up = echoing(responses(FUNCTION, instructions="Made up.", metadata={"x": "y"}, generate=False))
    claude = stage.released("claude", TELL, shout, LIST, ask(body, headers=headers), ask(raw=ECHO), shout)
    codex = stage.released("codex", TELL, shout, LIST, ask_codex(warm_up), ask_codex(echoing(responses(FUNCTION))))
    process = stage.start("run", claude.spec, codex.spec, "--jobs", "2", "--verbose", "--set", f"isolation={isolation}")

    words = canaries(claude.ear.hear(), whose="claude's") | canaries(codex.ear.hear(), whose="codex's")
    done = ended(process)

    text = stage.file.read_text(encoding="utf-8")
    assert (done.exit_code, [capture["verdict"] for capture in stage.shapes()["captures"]]) == (
        0,
        [{"kind": "observed"}, {"kind": "observed"}],
    )
    assert found_in([done.stdout, done.stderr, text], words) == []
    assert files_with(words, newer_than_ns=started) == []
    assert events_in(done.stderr) == {
        "mcp.frame_received",
        "mcp.frame_sent",
        "request.seen",
        "reply.sent",
        "client.ended",
    }


def events_in(log: str) -> set[str]:
    return {found[1] for line in log.splitlines() if (found := re.search(r"\] (\w+\.\w+) ", line))}


def files_with(words: dict[str, str], *, newer_than_ns: int) -> list[Path]:
    """The files of the scratch directories, changed since then, that have one of `words` in them."""
    needles = [word.encode() for word in words.values()]
    return [path for path in changed_files(newer_than_ns) if any(needle in data_of(path) for needle in needles)]


def changed_files(newer_than_ns: int) -> Iterable[Path]:
    """Others come and go there at any moment."""
    for parent in SCRATCH_PARENTS:
        for directory, _, names in os.walk(parent):
            for path in (Path(directory, name) for name in names):
                try:
                    status = path.lstat()
                except OSError:
                    continue
                if path.is_file() and not path.is_symlink() and status.st_mtime_ns >= newer_than_ns:
                    yield path


def data_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
