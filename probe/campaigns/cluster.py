"""Performs cells on a Dask cluster: each worker installs, runs and sanitizes, and sends the text of a shapes file.

Needs the extra `cluster`, which is imported here alone. It starts no cluster and ends none. Workers need shape-probe
too; each has the cache that its own environment names. What a worker has begun when this is cancelled, it finishes.
"""

import asyncio
import importlib.metadata
import logging
import os
import pkgutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from distributed import Client, Future, KilledWorker
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError

from captures import canonical
from captures.model import ShapesFile
from probe.campaigns.cells import Cell
from probe.campaigns.outcomes import Failed, Told, failure_of
from probe.campaigns.performing import performed
from probe.cli.ending import say
from probe.errors import InconclusiveError, SetupError
from probe.installs.cache import cache_root
from probe.writer import text_of

_LOST: Final = "the workers that took it were lost, one after the other; see their logs"
_NO_SCHEDULER: Final = "the cluster's scheduler was lost; start it again, and run the same command"
_NO_WORKER: Final = "the cluster has no worker any more; start one, and run the same command"
_NO_PROBE: Final = (
    "a worker could not perform it ({name}); make sure that this release of shape-probe is installed there"
)
_PACKAGE: Final = "shape-probe"
_LOOK_SECONDS: Final = 1.0
"""How often it is looked whether there are workers: one small message to the scheduler."""


class ClusterError(SetupError):
    """No cluster is to be had at the address."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem}; start one with `dask scheduler` and `dask worker ADDRESS`, and give its address")


class WorkerError(SetupError):
    """A worker cannot perform what is asked here. `release` is ours, None where it is not installed."""

    def __init__(self, address: str, problem: str, *, release: str | None) -> None:
        exact = "" if release is None else f"=={release}"
        super().__init__(
            f"the worker {address} {problem}; run there: pip install '{_PACKAGE}[cluster]{exact}', and start it again"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """How cells are performed on a cluster: where its scheduler is, and what each run gets.

    `lost_seconds` is how long it goes on without any worker, and how long a worker has to answer at the start.
    """

    address: str
    deadline_seconds: float | None
    repeat: int
    connect_seconds: float = 10.0
    lost_seconds: float = 60.0

    async def perform(self, cells: Sequence[Cell], told: Told) -> None:
        """Perform all of them, as many at a time as the workers have threads; each is told as it ends.

        A cell whose worker dies is given to another, as often as the cluster's `allowed-failures` says. When no worker
        is left and none comes, the cells that are not over fail.

        Raises:
            ClusterError: Nobody answers at the address, or there is no worker.
            WorkerError: A worker has no shape-probe, or another release of it.
        """
        _silence_dask()
        try:
            client: Client = await Client(  # type: ignore[no-untyped-call]
                self.address, asynchronous=True, set_as_default=False, timeout=self.connect_seconds
            )
        except (OSError, ValueError, TypeError):  # TypeError: an address without a host
            raise ClusterError("no scheduler of a Dask cluster answers there") from None
        async with client:
            await self._check(client)
            await _Performance(self, client, told).all_of(cells)

    async def _check(self, client: Client) -> None:
        """Ask all workers before anything is sent: one that cannot read a cell would close itself, and say nothing."""
        try:
            async with asyncio.timeout(self.lost_seconds):
                # Functions of Python itself, and plain values: they can be read where shape-probe is not.
                names = await _everywhere(client, pkgutil.resolve_name, f"{__name__}:result_of.__name__")
                releases = await _everywhere(client, importlib.metadata.version, _PACKAGE)
        except TimeoutError:
            raise ClusterError("a worker of the cluster does not answer") from None
        except OSError:
            raise ClusterError("the scheduler of the cluster was lost") from None
        if not names:
            raise ClusterError("the cluster has no worker")
        ours = _our_release()
        for address, name in sorted(names.items()):
            if isinstance(name, Exception):
                problem = f"cannot import {_PACKAGE} ({type(name).__name__})"
                raise WorkerError(address, problem, release=ours)
        for address, answer in sorted(releases.items()):
            release = None if isinstance(answer, Exception) else answer
            if release != ours:
                problem = f"has {_PACKAGE} {release or 'of no release'}, and this is {ours or 'of no release'}"
                raise WorkerError(address, problem, release=ours)


class _Performance:
    """One call of `perform`."""

    def __init__(self, cluster: Cluster, client: Client, told: Told) -> None:
        self._cluster = cluster
        self._client = client
        self._told = told
        self._is_given_up = False

    async def all_of(self, cells: Sequence[Cell]) -> None:
        futures = {cell: self._sent(cell) for cell in cells}
        async with asyncio.TaskGroup() as watch:
            watching = watch.create_task(self._watch(tuple(futures.values())), name="workers")
            async with asyncio.TaskGroup() as tasks:
                for cell, future in futures.items():
                    tasks.create_task(self._cell(cell, future), name=cell.command)
            watching.cancel()

    def _sent(self, cell: Cell) -> "Future[str | Failed]":
        cluster = self._cluster
        return self._client.submit(result_of, cell, cluster.deadline_seconds, cluster.repeat, pure=False, retries=0)

    async def _watch(self, futures: "Sequence[Future[str | Failed]]") -> None:
        """Give up when there has been no worker for too long. Dask itself would wait for ever."""
        clock = asyncio.get_running_loop().time
        since: float | None = None
        while since is None or clock() - since < self._cluster.lost_seconds:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                workers = await cast("Awaitable[dict[str, int]]", self._client.nthreads())  # type: ignore[no-untyped-call]
            except OSError:  # no scheduler: Dask ends all futures
                return
            if workers:
                since = None
            elif since is None:
                since = clock()
                say(f"shape-probe: no worker is left; waiting {self._cluster.lost_seconds:g} s for another")
        self._is_given_up = True
        await cast("Awaitable[None]", self._client.cancel(futures))  # type: ignore[no-untyped-call]

    async def _cell(self, cell: Cell, future: "Future[str | Failed]") -> None:
        result: ShapesFile | Failed
        try:
            answer = await cast("Awaitable[str | Failed]", future.result())  # so with `asynchronous`
            result = canonical.loads(answer, name="a worker's answer") if isinstance(answer, str) else answer
        except KilledWorker:
            result = Failed(cell=cell, says=_LOST, exit_code=InconclusiveError.exit_code)
        except FutureCancelledError:  # by `_watch`, or by Dask itself
            says = _NO_WORKER if self._is_given_up else _NO_SCHEDULER
            result = Failed(cell=cell, says=says, exit_code=SetupError.exit_code)
        except Exception as error:  # noqa: BLE001 - raised on another machine: anything, and never the end of the rest
            says = _NO_PROBE.format(name=type(error).__name__)
            result = Failed(cell=cell, says=says, exit_code=SetupError.exit_code)
        self._told.performed(cell, result)


async def _everywhere(
    client: Client, function: Callable[[str], object], argument: str
) -> Mapping[str, str | Exception]:
    """Call it in each worker, beside its cells: what it returns or raises, by address. The lost are left out."""
    answers = await cast(
        "Awaitable[dict[str, str | Exception]]",
        client.run(function, argument, on_error="return"),
    )
    return {address: answer for address, answer in answers.items() if not isinstance(answer, CommClosedError)}


def _our_release() -> str | None:
    try:
        return importlib.metadata.version(_PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return None


def _silence_dask() -> None:
    """What matters of its log becomes a sentence here. Several of its loggers have levels of their own."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in {"distributed", "tornado"}:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def result_of(cell: Cell, deadline_seconds: float | None, repeat: int) -> str | Failed:
    """Perform one cell here, on any thread: the canonical text of its shapes file, or why there is none."""
    try:
        file = performed(cell, cache=cache_root(os.environ), deadline_seconds=deadline_seconds, repeat=repeat)
        return text_of(file, canaries=())
    except Exception as error:  # noqa: BLE001 - becomes a value, which is what this room promises
        return failure_of(cell, error)
