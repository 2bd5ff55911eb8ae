from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.installs.listing import Listing, listed
from probe.installs.packages import PACKAGES
from tests.probe.installs.fake_npm import CODEX, FakeNpm, fake_npm
from tests.probe.installs.told import Told


def listing_of(fake: FakeNpm, cache: Path) -> Listing:
    return listed(PACKAGES["codex"], cache=cache, report=Told(), environ=fake.environ)


def error_of(fake: FakeNpm, cache: Path) -> str:
    with pytest.raises(SetupError) as caught:
        listing_of(fake, cache)
    return str(caught.value)


def test_the_registrys_versions_come_by_precedence_with_their_tags(tmp_path: Path) -> None:
    about = {"versions": ["0.10.0", "0.9.0", "0.10.0-alpha.1"], "dist-tags": {"latest": "0.10.0", "odd": 1}}
    fake = fake_npm(tmp_path, view={CODEX: about})

    assert listing_of(fake, tmp_path / "cache") == Listing(
        client="codex", versions=("0.9.0", "0.10.0-alpha.1", "0.10.0"), tags={"latest": "0.10.0"}
    )
    assert fake.calls() == [["view", CODEX, "versions", "dist-tags"]]


def test_the_parts_of_a_version_for_one_platform_are_no_releases(tmp_path: Path) -> None:
    """Codex publishes each platform's program as a version of the same package."""
    parts = ["0.9.0-linux-x64", "0.9.0-darwin-arm64", "0.9.0-alpha.1-win32-x64", "0.9.0-linux-arm64-musl"]
    about = {"versions": ["0.9.0", *parts], "dist-tags": {"latest": "0.9.0", "linux-x64": "0.9.0-linux-x64"}}
    fake = fake_npm(tmp_path, view={CODEX: about})

    assert listing_of(fake, tmp_path) == Listing(client="codex", versions=("0.9.0",), tags={"latest": "0.9.0"})


@pytest.mark.parametrize("versions", ["0.9.0", ["0.9.0"]])
def test_a_list_of_one_may_come_as_its_only_element_and_without_tags(versions: object, tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: {"versions": versions}})

    assert listing_of(fake, tmp_path) == Listing(client="codex", versions=("0.9.0",), tags={})


@pytest.mark.parametrize("about", [{}, {"versions": 7}, {"versions": [], "dist-tags": {}}, {"versions": ["not one"]}])
def test_an_answer_without_versions_is_an_error(about: object, tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, view={CODEX: about})

    assert error_of(fake, tmp_path) == (
        "npm did not say which versions @openai/codex has; see whether `npm view @openai/codex` works"
    )


def test_a_registry_that_cannot_be_reached_is_said_in_npms_code(tmp_path: Path) -> None:
    assert "(ENOTFOUND)" in error_of(fake_npm(tmp_path, fails={"view": "ENOTFOUND"}), tmp_path)
