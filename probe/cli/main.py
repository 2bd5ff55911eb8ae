"""The command `shape-probe`: which commands there are, and how it leaves."""

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Annotated, Final, NoReturn

import typer

from probe.cli.ending import Ended, ends_well, open_streams, show

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
"""Each command's module, in the order of the help: a function of the command's name, or a family, which is an `app`."""

_TYPER_INTERRUPTED: Final = 130


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        from importlib import metadata

        show(f"shape-probe {metadata.version('shape-probe')}")
        raise typer.Exit


def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the release of shape-probe.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Options that go before a command."""


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The command line with the one command that `arguments` begin with, or with all of them.

    What is not asked for is not imported: a client waits for its start as long as this takes.
    """
    app = typer.Typer(
        name="shape-probe",
        help="Shows how released coding-agent clients present an MCP tool to the model.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,  # its tracebacks show local variables, and those hold raw requests
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in [name for name in COMMANDS if name in arguments[:1]] or COMMANDS:
        module = import_module(COMMANDS[name])
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(getattr(module, name))
    return app


@ends_well
def _command_line() -> int:
    try:
        app_for(sys.argv[1:])(prog_name="shape-probe")
    except SystemExit as ended:
        if ended.code == _TYPER_INTERRUPTED and not isinstance(ended, Ended):
            raise KeyboardInterrupt from None  # before a command began: nothing has been said about it yet
        raise
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
