"""Where settings are read from, and what is said of a file that cannot be read."""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from captures.compare.settings import Settings
from probe.errors import SetupError
from probe.settings_file import settings_from


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    with chdir(tmp_path):
        yield tmp_path


def test_without_a_file_the_defaults_hold(here: Path) -> None:
    assert list(here.iterdir()) == []
    assert settings_from(None) == Settings()


def test_the_file_in_the_current_directory_is_found(here: Path) -> None:
    (here / "shape-probe.toml").write_text('fail-on = "any"', encoding="utf-8")

    assert settings_from(None) == Settings(fail_on="any")


def test_a_named_file_goes_before_it_and_may_begin_with_a_mark_of_its_encoding(here: Path) -> None:
    (here / "shape-probe.toml").write_text('fail-on = "any"', encoding="utf-8")
    (here / "other.toml").write_text('fail-on = "notable"', encoding="utf-8-sig")

    assert settings_from("other.toml") == Settings(name="other.toml", fail_on="notable")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.toml", "the settings file none.toml does not exist; name another one with --settings"),
        ("", "the settings file . cannot be read: Is a directory"),
        ("directory", "the settings file directory cannot be read: Is a directory"),
        ("a\0b", "'a\\x00b' is no name of a file"),
        ("no\ntext", "the settings file 'no\\ntext' is not UTF-8"),
        ("large", "the settings file large is larger than 1 MiB"),
        ("wrong", 'wrong: there is no key "fail_on"; did you mean fail-on?'),
    ],
)
def test_what_is_no_settings_file_is_said_in_one_sentence(here: Path, name: str, says: str) -> None:
    (here / "directory").mkdir()
    (here / "no\ntext").write_bytes(b"\xff")
    (here / "large").write_bytes(b"#" * (1024 * 1024 + 1))
    (here / "wrong").write_bytes(b"fail_on = 'any'")

    with pytest.raises(SetupError) as caught:
        settings_from(name)

    assert (str(caught.value), caught.value.exit_code) == (says, 2)
