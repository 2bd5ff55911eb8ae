"""Starts `shape-probe matrix` and `merge` on a stage, as a user does; and a cluster beside it."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from probe.cli.main import shape_probe
from tests.support.places import REPOSITORY
from tests.support.stage import WAIT_SECONDS, Done, Stage, ended

_CODE: Final = "from probe.cli.main import main; main()"

WIRED: Final = (sys.executable, "-c", f"import sys; sys.path.insert(0, {str(REPOSITORY)!r}); {_CODE}")


def start(stage: Stage, *arguments: str | Path, before: str = "", **options: Any) -> "subprocess.Popen[str]":  # noqa: ANN401
    """Start the command; `before` is Python code that runs first."""
    return stage.start(*arguments, python=("-c", f"{before}{_CODE}"), **options)


def done(stage: Stage, *arguments: str | Path, **options: Any) -> Done:  # noqa: ANN401 - those of `start`
    """Run the command to its end."""
    return ended(start(stage, *arguments, **options))


def invoked(stage: Stage, *arguments: str, environ: Mapping[str, str] | None = None) -> Done:
    """Run the command in this process, for what starts no client: it takes a tenth of the time."""
    env = {
        "PATH": f"{stage.programs}:/usr/bin:/bin",
        "SHAPE_PROBE_CACHE": str(stage.cache),
        "COLUMNS": "500",
        "NO_COLOR": "1",
        **(environ or {}),
    }
    with chdir(stage.work):
        result = CliRunner().invoke(shape_probe, arguments, env=env)
    return Done(exit_code=result.exit_code, stdout=result.stdout, stderr=result.stderr)


def files_below(directory: Path) -> dict[str, bytes]:
    """All files, hidden ones too, by their path."""
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


@dataclass(frozen=True, slots=True)
class RunningCluster:
    """A cluster whose workers have the cache of a stage."""

    address: str
    process: "subprocess.Popen[str]" = field(repr=False)

    def kill_workers(self) -> None:
        """Kill all of them. Dask starts others in their places."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "killed\n"


@contextmanager
def local_cluster(stage: Stage, *, workers: int) -> Iterator[RunningCluster]:
    """A cluster on this machine, gone at the end."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("local_cluster.py")), str(workers)],
        cwd=stage.work,
        env={
            "HOME": str(stage.work),
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(REPOSITORY),
            "SHAPE_PROBE_CACHE": str(stage.cache),
            "TMPDIR": str(stage.work),
        },
        encoding="utf-8",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield RunningCluster(process.stdout.readline().strip(), process)
    finally:
        process.stdin.close()
        process.wait(WAIT_SECONDS)
        process.stdout.close()
