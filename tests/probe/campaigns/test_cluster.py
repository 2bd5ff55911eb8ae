import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

import pytest

from tests.probe.campaigns.commands import RunningCluster, done, files_below, local_cluster, start
from tests.support.stage import Stage, ended, opened_stage
from tests.support.steps import LIST, TELL, ask, ask_codex


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def test_two_workers_give_the_files_that_this_machine_gives_and_a_failed_cell_is_a_result(stage: Stage) -> None:
    claude = stage.released("claude", LIST, ask())
    codex = stage.released("codex", LIST, ask_codex())
    broken = stage.released("codex", version="0.1.0")
    broken.program.write_bytes(b"no program")
    question = (claude.spec, codex.spec, broken.spec, "--reply", "accept,refuse")
    here = done(stage, "matrix", *question, "--out", "here")

    with local_cluster(stage, workers=2) as cluster:
        there = done(stage, "matrix", *question, "--out", "there", "--cluster", cluster.address)

    assert (there.exit_code, there.stdout) == (here.exit_code, here.stdout) == (3, here.stdout)
    failures = [line for line in here.stderr.splitlines() if "ENOEXEC" in line]
    assert [line for line in there.stderr.splitlines() if "ENOEXEC" in line] == failures != []
    assert files_below(stage.work / "there") == files_below(stage.work / "here")
    assert list(files_below(stage.work / "here")) == [
        "claude/2.1.268/first-request.json",
        "codex/0.154.0/first-request.json",
    ]


def test_a_cell_whose_worker_dies_is_tried_again_and_then_failed(stage: Stage) -> None:
    """The cluster of these tests lets one worker be lost. With two, both could be lost to the first kill."""
    client = stage.released("claude", TELL, LIST, ask())

    with local_cluster(stage, workers=1) as cluster:
        process = start(stage, "matrix", client.spec, "--cluster", cluster.address)
        client.ear.hear()
        cluster.kill_workers()
        client.ear.hear()
        cluster.kill_workers()
        answer = ended(process)

    client.ear.wait_for_all()
    assert (answer.exit_code, answer.stderr.splitlines()[-1]) == (
        3,
        (
            "shape-probe: claude@2.1.268 first-request reply=accept: the workers that took it were lost, one after the "
            "other; see their logs"
        ),
    )


def test_a_scheduler_that_dies_is_no_end_of_the_command(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())

    with local_cluster(stage, workers=1) as cluster:
        process = start(stage, "matrix", client.spec, "--cluster", cluster.address)
        client.ear.hear()
        cluster.process.kill()
        answer = ended(process)

    assert (answer.exit_code, answer.stderr.splitlines()) == (
        3,
        [
            "1 cell: claude in 1 version",
            "1 of 1 cells done, 1 failed",
            (
                "shape-probe: claude@2.1.268 first-request reply=accept: the cluster's scheduler was lost; start it "
                "again, and run the same command"
            ),
        ],
    )


ABANDONED: Final = """
import asyncio
from probe.campaigns.cluster import Cluster
from tests.probe.campaigns.made_up import Heard, cell
heard = Heard()
cluster = Cluster(address={!r}, deadline_seconds=None, repeat=1, lost_seconds=0.5)
asyncio.run(cluster.perform([cell("claude", "2.1.268")], heard))
print(heard.failures)
"""


def test_a_cell_for_which_no_worker_is_left_fails_after_a_while(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())

    with local_cluster(stage, workers=1) as cluster:
        process = stage.start(python=("-c", ABANDONED.format(cluster.address)))
        client.ear.hear()
        assert answer_of(cluster, "end") == "killed"
        answer = ended(process)

    client.ear.wait_for_all()
    assert (answer.stdout, answer.stderr) == (
        "{'claude@2.1.268': 'the cluster has no worker any more; start one, and run the same command'}\n",
        "shape-probe: no worker is left; waiting 0.5 s for another\n",
    )


def test_a_worker_without_this_release_of_shape_probe_is_refused(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    other, broken = stage.root / "other", stage.root / "broken"
    (other / "shape_probe-0.0.7.dist-info").mkdir(parents=True)
    (other / "shape_probe-0.0.7.dist-info" / "METADATA").write_text("Version: 0.0.7\n", encoding="utf-8")
    (broken / "probe").mkdir(parents=True)
    (broken / "probe" / "__init__.py").write_text("raise ModuleNotFoundError\n", encoding="utf-8")
    answers = []

    with local_cluster(stage, workers=0) as cluster:
        for directory in (other, broken):
            assert answer_of(cluster, str(directory)) == "started"
            answer = done(stage, "matrix", client.spec, "--cluster", cluster.address)
            says = re.sub(r"tcp://[0-9.:]+", "ADDRESS", answer.stderr.splitlines()[-1])
            answers.append((answer.exit_code, says))

    ours = version("shape-probe")
    advice = f"run there: pip install 'shape-probe[cluster]=={ours}', and start it again"
    assert answers == [
        (2, f"shape-probe: the worker ADDRESS has shape-probe 0.0.7, and this is {ours}; {advice}"),
        (2, f"shape-probe: the worker ADDRESS cannot import shape-probe (ModuleNotFoundError); {advice}"),
    ]


def answer_of(cluster: RunningCluster, wish: str) -> str:
    """What `local_cluster.py` says when it has done it."""
    assert cluster.process.stdin is not None
    assert cluster.process.stdout is not None
    cluster.process.stdin.write(f"{wish}\n")
    cluster.process.stdin.flush()
    return cluster.process.stdout.readline().strip()


def test_a_cluster_without_workers_is_refused(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    with local_cluster(stage, workers=0) as cluster:
        answer = done(stage, "matrix", client.spec, "--cluster", cluster.address)

    assert (answer.exit_code, answer.stderr.splitlines()[-1]) == (
        2,
        (
            "shape-probe: the cluster has no worker; start one with `dask scheduler` and `dask worker ADDRESS`, and "
            "give its address"
        ),
    )


NOBODY: Final = """
import asyncio
from probe.campaigns.cluster import Cluster, ClusterError
from tests.probe.campaigns.made_up import Heard, cell
for address in ("tcp://127.0.0.1:1", "carrier-pigeon://here"):
    heard = Heard()
    cluster = Cluster(address=address, deadline_seconds=None, repeat=1, connect_seconds=0.2)
    try:
        asyncio.run(cluster.perform([cell()], heard))
    except ClusterError as error:
        print(error, heard.results)
"""
"""In a process of its own: what Dask leaves behind when it cannot connect would be a warning here."""


def test_an_address_where_nobody_answers_is_refused(stage: Stage) -> None:
    answer = ended(stage.start(python=("-c", NOBODY)))

    says = (
        "no scheduler of a Dask cluster answers there; start one with `dask scheduler` and `dask worker ADDRESS`, "
        "and give its address {}"
    )
    assert answer.stdout.splitlines() == [says, says]


def test_without_the_extra_the_command_says_what_to_install(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    answer = done(
        stage,
        *("matrix", client.spec, "--cluster", "tcp://127.0.0.1:1"),
        before="import sys; sys.modules['distributed'] = None; ",
    )

    assert (answer.exit_code, answer.stderr) == (
        2,
        "shape-probe: --cluster needs Dask; run: pip install 'shape-probe[cluster]'\n",
    )
    assert stage.left() == []
