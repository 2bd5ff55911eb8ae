import pytest

from probe.clients.client import is_at_least, numbers_of
from tests.support.errands import errand


@pytest.mark.parametrize(
    ("version", "numbers"),
    [
        ("2.1.268", (2, 1, 268)),
        ("0.154.0-alpha.1", (0, 154, 0)),
        ("1.0.0+build.7", (1, 0, 0)),
        ("2.1.x", (2, 1)),
        ("2..1", (2,)),
        ("latest", ()),
        ("", ()),
    ],
)
def test_the_numbers_of_a_version_end_where_its_words_begin(version: str, numbers: tuple[int, ...]) -> None:
    assert numbers_of(version) == numbers


@pytest.mark.parametrize(
    ("version", "floor", "expected"),
    [
        ("2.1.268", "2.1.268", True),
        ("2.1.100", "2.1.99", True),
        ("2.1.99", "2.1.100", False),
        ("1.9.9", "2.0.0", False),
        ("3.0.0-beta.1", "3.0.0", True),
        ("unknown", "2.0.0", True),
    ],
)
def test_versions_are_compared_by_number_and_an_unknown_one_counts_as_the_newest(
    version: str, floor: str, *, expected: bool
) -> None:
    assert is_at_least(version, floor) is expected


def test_an_errand_does_not_show_its_prompt_and_credential() -> None:
    shown = repr(errand("1.0.0"))

    assert ("marker" in shown, "c0ffee" in shown) == (False, False)
