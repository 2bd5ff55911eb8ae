"""The command line as a whole: its help, its exit codes, and its two names."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from captures.schema import schema_text
from probe.cli.main import COMMANDS, shape_probe
from tests.support.places import REPOSITORY
from tests.support.stage import opened_stage
from tests.support.steps import LIST, ask_codex


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS), ["clients", "install"]])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_a_help(arguments: list[str], option: str) -> None:
    result = CliRunner().invoke(shape_probe, [*arguments, option])

    assert (result.exit_code, "Usage: " in result.stdout) == (0, True)


@pytest.mark.parametrize(
    "arguments",
    [[], ["clients"], ["nonesuch"], ["run", "--nonesuch"], ["run", "--repeat", "0"], ["run", "--deadline", "nan"]],
)
def test_a_wrong_command_is_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(shape_probe, arguments).exit_code == 2


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


def test_a_reader_of_the_help_that_has_gone_is_141() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "probe", "--help"], stdout=writing, stderr=subprocess.PIPE, timeout=30, check=False
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (141, b"")


def test_a_wrong_command_is_2_where_nobody_reads_why() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" 2>/dev/full', "sh", sys.executable, "-m", "probe", "nonesuch"],
        stdin=subprocess.DEVNULL,
        timeout=30,
        check=False,
    )

    assert done.returncode == 2


def test_the_release_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "probe", "--version"], capture_output=True, encoding="utf-8", timeout=30, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, f"shape-probe {metadata.version('shape-probe')}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_asked_for_is_the_only_one_that_is_imported(name: str) -> None:
    code = (
        "import sys\nfrom probe.cli.main import COMMANDS, shape_probe\n"
        f"shape_probe.main([{name!r}, '--help'], standalone_mode=False)\n"
        "print([each for each, module in COMMANDS.items() if module in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, encoding="utf-8", timeout=30, check=False
    )

    assert done.stdout.splitlines()[-1] == f"[{name!r}]"


HEAVY: Final = ("aiohttp", "asyncio", "jinja2", "pydantic", "rich", "structlog", "typer")

TELLING: Final = f"""
import sys

def tell(event, arguments):
    if event == "import" and arguments[0] == "probe.cli.result":
        print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)

sys.addaudithook(tell)
from probe.cli.main import main
main()
"""
"""`shape-probe`, which tells what is imported already when the clients have been started."""


def test_nothing_heavy_is_imported_before_the_client_is_started() -> None:
    with opened_stage() as stage:
        client = stage.released("codex", LIST, ask_codex())
        done = stage.run("run", client.spec, python=("-c", TELLING))

    assert (done.exit_code, done.stderr.splitlines()[0]) == (0, "[]")
