"""The command `shape-probe`: puts the families together."""

import gc
import os
import sys
from typing import Annotated, Final, NoReturn

import typer

from probe.cli import clients, doctor, run, schema, serve, validate
from probe.cli.ending import Ended, ends_well, open_streams, show

app = typer.Typer(
    name="shape-probe",
    help="Shows how released coding-agent clients present an MCP tool to the model.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # its tracebacks show local variables, and those hold raw requests
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("serve")(serve.serve)
app.add_typer(clients.app, name="clients")
app.command("validate")(validate.validate)
app.command("schema")(schema.schema)
app.command("doctor")(doctor.doctor)


_TYPER_INTERRUPTED: Final = 130


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        from importlib import metadata

        show(f"shape-probe {metadata.version('shape-probe')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the release of shape-probe.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Options that go before a command."""


@ends_well
def _command_line() -> int:
    try:
        app(prog_name="shape-probe")
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
