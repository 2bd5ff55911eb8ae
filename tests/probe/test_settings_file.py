"""Where settings are read from, and what is said of a file that cannot be read."""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from captures.compare.settings import Settings
from probe.clients.table import ENTRY_POINTS
from probe.errors import SetupError
from probe.settings_file import settings_from
from tests.support.packages import install, output_with


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


def test_an_acceptance_of_what_is_not_installed_is_told_and_is_no_error(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    narrowings = [
        'client = "claude"\nscenario = "tool-call"',
        'client = "cluade"',
        'scenario = "first-reqest"\nclient = "a\\nb"',
        f'client = "{"x" * 81}"',
        "",
    ]
    entries = [
        f'[[accepted]]\nrule = "header-name-added"\nreason = "made up"\n{narrowing}\n' for narrowing in narrowings
    ]
    (here / "shape-probe.toml").write_text("".join(entries), encoding="utf-8")

    settings = settings_from(None)

    said = capsys.readouterr()
    assert (len(settings.accepted), said.out) == (5, "")
    assert said.err.splitlines() == [
        'shape-probe: shape-probe.toml: accepted, entry 2: there is no client "cluade" here (did you mean claude?)',
        (
            'shape-probe: shape-probe.toml: accepted, entry 3: there is no client "a\\nb" here '
            '(there are claude, codex); there is no scenario "first-reqest" here (did you mean first-request?)'
        ),
        (
            f'shape-probe: shape-probe.toml: accepted, entry 4: there is no client "{"x" * 80}…" here '
            "(there are claude, codex)"
        ),
    ]


def test_a_client_of_another_package_is_none_that_is_missing(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"other": "other:CLIENT"}, "")
    path = tmp_path / "settings.toml"
    path.write_text(
        '[[accepted]]\nrule = "header-name-added"\nreason = "made up"\nclient = "other"\n', encoding="utf-8"
    )
    program = f"from probe.settings_file import settings_from\nprint(len(settings_from({str(path)!r}).accepted))"

    assert output_with(tmp_path, program) == "1\n"


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
