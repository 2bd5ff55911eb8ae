"""Two processes that do the same thing at the same time."""

import os
import subprocess
import sys
from collections.abc import Sequence

from tests.support.places import REPOSITORY

_BEGIN = "import sys\n{imports}\nprint(flush=True)\nsys.stdin.readline()\n{work}\n"


def contended(imports: str, works: Sequence[str]) -> list[tuple[int, str]]:
    """Run each work in a process of its own, all from the same moment on; gives exit codes and what was said."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _BEGIN.format(imports=imports, work=work)],
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for work in works
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()  # it has its imports
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[1] for process in processes]
    return [(process.returncode, text) for process, text in zip(processes, said, strict=True)]
