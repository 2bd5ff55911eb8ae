import os
from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.installs.cache import version_directory
from probe.installs.locate import Located, cached, exact_version, located
from probe.installs.packages import PACKAGES
from probe.installs.spec import spec_in
from tests.probe.installs.fake_npm import CODEX, CODEX_PROGRAM, NATIVE, codex_files, fake_npm
from tests.probe.installs.told import Told


def program(path: Path, text: str = NATIVE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def find(text: str, cache: Path, environ: dict[str, str] | None = None) -> Located:
    return located(spec_in(text), cache=cache, report=Told(), environ=environ or {"PATH": ""})


def error_of(text: str, cache: Path) -> str:
    with pytest.raises(SetupError) as caught:
        find(text, cache)
    return str(caught.value)


def codex(cache: Path) -> Located:
    """What is expected of codex@1.2.3 in the cache."""
    root = version_directory(cache, "codex", "1.2.3")
    return Located(
        client="codex", version="1.2.3", argv=(str(root / CODEX_PROGRAM),), keep=(str(root / "node_modules"),)
    )


def test_a_version_in_the_cache_needs_no_npm(tmp_path: Path) -> None:
    program(version_directory(tmp_path, "codex", "1.2.3") / CODEX_PROGRAM)

    assert find("codex@1.2.3", tmp_path) == codex(tmp_path)


def test_a_version_that_is_not_there_is_fetched(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()})

    assert find("codex@1.2.3", tmp_path, fake.environ) == codex(tmp_path)


def test_a_tag_is_asked_for_each_time_and_fetched_once(tmp_path: Path) -> None:
    fake = fake_npm(
        tmp_path, packages={f"{CODEX}@1.2.3": codex_files()}, view={CODEX: {"dist-tags": {"latest": "1.2.3"}}}
    )

    assert find("codex@latest", tmp_path, fake.environ) == codex(tmp_path)
    assert find("codex@latest", tmp_path, fake.environ) == codex(tmp_path)
    assert [call[0] for call in fake.calls()] == ["view", "install", "view"]


def test_a_version_that_another_process_removes_at_once_is_an_error(tmp_path: Path) -> None:
    class Removing(Told):
        def finished(self, name: str, installed_bytes: int) -> None:
            (version_directory(tmp_path, "codex", "1.2.3") / CODEX_PROGRAM).unlink()

    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()})

    with pytest.raises(SetupError, match=r"codex@1\.2\.3 was removed from the cache meanwhile; try again"):
        located(spec_in("codex@1.2.3"), cache=tmp_path, report=Removing(), environ=fake.environ)


def test_what_is_not_in_the_cache_is_none(tmp_path: Path) -> None:
    assert cached(PACKAGES["codex"], "1.2.3", cache=tmp_path, environ={}) is None


@pytest.mark.parametrize("text", ["codex", "codex@./codex"])
def test_a_program_names_no_release(text: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError) as caught:
        exact_version(spec_in(text), cache=tmp_path, report=Told(), environ={})
    assert str(caught.value) == "this needs a release of codex; write codex@latest or codex@VERSION"


def test_the_program_on_path_is_found_behind_its_links(tmp_path: Path) -> None:
    """A global installation of npm: a link in bin to a script of Node.js."""
    node = program(tmp_path / "bin" / "node")
    script = program(
        tmp_path / "lib" / "node_modules" / "@openai" / "codex" / "bin" / "codex.js", "#!/usr/bin/env node\n"
    )
    (tmp_path / "bin" / "codex").symlink_to(script)

    assert find("codex", tmp_path, {"PATH": str(tmp_path / "bin")}) == Located(
        client="codex",
        version=None,
        argv=(str(node), str(script)),
        keep=(str(tmp_path / "lib" / "node_modules"), str(tmp_path)),
    )


def test_what_is_not_on_path_is_an_error_that_names_the_other_ways(tmp_path: Path) -> None:
    assert error_of("claude", tmp_path) == (
        "claude is not on PATH; name a release, for example claude@latest, or a path, claude@/path/to/claude"
    )


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    path = program(tmp_path / "with space" / "claude")

    assert find(f"claude@{path}", tmp_path) == Located(
        client="claude", version=None, argv=(str(path),), keep=(str(path.parent),)
    )


def test_a_relative_path_becomes_absolute(tmp_path: Path) -> None:
    path = program(tmp_path / "claude")

    assert find(f"claude@./{os.path.relpath(path)}", tmp_path).argv == (str(path),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("./no/such/file", "'./no/such/file' does not exist; give the path of the claude program"),
        ("~no-such-user/x", "'~no-such-user/x' does not exist; give the path of the claude program"),
        ("C:\\claude.exe", "'C:\\\\claude.exe' does not exist; give the path of the claude program"),
        ("/", "'/' is a directory; give the path of the program in it"),
        ("/dev/null", "'/dev/null' is not a file; give the path of the program"),
        ("/dev/null/x", "'/dev/null/x' does not exist; give the path of the claude program"),
    ],
)
def test_a_path_to_nothing_that_runs_is_an_error(text: str, sentence: str, tmp_path: Path) -> None:
    assert error_of(f"claude@{text}", tmp_path) == sentence


def test_a_path_that_is_too_long_is_an_error(tmp_path: Path) -> None:
    assert error_of(f"claude@./{'a' * 5000}", tmp_path).endswith("cannot be read: File name too long")


def test_a_file_that_is_not_executable_says_how_to_make_it_so(tmp_path: Path) -> None:
    path = tmp_path / "claude"
    path.touch(mode=0o644)

    assert error_of(f"claude@{path}", tmp_path).endswith("is not executable; run chmod +x on it")
