"""The second half of `shape-probe matrix`: carries a plan out, or only says what it would do.

Imported when the plan stands, as it brings asyncio, aiohttp and pydantic along.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.campaigns import carrying
from probe.campaigns.cells import Cell
from probe.campaigns.display import Show, display
from probe.campaigns.folder import Folder, held
from probe.campaigns.lanes import Lanes
from probe.campaigns.ledger import Ledger, exit_code_of
from probe.campaigns.outcomes import Outcome
from probe.campaigns.preview import preview_lines, release_lines
from probe.campaigns.releases import missing_in
from probe.campaigns.tables import summary_of, table_lines, trouble_lines
from probe.cli.ending import say, show
from probe.errors import SetupError
from probe.installs.cache import cache_root
from probe.writability import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How the user wants it. `cluster` is the address of a scheduler, None for this machine."""

    directory: Path
    cluster: str | None
    jobs: int
    deadline_seconds: float | None
    repeat: int
    is_retrying: bool
    is_discarding: bool
    as_json: bool


def previewed(cells: Sequence[Cell], wishes: Wishes) -> int:
    """Say what would be done; gives the exit code.

    Raises:
        ProbeError: A file in the directory is not what it should be.
    """
    todo = Ledger(cells, Folder(wishes.directory, cells), is_retrying=wishes.is_retrying).todo
    missing = _missing(cells, wishes)
    for line in (*preview_lines(cells, todo, missing=missing), *release_lines(cells, todo, missing=missing)):
        show(line)
    return 0


def carried_out(cells: Sequence[Cell], wishes: Wishes) -> int:
    """Perform what is still to be performed, and show how all of it ended; gives the exit code.

    Raises:
        ProbeError: The directory cannot be used, or there is no cluster.
    """
    cluster = None if wishes.cluster is None else _cluster(wishes, wishes.cluster)
    with held(wishes.directory):
        ledger = Ledger(cells, Folder(wishes.directory, cells), is_retrying=wishes.is_retrying)
        todo = ledger.todo
        for line in preview_lines(cells, todo, missing=_missing(cells, wishes)):
            say(line)
        number = None
        if todo:
            with display(sys.stderr, todo) as shown:
                ledger.shown_by(shown)
                number = carrying.carried_out(cluster or _lanes(wishes, shown), todo, ledger)
    if number is not None:
        say(
            "shape-probe: interrupted; what was started is ended. The same command goes on from "
            f"{len(ledger.outcomes)} of {len(cells)} cells in {printable(wishes.directory)}"
        )
        return 128 + number
    _show(cells, ledger.outcomes, wishes)
    return exit_code_of(ledger.outcomes.values())


def _lanes(wishes: Wishes, shown: Show) -> carrying.Performer:
    return Lanes(
        cache=cache_root(os.environ),
        jobs=wishes.jobs,
        deadline_seconds=wishes.deadline_seconds,
        repeat=wishes.repeat,
        is_discarding=wishes.is_discarding,
        report=shown,
    )


def _cluster(wishes: Wishes, address: str) -> carrying.Performer:
    try:
        from probe.campaigns.cluster import Cluster
    except ModuleNotFoundError as error:
        if error.name != "distributed":
            raise
        raise SetupError("--cluster needs Dask; run: pip install 'shape-probe[cluster]'") from None
    return Cluster(address=address, deadline_seconds=wishes.deadline_seconds, repeat=wishes.repeat)


def _missing(cells: Sequence[Cell], wishes: Wishes) -> frozenset[str]:
    """What has to be fetched here. What the workers of a cluster have, nobody here knows."""
    return (
        missing_in(cells, cache=cache_root(os.environ), environ=os.environ) if wishes.cluster is None else frozenset()
    )


def _show(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome], wishes: Wishes) -> None:
    for line in trouble_lines(outcomes.values()):
        say(f"shape-probe: {line}")
    if wishes.as_json:
        show(json.dumps(summary_of(cells, outcomes, wishes.directory), indent=2))
        return
    for line in table_lines(cells, outcomes):
        show(line)
