from types import MappingProxyType

import pytest

from probe.errors import SetupError
from probe.installs.listing import Listing
from probe.installs.packages import PACKAGES
from probe.installs.ranges import Bound, chosen, range_in

LISTING = Listing(
    client="codex",
    versions=(
        "0.9.0",
        "0.10.0-alpha.1",
        "0.10.0-alpha.2",
        "0.10.0",
        "0.11.0-alpha.1",
        "0.11.0",
        "0.12.0",
        "0.13.0-beta.1",
    ),
    tags=MappingProxyType({"latest": "0.12.0", "next": "0.13.0-beta.1"}),
)
WAYS = "what is read is codex@1.2.3, codex@latest, codex@1.2.3..latest (both ends are in), and codex@>=1.2.3,<2.0.0"


def versions(text: str, listing: Listing = LISTING) -> tuple[str, ...]:
    return chosen(range_in(text), listing)


def error_of(text: str, listing: Listing = LISTING) -> str:
    with pytest.raises(SetupError) as caught:
        versions(text, listing)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("1.2.3", [("=", "1.2.3")]),
        ("=1.2.3", [("=", "1.2.3")]),
        ("latest", [("=", "latest")]),
        ("1.2.3..latest", [(">=", "1.2.3"), ("<=", "latest")]),
        ("1.2.3-rc.1..2.0.0", [(">=", "1.2.3-rc.1"), ("<=", "2.0.0")]),
        (">=1.2.3", [(">=", "1.2.3")]),
        ("> 1.2.3 , <= next", [(">", "1.2.3"), ("<=", "next")]),
    ],
)
def test_a_range_is_read_into_bounds(text: str, bounds: list[tuple[str, str]]) -> None:
    asked = range_in(f"codex@{text}")

    assert (asked.package, asked.text, str(asked)) == (PACKAGES["codex"], text, f"codex@{text}")
    assert [tuple(bound) for bound in asked.bounds] == bounds


@pytest.mark.parametrize(
    ("text", "exact"),
    [("0.9.0", "0.9.0"), ("=0.9.0", "0.9.0"), ("latest", None), (">=0.9.0", None), ("0.9.0..0.9.0", None)],
)
def test_only_a_version_alone_needs_no_list(text: str, exact: str | None) -> None:
    assert range_in(f"codex@{text}").exact == exact


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0.10.0", ["0.10.0"]),
        ("latest", ["0.12.0"]),
        ("0.9.0..0.11.0", ["0.9.0", "0.10.0", "0.11.0"]),
        ("0.11.0..latest", ["0.11.0", "0.12.0"]),
        (">=0.11.0", ["0.11.0", "0.12.0"]),
        (">0.9.0,<0.12.0", ["0.10.0", "0.11.0"]),
        ("<=0.10.0", ["0.9.0", "0.10.0"]),
        (">=0.0.1,<=99.0.0", ["0.9.0", "0.10.0", "0.11.0", "0.12.0"]),
    ],
)
def test_releases_come_by_precedence_and_without_pre_releases(text: str, found: list[str]) -> None:
    assert list(versions(f"codex@{text}")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0.10.0-alpha.2", ["0.10.0-alpha.2"]),
        ("next", ["0.13.0-beta.1"]),
        ("0.10.0-alpha.1..0.11.0", ["0.10.0-alpha.1", "0.10.0-alpha.2", "0.10.0", "0.11.0"]),
        (">0.10.0-alpha.1,<0.11.0", ["0.10.0-alpha.2", "0.10.0"]),
        ("0.12.0..next", ["0.12.0", "0.13.0-beta.1"]),
    ],
)
def test_a_pre_release_as_a_bound_lets_in_those_of_its_own_numbers(text: str, found: list[str]) -> None:
    """As npm has it (node-semver, "Prerelease Tags")."""
    assert list(versions(f"codex@{text}")) == found


@pytest.mark.parametrize(
    "rest",
    [
        "^1.2.3",
        "~1.2.3",
        "1.2.x",
        "1.x",
        "*",
        "1.2.3 - 2.0.0",
        "1.2.3 || 2.0.0",
        "1.2",
        ">=",
        ">=1.2.3,",
        "1..2",
        "a..b..c",
        "..1.2.3",
        "1.2.3..",
        "./codex",
        "=>1.2.3",
    ],
)
def test_what_is_written_in_another_way_is_told_which_ways_are_read(rest: str) -> None:
    assert error_of(f"codex@{rest}") == f"'{rest}' is no range of releases; {WAYS}"


@pytest.mark.parametrize("rest", ["v1.2.3", "v1.2.3..latest", ">=v1.2.3"])
def test_versions_have_no_v(rest: str) -> None:
    assert error_of(f"codex@{rest}") == "write versions without the v: 1.2.3"


@pytest.mark.parametrize("text", ["codex", "codex@"])
def test_a_program_is_no_release(text: str) -> None:
    assert error_of(text) == "this needs releases of codex; write codex@latest, codex@1.2.3..latest or so"


def test_an_unknown_client_is_told_the_known_ones() -> None:
    assert error_of("nobody@1.2.3") == "unknown client 'nobody'; known are claude, codex"


def test_a_tag_that_nobody_knows_is_told_the_known_ones() -> None:
    assert error_of("codex@0.9.0..stable") == "codex has no tag stable; the registry knows latest, next"
    assert error_of("codex@a", Listing(client="codex", versions=("1.0.0",), tags={})) == (
        "codex has no tag a; the registry knows none"
    )


@pytest.mark.parametrize(
    ("rest", "newer", "older"),
    [
        ("0.12.0..0.9.0", "0.12.0", "0.9.0"),
        ("latest..0.9.0", "0.12.0", "0.9.0"),
        (">0.11.0,>=0.9.0,<0.10.0", "0.11.0", "0.10.0"),
    ],
)
def test_reversed_bounds_are_named(rest: str, newer: str, older: str) -> None:
    assert error_of(f"codex@{rest}") == (
        f"the bounds of codex@{rest} are reversed: {newer} is newer than {older}; write the older one first"
    )


@pytest.mark.parametrize(
    ("rest", "end", "near"),
    [("0.9.0..99.0.0", "99.0.0", "0.11.0, 0.12.0"), ("0.0.1..latest", "0.0.1", "0.9.0, 0.10.0")],
)
def test_an_end_that_does_not_exist_is_most_likely_a_slip(rest: str, end: str, near: str) -> None:
    first, last = ("0.9.0", "99.0.0") if end == "99.0.0" else ("0.0.1", "0.12.0")
    assert error_of(f"codex@{rest}") == (
        f"codex has no version {end}, and codex@{rest} has it as an end; near it are {near}. "
        f"For a bound that need not exist write codex@>={first},<={last}"
    )


def test_an_empty_range_is_told_its_neighbours() -> None:
    assert error_of("codex@>0.10.0,<0.11.0") == (
        "no version of codex is in codex@>0.10.0,<0.11.0; near it are 0.9.0, 0.10.0, 0.11.0, 0.12.0, "
        "and the newest is 0.12.0"
    )
    assert error_of("codex@0.10.5") == (
        "codex has no version 0.10.5; near it are 0.9.0, 0.10.0, 0.11.0, 0.12.0, and the newest is 0.12.0"
    )


def test_an_empty_list_is_said() -> None:
    assert error_of("codex@0.10.5", Listing(client="codex", versions=(), tags={})) == (
        "npm lists no version of codex; look with `npm view @openai/codex versions`"
    )


def test_bounds_are_values() -> None:
    assert range_in("claude@1.0.0").bounds == (Bound("=", "1.0.0"),)
