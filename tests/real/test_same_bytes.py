"""The same question gives the same bytes: again, many times at once, in company, and however the program is named."""

import os
from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from captures.model import ShapesFile
from tests.real.command import Answer, run
from tests.real.conftest import Ask, Installed

pytestmark = pytest.mark.real

MAIN_QUESTIONS: Final = (
    pytest.param(("claude@2.1.268", "--reply=refuse"), id="claude 2.1.268 refuse"),
    pytest.param(("codex@0.154.0", "--reply=close"), id="codex 0.154.0 close"),
    pytest.param(("claude@2.1.332",), id="claude 2.1.332 accept"),
    pytest.param(("claude@2.1.332", "--reply=refuse"), id="claude 2.1.332 refuse"),
    pytest.param(("codex@0.171.0",), id="codex 0.171.0 accept"),
    pytest.param(("codex@0.171.0", "--set=model=unknown-model"), id="codex 0.171.0 unknown model"),
)


@pytest.mark.parametrize("question", MAIN_QUESTIONS)
def test_a_second_command_gives_the_same_bytes(ask: Ask, tmp_path: Path, question: tuple[str, ...]) -> None:
    first = ask(*question)

    assert run(*question, cwd=tmp_path) == first


@pytest.mark.parametrize("question", MAIN_QUESTIONS)
def test_five_runs_agree_and_give_the_bytes_of_one(ask: Ask, tmp_path: Path, question: tuple[str, ...]) -> None:
    """Where they do not agree, the verdict is another, and names what wavers."""
    one = ask(*question)

    assert run(*question, "--repeat=5", "--jobs=5", cwd=tmp_path) == one


@pytest.mark.parametrize("release", ["claude@2.1.332", "codex@0.171.0"])
def test_a_program_named_by_its_path_gives_the_bytes_of_its_release(
    ask: Ask, installed: Installed, tmp_path: Path, release: str
) -> None:
    found = installed(release)

    assert run(f"{found.client}@{found.argv[-1]}", cwd=tmp_path) == ask(release)


def test_a_relative_path_through_a_link_gives_the_bytes_of_the_release(
    ask: Ask, installed: Installed, tmp_path: Path
) -> None:
    (tmp_path / "linked").symlink_to(installed("codex@0.171.0").argv[-1])

    assert run("codex@./linked", cwd=tmp_path) == ask("codex@0.171.0")


def test_without_a_spec_both_clients_on_the_path_are_asked(ask: Ask, installed: Installed, tmp_path: Path) -> None:
    for name, release in (("claude", "claude@2.1.332"), ("codex", "codex@0.171.0")):
        (tmp_path / name).symlink_to(installed(release).argv[-1])

    answer = run(cwd=tmp_path, environment={**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin"})

    assert answer == joined(ask("claude@2.1.332"), ask("codex@0.171.0"))


def test_two_clients_side_by_side_give_the_captures_that_each_gives_alone(ask: Ask, tmp_path: Path) -> None:
    expected = joined(ask("claude@2.1.332"), ask("codex@0.171.0"))

    assert run("codex@0.171.0", "claude@2.1.332", cwd=tmp_path) == expected


def joined(*answers: Answer) -> Answer:
    """One file with the captures of all."""
    files = [canonical.loads(answer.text, name="an answer") for answer in answers]
    captures = tuple(capture for file in files for capture in file.captures)
    file = ShapesFile(schema_version=1, fixture=files[0].fixture, captures=captures)
    return Answer(exit_code=0, text=canonical.dumps(file), notes="")
