"""Measures what `shape-probe run` costs over its floor, in one run, alternating.

    python -m tests.bench [--rounds N] [CLIENT@VERSION…]

Prints, for each client: the wall time of the whole command from a cold interpreter against `tests.bench.floor`, as
medians and as the median of the ratios pair by pair; the same for one run of twenty that one process makes; and the
peak memory of the whole process tree (proportional set size) of both. Needs Linux.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from probe.installs.cache import cache_root
from probe.installs.locate import located
from probe.installs.progress import Lines
from probe.installs.spec import spec_in

_ROUNDS: Final = 12
_MANY: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The commands that are held against each other: ours, ours for many runs, and the floor."""

    name: str
    ours: tuple[str, ...]
    many: tuple[str, ...]
    floor: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="What a run costs over its floor.")
    parser.add_argument("--rounds", type=int, default=_ROUNDS)
    parser.add_argument("specs", nargs="*", default=["claude@latest", "codex@latest"])
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for spec in options.specs:
            _report(_pair(spec, Path(folder)), options.rounds)
    return 0


def _pair(text: str, folder: Path) -> Pair:
    found = located(spec_in(text), cache=cache_root(os.environ), report=Lines(sys.stderr))
    spec = f"{found.client}@{found.version}"
    python = sys.executable
    command = (str(Path(python).with_name("shape-probe")), "run", spec, "--out", str(folder / "shapes.json"))
    return Pair(
        name=spec,
        ours=command,
        many=(*command, "--repeat", str(_MANY), "--jobs", "1"),
        floor=(python, "-m", "tests.bench.floor", found.client, str(found.version), *found.argv),
    )


def _report(pair: Pair, rounds: int) -> None:
    for command in (pair.ours, pair.floor):
        _seconds(command)  # warms the page cache
    ours: list[float] = []
    floors: list[float] = []
    for _ in range(rounds):
        ours.append(_seconds(pair.ours))
        floors.append(_seconds(pair.floor))
    _print(f"{pair.name}: the whole command, {rounds} rounds", ours, floors)
    each: list[float] = []
    floors = []
    for _ in range(max(2, rounds // 6)):
        each.append(_seconds(pair.many) / _MANY)
        floors.append(statistics.median(_seconds(pair.floor) for _ in range(5)))
    _print(f"{pair.name}: one of {_MANY} runs in one process, {len(each)} rounds", each, floors)
    print(f"  peak memory of the tree: {_peak_mib(pair.ours):.0f} MiB against {_peak_mib(pair.floor):.0f} MiB")


def _print(title: str, ours: Sequence[float], floors: Sequence[float]) -> None:
    ratios = [mine / floor for mine, floor in zip(ours, floors, strict=True)]
    print(title)
    print(
        f"  median {statistics.median(ours):.3f} s against {statistics.median(floors):.3f} s, "
        f"ratio {statistics.median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})"
    )


def _seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def _peak_mib(command: Sequence[str]) -> float:
    """Sample the tree while the command runs; too slow to be done while timing."""
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, sum(_pss_kib(each) for each in _tree(process.pid)))
            time.sleep(0.01)
    return peak / 1024


def _tree(root: int) -> list[int]:
    found = [root]
    for process in found:
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            try:
                found += [int(text) for text in task.read_text(encoding="ascii").split()]
            except OSError:
                continue
    return found


def _pss_kib(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    sys.exit(main())
