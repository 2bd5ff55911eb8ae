"""Ends everything that a process has started, where no namespace does it: groups first, then what left its group.

Runs inside the warden: standard library only. Descendants are found through `/proc`; where there is none (macOS),
only the group is ended. The caller is a subreaper, so that an orphan stays a descendant.
"""

import contextlib
import os
import signal
import time
from typing import Final

_PAUSE_SECONDS: Final = 0.005
"""Between two looks: a killed process is not dead yet when `kill` returns."""


def kill_all(ancestor: int, *, group: int | None) -> None:
    """Kill the process group `group` and every descendant of `ancestor`, and return when only zombies are left.

    What belongs to another user (a set-user-ID program) cannot be killed, and is left.
    """
    beyond: set[int] = set()
    if group is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    while found := [process for process in alive_below(ancestor) if process not in beyond]:
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
            except PermissionError:
                beyond.add(process)
        time.sleep(_PAUSE_SECONDS)


def reap_all() -> None:
    """Take in the exit of every dead child, so that no zombie is left."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def alive_below(ancestor: int) -> list[int]:
    """List the descendants of `ancestor` that still run, parents first; empty where there is no `/proc`."""
    children: dict[int, list[int]] = {}
    zombies: set[int] = set()
    names = os.listdir("/proc") if os.path.isdir("/proc") else []
    for name in names:
        if not name.isdigit():
            continue
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
            children.setdefault(int(parent), []).append(int(name))
            if state in "ZX":
                zombies.add(int(name))
    found: list[int] = []
    pending = [ancestor]
    while pending:
        below = children.get(pending.pop(0), [])
        found += [process for process in below if process not in zombies]
        pending += below
    return found
