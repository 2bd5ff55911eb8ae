"""Versions sort as versions."""

from captures.versions import version_key

IN_ORDER = [
    "0.9.0-alpha.1",
    "0.9.0-alpha.beta",
    "0.9.0-beta.2",
    "0.9.0-beta.11",
    "0.9.0",
    "0.40",
    "0.40.0",
    "0.154.0-alpha.2",
    "0.154.0",
    "2.1.09",
    "2.1.9",
    "2.1.268",
    "2.1.268+build.5",
    "2.1.332",
    "2.1.99999999999999999999999999",
    "2.2.rc1",
    "unknown",
]


def test_versions_sort_by_number_with_early_releases_before_the_release() -> None:
    backwards = IN_ORDER[::-1]

    assert sorted(backwards, key=version_key) == IN_ORDER


def test_digits_of_other_scripts_are_text() -> None:
    assert sorted(["1.²", "1.1000"], key=version_key) == ["1.1000", "1.²"]
