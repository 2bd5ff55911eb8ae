"""The command `shape-probe`: which commands there are, and how it leaves."""

import gc
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Final, NoReturn

import click

from probe.cli.ending import ends_well, open_streams
from probe.cli.family import Family

COMMANDS: Final[Mapping[str, str]] = {
    "run": "probe.cli.run",
    "diff": "probe.cli.diff",
    "check": "probe.cli.check",
    "matrix": "probe.cli.matrix",
    "merge": "probe.cli.merge",
    "bisect": "probe.cli.bisect",
    "history": "probe.cli.history",
    "report": "probe.cli.report",
    "fixtures": "probe.cli.fixtures",
    "serve": "probe.cli.serve",
    "clients": "probe.cli.clients",
    "validate": "probe.cli.validate",
    "schema": "probe.cli.schema",
    "doctor": "probe.cli.doctor",
}
"""Each command's module, in the order of the help. A command, or a family of them, has its own name in its module."""

_WIDTH: Final = 100
"""Columns of a help at most, where the terminal has as many."""


class _Commands(Family):
    """Imports a command when it is asked for: a client waits for its start as long as this takes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command


@click.group(
    "shape-probe",
    cls=_Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": _WIDTH,
        "show_default": True,
    },
)
@click.version_option(
    package_name="shape-probe", message="shape-probe %(version)s", help="Print the release of shape-probe."
)
def shape_probe() -> None:
    """Shows how released coding-agent clients present an MCP tool to the model."""


@ends_well
def _command_line() -> int:
    """Do what calling `shape_probe` does, but for signals and a reader that has gone: `ends_well` knows those."""
    try:
        with shape_probe.make_context("shape-probe", sys.argv[1:]) as context:
            shape_probe.invoke(context)
    except click.exceptions.Exit as done:  # a help, or the release, has been printed
        return done.exit_code
    except click.ClickException as wrong:
        with suppress(OSError):  # whether somebody reads it changes nothing
            wrong.show()
        return wrong.exit_code
    return 0


def main() -> NoReturn:
    """Run the command line, and leave without taking the interpreter apart: measured, a tenth of a whole run.

    Nothing is lost by that: each command has ended its threads and its clients, and the output is flushed here. The
    collector waits until the heavy packages are imported, where it finds nothing.
    """
    gc.disable()
    open_streams()
    code = 0
    try:
        _command_line()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # its reader has gone, and whoever wrote to it has been told
            continue
    os._exit(code)
