"""Tries isolations on a machine that gives no namespaces: enters a user namespace in which no further one may be made.

Run as `python -m tests.support.without_namespaces WANTED [read-only]`. WANTED is an isolation or `best`. With
`read-only` there is no place for a scratch directory either. Prints the isolation that was opened, or the refusal.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from probe.clients.claude import Claude
from probe.sandbox.sandbox import SandboxRefusedError
from probe.sandbox.scratch import PARENT
from probe.start import Program, opened
from tests.support.places import REPOSITORY

CLONE_NEWUSER, CLONE_NEWNS, MS_RDONLY = 0x10000000, 0x20000, 1

REFUSED_STEP: Final = "unshare: ENOSPC" if sys.platform == "linux" else "unshare: ENOSYS"
"""What a refusal names (user_namespaces(7)); the latter where there are no namespaces at all."""


def told(*arguments: str) -> str:
    """Run this module in a process of its own: what it printed, its errors too."""
    argv = [sys.executable, "-m", "tests.support.without_namespaces", *arguments]
    return subprocess.run(
        argv,
        cwd=REPOSITORY,
        # Its measurements of coverage could not be written where the checkout is below the read-only directory.
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=30,
        check=False,
    ).stdout


def main(wanted: str, *options: str) -> None:
    """Open what is wanted, and tell."""
    if sys.platform == "linux":
        _enter(is_read_only="read-only" in options)
    program = Program(client=Claude(), argv=("/no/client",), version=None, keep=())
    try:
        with opened(None if wanted == "best" else wanted, program) as sandbox:
            sys.stdout.write(sandbox.isolation)
    except SandboxRefusedError as refused:
        sys.stdout.write(f"{refused.isolation}: {refused.step}")


def _enter(*, is_read_only: bool) -> None:
    """Leaves the machine as it is: all of this is over with the process."""
    uid, gid = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNS):
        raise OSError(ctypes.get_errno(), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")):
        Path(f"/proc/self/{name}").write_text(text, encoding="ascii")
    if is_read_only and libc.mount(b"none", os.fsencode(PARENT), b"tmpfs", MS_RDONLY, None):
        raise OSError(ctypes.get_errno(), "mount")
    Path("/proc/sys/user/max_user_namespaces").write_text("0", encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
