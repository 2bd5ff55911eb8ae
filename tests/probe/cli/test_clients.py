import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from probe.cli.clients import _ask, clients
from probe.errors import SetupError
from probe.installs.cache import staging_directory, version_directory
from probe.installs.store import Stored
from tests.probe.installs.fake_npm import CLAUDE, CLAUDE_SCRIPT, CODEX, CODEX_PROGRAM, FakeNpm, codex_files, fake_npm

SIZE_BYTES = sum(len(text) for text in codex_files().values())
PACKAGES = {
    f"{CODEX}@1.2.3": codex_files(),
    f"{CODEX}@1.10.0": codex_files(),
    f"{CLAUDE}@2.0.0": {CLAUDE_SCRIPT: "#!/usr/bin/env -S node --quiet\n"},
}


@pytest.fixture
def npm(tmp_path: Path) -> FakeNpm:
    return fake_npm(
        tmp_path, packages=PACKAGES, view={CODEX: {"dist-tags": {"latest": "1.10.0"}, "versions": ["1.2.3"]}}
    )


def invoked(npm: FakeNpm, *arguments: str, answer: str | None = None) -> Result:
    """Run the command with a cache beside the fake npm."""
    environ = {"PATH": npm.environ["PATH"], "SHAPE_PROBE_CACHE": str(cache_of(npm))}
    return CliRunner().invoke(clients, arguments, env=environ, input=answer)


def cache_of(npm: FakeNpm) -> Path:
    return npm.bin.parent / "cache"


def program(npm: FakeNpm, version: str) -> str:
    return str(version_directory(cache_of(npm), "codex", version) / CODEX_PROGRAM)


def test_install_prints_what_is_there_and_says_meanwhile_what_happens(npm: FakeNpm) -> None:
    ended = invoked(npm, "install", "codex@1.2.3", "codex@latest", "codex@1.2.3", "claude@2.0.0")

    script = version_directory(cache_of(npm), "claude", "2.0.0") / CLAUDE_SCRIPT
    assert ended.exit_code == 0
    assert ended.stdout.splitlines() == [
        f"codex 1.2.3 {program(npm, '1.2.3')}",
        f"codex 1.10.0 {program(npm, '1.10.0')}",
        f"claude 2.0.0 {npm.bin / 'node'} --quiet {script}",
    ]
    assert ended.stderr.splitlines() == [
        "codex@1.2.3: fetching with npm",
        "codex@1.2.3: installed, 0.0 MB",
        "codex@1.10.0: fetching with npm",
        "codex@1.10.0: installed, 0.0 MB",
        "claude@2.0.0: fetching with npm",
        "claude@2.0.0: installed, 0.0 MB",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("install", "codex@9.9.9"), "codex has no version 9.9.9; near it are 1.2.3, and the newest is 1.2.3"),
        (("install", "codex@next"), "codex has no tag next; the registry knows latest"),
        (("install", "codex@latest", "codex"), "only releases are installed; write codex@latest or codex@VERSION"),
        (("install", "gemini@1.0.0"), "there is no client 'gemini'; the clients are claude, codex"),
        (("path", "codex@1.2.3"), "codex@1.2.3 is not in the cache; run `shape-probe clients install codex@1.2.3`"),
        (("path", "codex@latest"), "codex@1.10.0 is not in the cache; run `shape-probe clients install codex@1.10.0`"),
        (("path", "claude@/no/such"), "'/no/such' does not exist; give the path of the claude program"),
        (("prune", "codex@1.2.3"), "codex@1.2.3 is not in the cache; see `shape-probe clients list`"),
        (("prune", "codex"), "prune takes exact versions, codex@VERSION; see `shape-probe clients list`"),
        (("prune", "codex@1.2.3", "--keep", "1"), "give versions or --keep, not both"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(arguments: tuple[str, ...], sentence: str, npm: FakeNpm) -> None:
    ended = invoked(npm, *arguments)

    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.splitlines()[-1] == f"shape-probe: {sentence}"


def test_nothing_is_fetched_when_one_of_the_specs_is_wrong(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3", "codex@^1")

    assert npm.calls() == []


def test_the_list_has_a_line_for_each_version(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.10.0", "codex@1.2.3", "claude@2.0.0")
    root = cache_of(npm) / "clients"

    assert invoked(npm, "list").stdout.splitlines() == [
        f"claude  2.0.0   0.0 MB  {root}/claude/2.0.0",
        f"codex   1.2.3   0.0 MB  {root}/codex/1.2.3",
        f"codex   1.10.0  0.0 MB  {root}/codex/1.10.0",
    ]


def test_the_list_is_json_for_programs(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3")

    assert json.loads(invoked(npm, "list", "--json").stdout) == [
        {
            "client": "codex",
            "version": "1.2.3",
            "size_bytes": SIZE_BYTES,
            "path": str(version_directory(cache_of(npm), "codex", "1.2.3")),
        }
    ]


def test_an_empty_list_says_so_on_stderr(npm: FakeNpm) -> None:
    ended = invoked(npm, "list")

    assert (ended.exit_code, ended.stdout) == (0, "")
    assert ended.stderr == f"no client is in {cache_of(npm)}\n"
    assert invoked(npm, "list", "--json").stdout == "[]\n"


def test_the_path_is_the_command_that_starts_the_client(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.10.0")

    assert invoked(npm, "path", "codex@1.10.0").stdout == f"{program(npm, '1.10.0')}\n"
    assert invoked(npm, "path", "codex@latest").stdout == f"{program(npm, '1.10.0')}\n"


def test_the_path_of_a_program_is_quoted_for_a_shell(npm: FakeNpm, tmp_path: Path) -> None:
    path = tmp_path / "with space"
    path.touch(mode=0o755)

    assert invoked(npm, "path", f"codex@{path}").stdout == f"'{path}'\n"


def test_prune_alone_removes_what_was_left_behind(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3")
    left = staging_directory(cache_of(npm)) / "codex@2.0.0"
    left.mkdir()
    (left / "file").write_bytes(bytes(200_000))

    ended = invoked(npm, "prune")

    assert (ended.exit_code, ended.stdout) == (0, "removed 0.2 MB of interrupted installations\n")
    assert not left.exists()
    assert Path(program(npm, "1.2.3")).is_file()


def test_prune_removes_the_versions_named(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3", "codex@1.10.0")

    ended = invoked(npm, "prune", "codex@1.2.3", "--yes")

    assert ended.stdout == "removed codex@1.2.3, 0.0 MB\n"
    assert not version_directory(cache_of(npm), "codex", "1.2.3").exists()
    assert Path(program(npm, "1.10.0")).is_file()


def test_prune_keeps_the_newest_of_each_client(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3", "codex@1.10.0", "claude@2.0.0")

    assert invoked(npm, "prune", "--keep", "1", "-y").stdout == "removed codex@1.2.3, 0.0 MB\n"


def test_a_dry_run_removes_nothing(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3")
    left = staging_directory(cache_of(npm)) / "codex@2.0.0"
    left.mkdir()

    assert invoked(npm, "prune", "--keep", "0", "--dry-run").stdout == "would remove codex@1.2.3, 0.0 MB\n"
    assert Path(program(npm, "1.2.3")).is_file()
    assert left.is_dir()


def test_without_a_terminal_nobody_is_asked(npm: FakeNpm) -> None:
    invoked(npm, "install", "codex@1.2.3")

    ended = invoked(npm, "prune", "--keep", "0", answer="y\n")

    assert ended.exit_code == 2
    assert ended.stderr == (
        "shape-probe: nobody can be asked here; add --yes to remove, or --dry-run to see what would be removed\n"
    )
    assert Path(program(npm, "1.2.3")).is_file()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


DOOMED = (Stored(client="codex", version="1.2.3", size_bytes=2_000_000, path="/made/up"),)


@pytest.mark.parametrize("answer", ["y\n", "YES\n"])
def test_on_a_terminal_the_user_is_asked(answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    _ask(DOOMED, Terminal(answer))

    assert capsys.readouterr() == ("", "Remove codex@1.2.3, 2.0 MB? [y/N]\n")


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_anything_but_yes_removes_nothing(answer: str) -> None:
    with pytest.raises(SetupError, match="nothing was removed"):
        _ask(DOOMED, Terminal(answer))
