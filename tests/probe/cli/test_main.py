"""The command line as a whole: its help, its exit codes, and its two names."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from captures.schema import schema_text
from probe.cli.main import COMMANDS, app_for


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS), ["clients", "install"]])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_a_help(arguments: list[str], option: str) -> None:
    result = CliRunner().invoke(app_for(()), [*arguments, option])

    assert (result.exit_code, "Usage: " in result.stdout) == (0, True)


@pytest.mark.parametrize(
    "arguments",
    [[], ["clients"], ["nonesuch"], ["run", "--nonesuch"], ["run", "--repeat", "0"], ["run", "--deadline", "nan"]],
)
def test_a_wrong_command_is_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(app_for(()), arguments).exit_code == 2


@pytest.mark.parametrize(
    "command", [(sys.executable, "-m", "probe"), (str(Path(sys.executable).with_name("shape-probe")),)]
)
def test_both_names_are_the_same_command(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [*command, "schema"], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, timeout=30, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, schema_text("shapes-file"), "")


@pytest.mark.parametrize(
    ("redirection", "code", "sentence"),
    [
        (
            ">/dev/full",
            2,
            "shape-probe: standard output cannot be written (ENOSPC); free some space, or send it elsewhere",
        ),
        (">&-", 2, "shape-probe: standard output cannot be written (EBADF); free some space, or send it elsewhere"),
    ],
)
def test_an_output_that_takes_nothing_is_2_and_one_sentence(redirection: str, code: int, sentence: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "probe", "schema"],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=30,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (code, "", [sentence])


def test_help_that_cannot_be_printed_is_2_and_one_sentence() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >/dev/full', "sh", sys.executable, "-m", "probe", "--help"],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=30,
        check=False,
    )

    assert (done.returncode, done.stderr) == (
        2,
        "shape-probe: the system refused (ENOSPC): the disk is full; free some space\n",
    )


def test_the_release_is_told() -> None:
    result = CliRunner().invoke(app_for(()), ["--version"])

    assert (result.exit_code, result.stdout) == (0, f"shape-probe {metadata.version('shape-probe')}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_asked_for_is_the_only_one_that_is_imported(name: str) -> None:
    app = app_for([name, "anything"])

    commands = [command.name for command in app.registered_commands]
    assert commands + [group.name for group in app.registered_groups] == [name]
