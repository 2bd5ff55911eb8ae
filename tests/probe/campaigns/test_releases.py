from pathlib import Path

import pytest

from probe.campaigns.releases import is_cached, missing_in, releases_in
from probe.errors import SetupError
from probe.installs.cache import version_directory
from probe.installs.packages import PACKAGES
from probe.installs.ranges import range_in
from tests.probe.campaigns.made_up import cell
from tests.probe.installs.fake_npm import CLAUDE, CLAUDE_SCRIPT, CODEX, CODEX_PROGRAM, NATIVE, FakeNpm, fake_npm
from tests.probe.installs.told import Told

VIEW = {
    CODEX: {"versions": ["0.9.0", "0.10.0", "0.11.0"], "dist-tags": {"latest": "0.11.0"}},
    CLAUDE: {"versions": ["2.1.1", "2.1.2"], "dist-tags": {"latest": "2.1.2"}},
}
VIEWED = ["view", CODEX, "versions", "dist-tags"]


def put(cache: Path, version: str) -> None:
    program = version_directory(cache, "codex", version) / CODEX_PROGRAM
    program.parent.mkdir(parents=True)
    program.write_text(NATIVE, encoding="utf-8")
    program.chmod(0o755)


def releases(fake: FakeNpm, cache: Path, *texts: str) -> dict[str, tuple[str, ...]]:
    ranges = [range_in(text) for text in texts]
    return releases_in(ranges, cache=cache, report=Told(), environ=fake.environ)


def test_ranges_of_one_client_are_joined_and_the_registry_is_asked_once(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view=VIEW)

    assert releases(
        fake, tmp_path / "cache", "codex@latest", "claude@2.1.1", "codex@0.9.0..0.10.0", "codex@0.10.0"
    ) == {
        "codex": ("0.9.0", "0.10.0", "0.11.0"),
        "claude": ("2.1.1",),
    }
    assert fake.calls() == [VIEWED, ["view", CLAUDE, "versions", "dist-tags"]]


def test_exact_versions_that_are_in_the_cache_need_no_registry(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, fails={"view": "ENOTFOUND"})
    put(tmp_path, "0.10.0")
    put(tmp_path, "0.9.0")

    assert releases(fake, tmp_path, "codex@0.10.0", "codex@0.9.0") == {"codex": ("0.9.0", "0.10.0")}
    assert fake.calls() == []


def test_an_exact_version_that_does_not_exist_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view=VIEW)

    with pytest.raises(SetupError) as caught:
        releases(fake, tmp_path, "codex@0.12.0")
    assert str(caught.value) == ("codex has no version 0.12.0; near it are 0.10.0, 0.11.0, and the newest is 0.11.0")


def test_without_a_registry_exact_versions_are_taken_at_their_word_and_ranges_are_not(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, fails={"view": "ENOTFOUND"})
    put(tmp_path, "0.10.0")

    assert releases(fake, tmp_path, "codex@0.10.0", "codex@0.9.0") == {"codex": ("0.9.0", "0.10.0")}
    with pytest.raises(SetupError) as caught:
        releases(fake, tmp_path, "codex@0.10.0", "codex@0.9.0", "codex@latest")
    assert "(ENOTFOUND)" in str(caught.value)


def test_what_the_cache_has_not_is_missing(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path)
    put(tmp_path, "0.10.0")
    cells = [cell(version="0.10.0"), cell(version="0.9.0"), cell(version="0.9.0", reply="refuse")]

    assert missing_in(cells, cache=tmp_path, environ=fake.environ) == frozenset({"codex@0.9.0"})


def test_a_script_that_lacks_its_interpreter_is_there_all_the_same(tmp_path: Path) -> None:
    program = version_directory(tmp_path, "claude", "2.1.1") / CLAUDE_SCRIPT
    program.parent.mkdir(parents=True)
    program.write_text("#!/usr/bin/env node\n", encoding="utf-8")
    program.chmod(0o755)

    assert is_cached(PACKAGES["claude"], "2.1.1", cache=tmp_path, environ={"PATH": ""})
