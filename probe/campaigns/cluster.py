"""Performs cells on a Dask cluster: each worker installs, runs and sanitizes, and sends the text of a shapes file.

Needs the extra `cluster`, which is imported here alone. It starts no cluster and ends none. Workers need shape-probe
too; each has the cache that its own environment names. What a worker has begun when this is cancelled, it finishes.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from distributed import Client, KilledWorker
from distributed.client import FutureCancelledError

from captures import canonical
from captures.model import ShapesFile
from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Failed, Told, failure_of
from probe.campaigns.performing import performed
from probe.errors import InconclusiveError, SetupError
from probe.installs.cache import cache_root
from probe.writer import text_of

_LOST: Final = "the workers that took it were lost, one after the other; see their logs"
_NO_SCHEDULER: Final = "the cluster's scheduler was lost; start it again, and run the same command"
_NO_PROBE: Final = (
    "a worker could not perform it ({name}); make sure that this release of shape-probe is installed there"
)


class ClusterError(SetupError):
    """No cluster is to be had at the address."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem}; start one with `dask scheduler` and `dask worker ADDRESS`, and give its address")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """How cells are performed on a cluster: where its scheduler is, and what each run gets."""

    address: str
    deadline_seconds: float | None
    repeat: int
    connect_seconds: float = 10.0

    async def perform(self, cells: Sequence[Cell], told: Told) -> None:
        """Perform all of them, as many at a time as the workers have threads; each is told as it ends.

        A cell whose worker dies is given to another, as often as the cluster's `allowed-failures` says.

        Raises:
            ClusterError: Nobody answers at the address, or there is no worker.
        """
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it becomes a sentence here
        try:
            client: Client = await Client(  # type: ignore[no-untyped-call]
                self.address, asynchronous=True, set_as_default=False, timeout=self.connect_seconds
            )
        except (OSError, ValueError, TypeError):  # TypeError: an address without a host
            raise ClusterError("no scheduler of a Dask cluster answers there") from None
        async with client:
            if not await cast("Awaitable[dict[str, int]]", client.nthreads()):  # type: ignore[no-untyped-call]
                raise ClusterError("the cluster has no worker")
            async with asyncio.TaskGroup() as tasks:
                for cell in cells:
                    tasks.create_task(self._cell(client, cell, told), name=cell.command)

    async def _cell(self, client: Client, cell: Cell, told: Told) -> None:
        future = client.submit(result_of, cell, self.deadline_seconds, self.repeat, pure=False, retries=0)
        result: ShapesFile | Failed
        try:
            answer = await cast("Awaitable[str | Failed]", future.result())  # so with `asynchronous`
            result = canonical.loads(answer, name="a worker's answer") if isinstance(answer, str) else answer
        except KilledWorker:
            result = Failed(cell=cell, says=_LOST, exit_code=InconclusiveError.exit_code)
        except FutureCancelledError:  # nobody but Dask itself cancels a future
            result = Failed(cell=cell, says=_NO_SCHEDULER, exit_code=SetupError.exit_code)
        except Exception as error:  # noqa: BLE001 - raised on another machine: anything, and never the end of the rest
            says = _NO_PROBE.format(name=type(error).__name__)
            result = Failed(cell=cell, says=says, exit_code=SetupError.exit_code)
        told.performed(cell, result)


def result_of(cell: Cell, deadline_seconds: float | None, repeat: int) -> str | Failed:
    """Perform one cell here, on any thread: the canonical text of its shapes file, or why there is none."""
    try:
        file = performed(cell, cache=cache_root(os.environ), deadline_seconds=deadline_seconds, repeat=repeat)
        return text_of(file, canaries=())
    except Exception as error:  # noqa: BLE001 - becomes a value, which is what this room promises
        return failure_of(cell, error)
