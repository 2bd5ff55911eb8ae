import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.installs.cache import staging_directory, version_directory
from probe.installs.installer import install, tagged_version, unknown_version
from probe.installs.packages import PACKAGES
from probe.installs.programs import this_platform
from tests.probe.installs.bare_python import ROOT
from tests.probe.installs.fake_npm import (
    CLAUDE,
    CLAUDE_SCRIPT,
    CODEX,
    CODEX_PROGRAM,
    NATIVE,
    FakeNpm,
    codex_files,
    fake_npm,
)
from tests.probe.installs.told import Told

PACKAGE = PACKAGES["codex"]
PLATFORM_NAME = f"{CODEX}-{this_platform()}"
PLATFORM_SPEC = f"{PLATFORM_NAME}@npm:{CODEX}@1.2.3-{this_platform()}"
WRAPPER = f'{{"optionalDependencies": {{"{PLATFORM_NAME}": "npm:{CODEX}@1.2.3-{this_platform()}"}}}}'
SECONDS = 30


def files_below(directory: Path) -> dict[str, str]:
    return {
        str(path.relative_to(directory)): path.read_text(encoding="utf-8")
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def fetch(fake: FakeNpm, cache: Path, version: str = "1.2.3", *, told: Told | None = None) -> Told:
    told = told or Told()
    install(PACKAGE, version, cache=cache, report=told, environ=fake.environ)
    return told


def error_of(fake: FakeNpm, cache: Path, version: str = "1.2.3") -> str:
    with pytest.raises(SetupError) as caught:
        fetch(fake, cache, version)
    assert not version_directory(cache, "codex", version).exists()
    assert list(staging_directory(cache).iterdir()) == []
    return str(caught.value)


def test_a_version_comes_whole_and_nothing_else_stays(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()})
    cache = tmp_path / "cache"

    told = fetch(fake, cache)

    assert files_below(cache) == {
        f"clients/codex/1.2.3/{CODEX_PROGRAM}": NATIVE,
        "clients/codex/1.2.3/node_modules/@openai/codex/package.json": "{}",
        "clients/.locks/codex@1.2.3.lock": "",
    }
    assert told.facts == [("started", "codex@1.2.3", None), ("finished", "codex@1.2.3", len(NATIVE) + 2)]


def test_what_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()})
    fetch(fake, tmp_path / "cache")

    assert fetch(fake, tmp_path / "cache").facts == []
    assert fake.calls() == [["install", f"{CODEX}@1.2.3"]]


def test_a_damaged_version_is_replaced(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()})
    fetch(fake, tmp_path)
    target = version_directory(tmp_path, "codex", "1.2.3")
    (target / CODEX_PROGRAM).unlink()
    (target / "rest").touch()

    fetch(fake, tmp_path)

    assert set(files_below(target)) == {CODEX_PROGRAM, "node_modules/@openai/codex/package.json"}


def test_a_version_that_does_not_exist_is_an_error_that_names_others(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: {"versions": ["1.1.0", "1.2.0", "1.2.4", "1.2.5-alpha.1", "3.0.0"]}})

    assert error_of(fake, tmp_path) == (
        "codex has no version 1.2.3; near it are 1.1.0, 1.2.0, 1.2.4, 3.0.0, and the newest is 3.0.0"
    )
    assert fake.calls() == [["install", f"{CODEX}@1.2.3"], ["view", CODEX, "versions"]]


def test_a_package_with_one_version_is_listed_as_a_text(tmp_path: Path) -> None:
    """`npm view` prints a list of one as its only element."""
    fake = fake_npm(tmp_path, view={CODEX: {"versions": "1.0.0"}})

    assert error_of(fake, tmp_path) == "codex has no version 1.2.3; near it are 1.0.0, and the newest is 1.0.0"


def test_a_version_that_is_listed_but_not_given_is_the_registrys_fault(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: {"versions": ["1.2.3"]}})

    assert "npm's registry does not have or does not give the package (ETARGET)" in error_of(fake, tmp_path)


def test_without_a_list_of_versions_the_message_says_where_it_is() -> None:
    assert str(unknown_version(PACKAGE, "1.2.3", ())) == (
        f"codex has no version 1.2.3; `npm view {CODEX} versions` lists them"
    )


@pytest.mark.parametrize("code", ["ENOTFOUND", "ENOSPC", "EINTEGRITY"])
@pytest.mark.parametrize("is_silent", [False, True])
def test_a_failure_of_npm_leaves_nothing_and_names_npms_code(code: str, is_silent: bool, tmp_path: Path) -> None:  # noqa: FBT001
    fake = fake_npm(tmp_path, fails={"install": code}, is_silent=is_silent)

    assert f"({code})" in error_of(fake, tmp_path)


def test_a_platform_package_that_npm_left_out_is_asked_for_by_name(tmp_path: Path) -> None:
    """npm 11 leaves out optional packages that it cannot fetch, and exits with 0."""
    wrapper = {"node_modules/@openai/codex/package.json": WRAPPER}
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": wrapper, PLATFORM_SPEC: {CODEX_PROGRAM: NATIVE}})

    fetch(fake, tmp_path / "cache")

    assert fake.calls() == [["install", f"{CODEX}@1.2.3"], ["install", f"{CODEX}@1.2.3", PLATFORM_SPEC]]
    assert (version_directory(tmp_path / "cache", "codex", "1.2.3") / CODEX_PROGRAM).is_file()


def test_a_platform_package_that_cannot_be_had_is_an_error(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": {"node_modules/@openai/codex/package.json": WRAPPER}})

    assert "(ETARGET)" in error_of(fake, tmp_path)


@pytest.mark.parametrize(
    "files", [{}, {"node_modules/@openai/codex/package.json": "{"}, {CODEX_PROGRAM: "not executable"}]
)
def test_a_package_without_a_program_is_not_kept(files: dict[str, str], tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": files})

    assert error_of(fake, tmp_path) == (
        f"{CODEX}@1.2.3 has no program for {this_platform()} in the places that are known; "
        "install it yourself and give its path: codex@/path/to/codex"
    )


def test_a_script_is_a_program_too(tmp_path: Path) -> None:
    script = {CLAUDE_SCRIPT: "#!/usr/bin/env node\n"}
    fake = fake_npm(tmp_path, packages={f"{CLAUDE}@2.0.0": script})

    install(PACKAGES["claude"], "2.0.0", cache=tmp_path, report=Told(), environ=fake.environ)

    assert files_below(version_directory(tmp_path, "claude", "2.0.0")) == script


@pytest.mark.parametrize(
    ("view", "total"),
    [
        (
            {
                f"{CODEX}@1.2.3": {
                    "dist.unpackedSize": 10,
                    "optionalDependencies": {PLATFORM_NAME: f"npm:{CODEX}@1.2.3-platform"},
                },
                f"{CODEX}@1.2.3-platform": {"dist.unpackedSize": 200},
            },
            210,
        ),
        (
            {
                f"{CODEX}@1.2.3": {"dist.unpackedSize": 10, "optionalDependencies": {PLATFORM_NAME: "1.2.3"}},
                f"{PLATFORM_NAME}@1.2.3": {},
            },
            None,
        ),
        ({f"{CODEX}@1.2.3": {"dist.unpackedSize": 10}}, 10),
        ({f"{CODEX}@1.2.3": {"optionalDependencies": {"some-library": "^1.0.0"}}}, None),
        ({}, None),
    ],
)
def test_a_bar_is_told_the_size_where_the_registry_says_it(
    view: dict[str, object], total: int | None, tmp_path: Path
) -> None:
    fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()}, view=view)

    told = fetch(fake, tmp_path, told=Told(is_measured=True))

    assert told.facts[0] == ("started", "codex@1.2.3", total)


def test_a_bar_is_told_how_much_is_on_disk(tmp_path: Path) -> None:
    """The fake npm waits until it has been told: the reporter sends the byte."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(SECONDS)

        class Releasing(Told):
            def advanced(self, name: str, staged_bytes: int) -> None:
                super().advanced(name, staged_bytes)
                if staged_bytes and server.fileno() != -1:
                    with server.accept()[0] as connection:
                        connection.sendall(b".")
                    server.close()

        files = {"node_modules/half": "12345"} | codex_files()
        fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": files}, meet=server.getsockname()[1])

        told = fetch(fake, tmp_path, told=Releasing(is_measured=True))

    assert told.most_bytes >= 5
    assert told.facts[-1][0] == "finished"


def test_a_cache_that_is_a_file_is_an_error_of_the_set_up(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path)
    (tmp_path / "file").touch()

    with pytest.raises(SetupError, match="is not a directory; remove it, or set SHAPE_PROBE_CACHE"):
        fetch(fake, tmp_path / "file")


def test_a_tag_is_looked_up_and_its_text_not_given_to_npm(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: {"dist-tags": {"latest": "1.2.3", "odd": "not a version"}}})

    version = tagged_version(PACKAGE, "latest", cache=tmp_path, report=Told(), environ=fake.environ)

    assert version == "1.2.3"
    assert fake.calls() == [["view", CODEX, "dist-tags"]]
    assert list(staging_directory(tmp_path).iterdir()) == []


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        ({"latest": "1.2.3", "alpha": "2.0.0-alpha.1"}, "codex has no tag next; the registry knows alpha, latest"),
        (["latest"], f"npm did not say which tags {CODEX} has; name an exact version of codex"),
        ({}, f"npm did not say which tags {CODEX} has; name an exact version of codex"),
    ],
)
def test_a_tag_that_does_not_exist_is_an_error(tags: object, sentence: str, tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: {"dist-tags": tags}})

    with pytest.raises(SetupError) as caught:
        tagged_version(PACKAGE, "next", cache=tmp_path, report=Told(), environ=fake.environ)
    assert str(caught.value) == sentence


def installing(fake: FakeNpm, cache: Path) -> subprocess.Popen[str]:
    """Another process that installs the version, and says on stderr what it is told."""
    code = """
import os, sys
from pathlib import Path
from probe.installs.installer import install
from probe.installs.packages import PACKAGES
from probe.installs.progress import Lines
install(PACKAGES["codex"], "1.2.3", cache=Path(sys.argv[1]), report=Lines(sys.stderr), environ=os.environ)
"""
    return subprocess.Popen(
        [sys.executable, "-c", code, str(cache)],
        cwd=ROOT,
        env={"PATH": fake.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_two_processes_make_one_installation_and_both_succeed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(SECONDS)
        fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()}, meet=server.getsockname()[1])
        with installing(fake, tmp_path) as first, server.accept()[0] as npm, installing(fake, tmp_path) as second:
            assert second.stderr is not None
            assert second.stderr.readline() == "codex@1.2.3: waiting for another process that works on it\n"
            npm.sendall(b".")
            endings = first.wait(SECONDS), second.wait(SECONDS)
            first.communicate()

    assert endings == (0, 0)
    assert fake.calls() == [["install", f"{CODEX}@1.2.3"]]
    assert (version_directory(tmp_path, "codex", "1.2.3") / CODEX_PROGRAM).is_file()


def test_a_killed_installation_leaves_only_what_the_next_one_removes(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(SECONDS)
        packages = {f"{CODEX}@1.2.3": codex_files(), f"{CODEX}@1.2.4": codex_files()}
        fake = fake_npm(tmp_path, packages=packages, meet=server.getsockname()[1])
        with installing(fake, tmp_path) as killed, server.accept()[0] as npm:
            npm.settimeout(SECONDS)
            assert npm.recv(1) == b"."
            killed.kill()
            killed.communicate()
            assert npm.recv(1) == b"", "npm did not die with us"

    assert os.listdir(staging_directory(tmp_path)) == ["codex@1.2.3"]  # noqa: PTH208
    assert not version_directory(tmp_path, "codex", "1.2.3").exists()

    fake.plan(packages=packages)
    fetch(fake, tmp_path, "1.2.4")
    assert list(staging_directory(tmp_path).iterdir()) == []
    fetch(fake, tmp_path, "1.2.3")
    assert (version_directory(tmp_path, "codex", "1.2.3") / CODEX_PROGRAM).is_file()


def test_an_interrupted_installation_leaves_nothing(tmp_path: Path) -> None:
    class Interrupting(Told):
        def advanced(self, name: str, staged_bytes: int) -> None:
            raise KeyboardInterrupt

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(SECONDS)
        fake = fake_npm(tmp_path, packages={f"{CODEX}@1.2.3": codex_files()}, meet=server.getsockname()[1])
        with pytest.raises(KeyboardInterrupt):
            fetch(fake, tmp_path, told=Interrupting(is_measured=True))

    assert list(staging_directory(tmp_path).iterdir()) == []
    assert not version_directory(tmp_path, "codex", "1.2.3").exists()
