"""The command `shape-probe`: puts the families together."""

import typer

from probe.cli import clients, doctor, run, schema, validate
from probe.cli.ending import ends_well, open_streams

app = typer.Typer(
    name="shape-probe",
    help="Shows how released coding-agent clients present an MCP tool to the model.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # its tracebacks show local variables, and those hold raw requests
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.add_typer(clients.app, name="clients")
app.command("validate")(validate.validate)
app.command("schema")(schema.schema)
app.command("doctor")(doctor.doctor)


@ends_well
def main() -> int:
    """Run the command line."""
    open_streams()
    app(prog_name="shape-probe")
    return 0
