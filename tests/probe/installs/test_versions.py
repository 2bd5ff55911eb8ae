import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe.installs.versions import is_tag, is_version, nearest, newest, sort_key

NUMBERS = st.integers(min_value=0, max_value=10**6)


@pytest.mark.parametrize(
    "text", ["0.0.0", "2.1.268", "0.1.2504172351", "0.120.0-linux-x64", "1.0.0-alpha.1", "1.0.0--"]
)
def test_an_exact_version_of_npm_is_a_version(text: str) -> None:
    assert is_version(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "latest",
        "1",
        "1.2",
        "1.2.3.4",
        "01.2.3",
        "1.2.3-",
        "1.2.3-a..b",
        "1.2.3+build",
        "v1.2.3",
        "^1.2.3",
        "1.2.x",
        " 1.2.3",
        "1.2.3\n",
        "1.2.3 || 2.0.0",
        "--prefix",
        "1.2.3-../../x",
        "١.٢.٣",  # noqa: RUF001 - digits that are not ASCII
        f"1.2.3-{'a' * 100}",
    ],
)
def test_anything_else_is_no_version(text: str) -> None:
    assert not is_version(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("latest", True), ("next-2.1", True), ("1st", False), ("", False), ("a" * 65, False), ("\x1b[31mred", False)],
)
def test_a_tag_is_a_plain_word(text: str, *, expected: bool) -> None:
    assert is_tag(text) is expected


def test_versions_sort_as_semantic_versioning_says() -> None:
    """Semantic Versioning 2.0.0, item 11, with its own example in the middle."""
    ordered = [
        "0.9.10",
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
        "1.2.0",
        "1.10.0",
    ]

    backwards = ordered[::-1]

    assert sorted(backwards, key=sort_key) == ordered


@given(NUMBERS, NUMBERS, NUMBERS)
def test_any_three_numbers_are_a_version(major: int, minor: int, patch: int) -> None:
    text = f"{major}.{minor}.{patch}"

    assert is_version(text)
    assert sort_key(f"{text}-rc.1") < sort_key(text)


def test_the_newest_is_a_release_where_there_is_one() -> None:
    assert newest(["1.9.0", "1.10.0", "2.0.0-alpha.1", "no version"]) == "1.10.0"


def test_the_newest_of_pre_releases_is_a_pre_release() -> None:
    assert newest(["2.0.0-alpha.1", "2.0.0-alpha.2"]) == "2.0.0-alpha.2"


def test_there_is_no_newest_of_nothing() -> None:
    assert newest([]) is None


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("1.3.0", ("1.1.0", "1.2.0", "1.4.0", "1.5.0")),
        ("0.1.0", ("1.0.0", "1.1.0")),
        ("9.0.0", ("1.4.0", "1.5.0")),
        ("1.5.0-alpha.2", ("1.4.0", "1.5.0-alpha.1", "1.5.0")),
    ],
)
def test_the_nearest_are_two_on_each_side(wanted: str, expected: tuple[str, ...]) -> None:
    existing = ["1.0.0", "1.1.0", "1.2.0", "1.4.0", "1.5.0-alpha.1", "1.5.0", "1.5.0"]

    assert nearest(wanted, existing) == expected
