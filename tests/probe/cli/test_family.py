"""The help of a family of commands."""

from typing import Final

import click
from click.testing import CliRunner

from probe.cli.family import Family

WORDS: Final = " ".join(["word"] * 40)


made_up = Family(
    "made-up",
    commands=[click.Command("z-first", help="Short."), click.Command("a-second", help=f"{WORDS}. Another sentence.")],
)


def test_each_command_is_told_in_its_first_sentence_and_no_sentence_is_cut_off() -> None:
    printed = CliRunner().invoke(made_up, ["--help"]).stdout

    assert " ".join(printed.partition("Commands:")[2].split()) == f"a-second {WORDS}. z-first Short."


def test_none_of_a_long_help_is_wider_than_the_terminal() -> None:
    printed = CliRunner().invoke(made_up, ["--help"], terminal_width=60).stdout

    assert max(map(len, printed.splitlines())) <= 60
