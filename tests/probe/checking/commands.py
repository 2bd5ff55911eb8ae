"""`shape-probe check` in this process, in the working directory of a stage: as fast as a test wants it."""

from contextlib import chdir

from click.testing import CliRunner

from probe.cli.check import check
from tests.support.stage import Done, Stage


def checked(stage: Stage, *arguments: str) -> Done:
    """Run the command to its end."""
    env = {
        "PATH": f"{stage.programs}:/usr/bin:/bin",
        "SHAPE_PROBE_CACHE": str(stage.cache),
        "COLUMNS": "500",
        "NO_COLOR": "1",
    }
    with chdir(stage.work):
        result = CliRunner().invoke(check, arguments, env=env)
    return Done(exit_code=result.exit_code, stdout=result.stdout, stderr=result.stderr)
