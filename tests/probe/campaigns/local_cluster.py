"""A Dask cluster of worker processes on this machine: prints its scheduler's address, and ends when its stdin does.

Run as `local_cluster.py WORKERS`; a line on stdin has something done, and is answered:

- an empty one: all workers are killed, and Dask starts others
- `end`: all workers are killed, and no other comes
- anything else: a directory from which one more worker imports first

A program of its own: what Dask does to loggers, signals and warnings stays out of the tests.
"""

import os
import signal
import sys

import dask
from distributed import LocalCluster, Nanny


async def end(nanny: Nanny) -> None:
    """Kill its worker, and have it start no other: it learns of the death when it is closing already."""
    os.kill(nanny.pid, signal.SIGKILL)
    await nanny.close()


def answer_to(wish: str, cluster: LocalCluster) -> str:
    """Do it; gives the answer."""
    if wish not in {"", "end"}:
        sys.path.insert(0, wish)  # a process that is spawned takes it over
        number = len(cluster.workers) + 1
        cluster.scale(number)  # type: ignore[no-untyped-call]
        cluster.wait_for_workers(number)
        return "started"
    for nanny in cluster.workers.values():
        if wish == "end":
            cluster.sync(end, nanny)  # type: ignore[no-untyped-call]
        else:
            os.kill(nanny.pid, signal.SIGKILL)
    return "killed"


if __name__ == "__main__":
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=int(sys.argv[1]),
        processes=True,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=60,
    ) as cluster:
        sys.stdout.write(f"{cluster.scheduler_address}\n")
        sys.stdout.flush()
        for line in sys.stdin:
            done = answer_to(line.strip(), cluster)
            sys.stdout.write(f"{done}\n")
            sys.stdout.flush()
