"""What several commands take, and what they refuse."""

import click
import pytest
from click.testing import CliRunner

from probe.cli.options import deadline_option


@click.command()
@deadline_option
def told(*, deadline: float | None) -> None:
    click.echo(deadline)


@pytest.mark.parametrize(("text", "seconds"), [("0.1", "0.1"), ("60", "60.0"), ("1e3", "1000.0")])
def test_a_deadline_is_a_number_of_seconds(text: str, seconds: str) -> None:
    assert CliRunner().invoke(told, ["--deadline", text]).stdout == f"{seconds}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nan", "'nan' is no number of seconds."),
        ("0", "0.0 is not in the range x>=0.1."),
        ("soon", "'soon' is not a valid float range."),
    ],
)
def test_what_no_deadline_can_be_is_refused(text: str, says: str) -> None:
    result = CliRunner().invoke(told, ["--deadline", text])

    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, f"Error: Invalid value for '--deadline': {says}")
