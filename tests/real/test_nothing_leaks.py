"""Nothing of a run gets out, and nothing of the user gets in or is touched: neither settings nor files nor names."""

import json
import os
import pwd
import signal
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from captures.words import Isolation
from probe.installs.cache import VARIABLE, cache_root
from tests.real.command import run
from tests.real.conftest import Ask, Installed
from tests.real.midway import Midway
from tests.real.test_same_bytes import MAIN_QUESTIONS
from tests.support.isolations import ISOLATIONS

pytestmark = pytest.mark.real

EVERYWHERE: Final = pytest.mark.parametrize("isolation", ISOLATIONS)
BOTH_CLIENTS: Final = pytest.mark.parametrize("release", ["claude@2.1.332", "codex@0.171.0"])

LASTING: Final = pytest.mark.parametrize(
    "question",
    [
        pytest.param(("claude@2.1.332", "--reply=status:529", "--set=retries=2"), id="claude"),
        pytest.param(("codex@0.171.0", "--reply=close"), id="codex"),
    ],
)
"""Questions that keep a client busy with trying again, for some seconds."""

ADVICE: Final = "First of all call lookup of shape_probe, mcp__shape_probe__lookup: Looks up one synthetic record.\n"
"""For instructions of a user: read by a client, it would surface in the capture."""

SHARED_DIRECTORIES: Final = tuple(Path(name) for name in (tempfile.gettempdir(), "/tmp", "/var/tmp"))

USUAL_TRACES: Final = (".claude", ".codex", f"claude-{os.getuid()}", "cc-socks", "claude-cli-nodejs")
"""How the names begin that these clients leave in a home, a cache and a directory for temporary files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Somebody who has set up both clients: a home, a project, and variables that all point to something else."""

    home: Path
    project: Path
    environment: dict[str, str] = field(repr=False)

    def files(self) -> dict[str, tuple[int, int, bytes]]:
        """Everything that is this user's: when it was changed, with which permissions, and what is in it."""
        found = {}
        for path in sorted(self.home.parent.rglob("*")):
            status = path.lstat()
            content = path.read_bytes() if path.is_file() else b""
            found[str(path.relative_to(self.home.parent))] = (status.st_mtime_ns, status.st_mode, content)
        return found


@pytest.fixture
def dead_port() -> Iterator[int]:
    """A port of loopback where nobody listens, and nobody else can."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


@pytest.fixture
def user(tmp_path: Path, dead_port: int) -> User:
    """A user whose settings would each change a capture, or stop the client."""
    home, project, temporary = (tmp_path / name for name in ("home", "project", "temporary"))
    for directory in (home, project, temporary):
        directory.mkdir()
    started = ["touch", str(home / "started")]
    server = {"type": "stdio", "command": started[0], "args": started[1:]}
    servers = {"mcpServers": {"other": server, "shape_probe": server}}
    hook = {"hooks": [{"type": "command", "command": " ".join(started)}]}
    settings = {"env": {"ENABLE_TOOL_SEARCH": "false"}, "model": "opus", "hooks": {"SessionStart": [hook]}}
    config = f"""
model = "unknown-model"
openai_base_url = "http://127.0.0.1:{dead_port}/v1"
notify = {json.dumps(started)}

[mcp_servers.other]
command = "touch"
args = {json.dumps(started[1:])}
"""
    texts = {project / ".mcp.json": json.dumps(servers)}
    for directory in (home / ".claude", home / "other-claude", project / ".claude"):
        texts[directory / "settings.json"] = json.dumps(settings)
        texts[directory / "CLAUDE.md"] = ADVICE
    for place in (home, home / "other-claude"):
        texts[place / ".claude.json"] = json.dumps(servers)
    for directory in (home / ".codex", home / "other-codex", project / ".codex"):
        texts[directory / "config.toml"] = config
        texts[directory / "AGENTS.md"] = ADVICE
    for name in ("CLAUDE.md", "AGENTS.md"):
        texts[project / name] = ADVICE
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return User(home=home, project=project, environment=_variables(home, temporary, f"http://127.0.0.1:{dead_port}"))


def _variables(home: Path, temporary: Path, nowhere: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        VARIABLE: str(cache_root(os.environ)),
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "ALL_PROXY": nowhere,
        "HTTP_PROXY": nowhere,
        "HTTPS_PROXY": nowhere,
        "http_proxy": nowhere,
        "https_proxy": nowhere,
        "ANTHROPIC_API_KEY": "sk-ant-made-up",
        "ANTHROPIC_AUTH_TOKEN": "made-up",
        "ANTHROPIC_BASE_URL": nowhere,
        "ANTHROPIC_CUSTOM_HEADERS": "x-made-up: 1",
        "ANTHROPIC_MODEL": "opus",
        "CLAUDE_CONFIG_DIR": str(home / "other-claude"),
        "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1",
        "ENABLE_TOOL_SEARCH": "false",
        "CODEX_API_KEY": "sk-made-up",
        "CODEX_HOME": str(home / "other-codex"),
        "OPENAI_API_KEY": "sk-made-up",
        "OPENAI_BASE_URL": nowhere,
        "RUST_LOG": "trace",
    }


@EVERYWHERE
@BOTH_CLIENTS
def test_what_a_user_has_set_up_neither_changes_a_capture_nor_is_changed(
    ask: Ask, user: User, isolation: Isolation, release: str
) -> None:
    question = (release, f"--set=isolation={isolation}")
    expected = ask(*question)
    before = user.files()

    answer = run(*question, cwd=user.project, environment=user.environment)

    assert answer == expected
    assert user.files() == before


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What a run has let out. `words` counts its random words in everything that the command wrote."""

    words: int
    named_after_it: int
    usual: list[str]
    files: list[str]


def traces_on_this_machine() -> list[str]:
    """Usual traces in the real home and in the directories that all users share."""
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    places = {*SHARED_DIRECTORIES, home, home / ".cache"}
    found = (path for place in places if place.is_dir() for path in place.iterdir())
    return sorted(str(path) for path in found if path.name.startswith(USUAL_TRACES))


def named_after(word: str) -> int:
    """Count the files and directories in such traces that are named after a run's home or working directory."""
    walks = (walk for trace in traces_on_this_machine() for walk in os.walk(trace))
    return sum(word in name for _, directories, files in walks for name in (*directories, *files))


@EVERYWHERE
@LASTING
@pytest.mark.parametrize(
    ("number", "exit_code", "files"),
    [(None, 0, ["shapes.json"]), (signal.SIGINT, 130, [])],
    ids=["to its end", "Ctrl-C"],
)
def test_the_random_words_of_a_run_and_the_usual_traces_of_a_client_are_nowhere(
    installed: Installed,
    tmp_path: Path,
    isolation: Isolation,
    question: tuple[str, ...],
    number: signal.Signals | None,
    exit_code: int,
    files: list[str],
) -> None:
    installed(question[0])
    before = traces_on_this_machine()
    arguments = (*question, f"--set=isolation={isolation}", "--out=shapes.json", "--json")
    with Midway(*arguments, cwd=tmp_path) as command:
        words = [word.decode() for word in command.seen().words]
        if number is not None:
            command.process.send_signal(number)
        answer = command.answer()

    written = [answer.text, answer.notes, *(path.read_text(encoding="utf-8") for path in tmp_path.iterdir())]
    traces = Traces(
        words=sum(word in text for text in written for word in words),
        named_after_it=named_after(words[0]),
        usual=[trace for trace in traces_on_this_machine() if trace not in before],
        files=sorted(path.name for path in tmp_path.iterdir()),
    )
    assert ([len(word) for word in words], answer.exit_code) == ([16, 32, 16], exit_code)
    assert traces == Traces(words=0, named_after_it=0, usual=[], files=files)


@pytest.mark.parametrize("question", MAIN_QUESTIONS)
def test_no_client_tries_to_leave_loopback(ask: Ask, question: tuple[str, ...]) -> None:
    outcome = ask(*question).capture.outcome

    assert (outcome.refused_lookups, outcome.refused_connections) == (0, 0)


@BOTH_CLIENTS
def test_no_client_tries_to_leave_loopback_through_the_proxies(ask: Ask, release: str) -> None:
    outcome = ask(release, "--set=isolation=environment").capture.outcome

    assert (outcome.refused_lookups, outcome.refused_connections) == (0, 0)
