"""A Dask cluster of worker processes on this machine: prints its scheduler's address, and ends when its stdin does.

Run as `local_cluster.py WORKERS`; each line on stdin has all workers killed. A program of its own: what Dask does to
loggers, signals and warnings stays out of the tests.
"""

import os
import signal
import sys

import dask
from distributed import LocalCluster

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
        for _ in sys.stdin:
            for nanny in cluster.workers.values():
                os.kill(nanny.pid, signal.SIGKILL)
            sys.stdout.write("killed\n")
            sys.stdout.flush()
