import asyncio
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from probe.campaigns.cells import Cell
from probe.campaigns.lanes import Lanes
from probe.campaigns.performing import Silent
from probe.installs.cache import lock_directory, version_directory
from tests.probe.campaigns.made_up import Heard, cell
from tests.probe.installs.fake_npm import CODEX, CODEX_PROGRAM, FakeNpm, codex_files, fake_npm
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import LIST, STAY, TELL, ask

VERSIONS = ("0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0")


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def lanes(
    cache: Path, environ: Mapping[str, str] | None = None, *, jobs: int = 1, is_discarding: bool = False
) -> Lanes:
    return Lanes(
        cache=cache,
        jobs=jobs,
        deadline_seconds=WAIT_SECONDS,
        repeat=1,
        is_discarding=is_discarding,
        report=Silent(),
        **({} if environ is None else {"environ": environ}),
    )


async def perform(these: Lanes, cells: Sequence[Cell], heard: Heard) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        await these.perform(cells, heard)


def packages(*versions: str) -> dict[str, dict[str, str]]:
    return {f"{CODEX}@{version}": codex_files() for version in versions}


def installs(fake: FakeNpm) -> list[list[str]]:
    return [call for call in fake.calls() if call[0] == "install"]


def is_there(cache: Path, version: str) -> bool:
    return (version_directory(cache, "codex", version) / CODEX_PROGRAM).exists()


async def test_one_after_the_other_in_the_order_of_the_plan(stage: Stage) -> None:
    cells = []
    for version in ("2.1.3", "2.1.1", "2.1.2"):
        stage.released("claude", LIST, ask(), version=version)
        cells += [cell("claude", version), cell("claude", version, reply="refuse")]
    heard = Heard()

    await perform(lanes(stage.cache), cells, heard)

    assert heard.begun_cells == cells
    assert heard.answers == [each.release for each in cells]
    assert heard.failures == {}


async def test_two_at_a_time_where_two_are_meant(stage: Stage) -> None:
    """Neither is answered before both are there: one after the other would never end."""
    clients = [stage.released("claude", TELL, LIST, ask(), version=version) for version in ("2.1.1", "2.1.2")]
    heard = Heard()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(
            perform(lanes(stage.cache, jobs=2), [cell("claude", "2.1.1"), cell("claude", "2.1.2")], heard)
        )
        waiting = [(await asyncio.to_thread(client.ear.listen))[1] for client in clients]
        for each in waiting:
            each.sendall(b"null\n")

    assert sorted(heard.answers) == ["claude@2.1.1", "claude@2.1.2"]


async def test_a_program_that_does_not_run_here_is_a_result_and_the_rest_goes_on(stage: Stage) -> None:
    broken = stage.released("claude", version="2.1.1")
    broken.program.write_bytes(b"no program")
    stage.released("claude", LIST, ask(), version="2.1.2")
    heard = Heard()

    await perform(lanes(stage.cache), [cell("claude", "2.1.1"), cell("claude", "2.1.2")], heard)

    assert heard.failures == {
        "claude@2.1.1": f"{broken.program} could not be started (ENOEXEC): it is built for another architecture or "
        "system; install the client's package for this one"
    }
    assert heard.answers == ["claude@2.1.2"]


async def test_a_script_without_its_interpreter_is_a_result_of_all_cells_of_its_version(stage: Stage) -> None:
    client = stage.released("claude", version="2.1.1")
    client.program.write_text("#!/usr/bin/env node\n", encoding="utf-8")
    cells = [cell("claude", "2.1.1"), cell("claude", "2.1.1", reply="refuse")]
    heard = Heard()

    await perform(lanes(stage.cache, {"PATH": ""}), cells, heard)

    assert [result.says for result in heard.results.values()] == [  # type: ignore[union-attr]
        (
            "this client is a script of Node.js, and there is no node on PATH; install Node.js, or shape-probe with "
            "its extra `node`"
        )
    ] * 2


async def test_a_version_is_fetched_once_for_all_its_cells_while_others_run(stage: Stage, tmp_path: Path) -> None:
    """The client that runs is answered when npm is there, and npm when the client has been answered."""
    client = stage.released("claude", TELL, LIST, ask(), version="2.1.1")
    fetched = [cell(version="0.1.0"), cell(version="0.1.0", reply="refuse")]
    heard = Heard()

    with socket.create_server(("127.0.0.1", 0)) as meeting:
        fake = fake_npm(tmp_path, packages=packages("0.1.0"), meet=meeting.getsockname()[1])
        async with asyncio.TaskGroup() as tasks:
            these = lanes(stage.cache, fake.environ)
            tasks.create_task(perform(these, [*fetched, cell("claude", "2.1.1")], heard))
            _, held = await asyncio.to_thread(client.ear.listen)
            npm, _ = await asyncio.to_thread(meeting.accept)
            held.sendall(b"null\n")
            npm.sendall(b".")
            npm.close()

    assert sorted(heard.answers) == ["claude@2.1.1", "codex@0.1.0", "codex@0.1.0"]
    assert len(installs(fake)) == 1


async def test_without_a_network_it_is_not_tried_for_every_version(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, fails={"install": "ENOTFOUND"})
    heard = Heard()

    await perform(lanes(tmp_path / "cache", fake.environ), [cell(version=version) for version in VERSIONS], heard)

    assert sorted(heard.failures) == [f"codex@{version}" for version in VERSIONS]
    assert {"(ENOTFOUND)" in says for says in heard.failures.values()} == {True}
    assert len(installs(fake)) < len(VERSIONS)


async def test_what_is_wrong_with_one_version_says_nothing_about_the_next(tmp_path: Path) -> None:
    fake = fake_npm(tmp_path, packages=packages(*VERSIONS[2::2]), view={CODEX: {"versions": ["9.0.0"]}})
    heard = Heard()

    await perform(lanes(tmp_path / "cache", fake.environ), [cell(version=version) for version in VERSIONS], heard)

    assert sorted(heard.answers) == ["codex@0.3.0", "codex@0.5.0"]
    assert sorted(heard.failures) == ["codex@0.1.0", "codex@0.2.0", "codex@0.4.0", "codex@0.6.0"]


async def test_versions_that_were_fetched_for_this_are_discarded_and_others_stay(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    fake = fake_npm(tmp_path, packages=packages(*VERSIONS))
    await perform(lanes(cache, fake.environ), [cell(version="0.1.0")], Heard())
    heard = Heard()

    discarding = lanes(cache, fake.environ, jobs=2, is_discarding=True)
    await perform(discarding, [cell(version=version) for version in VERSIONS], heard)

    assert sorted(heard.answers) == [f"codex@{version}" for version in VERSIONS]
    assert [version for version in VERSIONS if is_there(cache, version)] == ["0.1.0"]


class Rival(Silent):
    """Another process that has brought the version when it lets go of it."""

    def __init__(self, lock: FileLock, directory: Path) -> None:
        self.lock = lock
        self.directory = directory

    def waited(self, name: str) -> None:
        for path, text in codex_files().items():
            (self.directory / path).parent.mkdir(parents=True, exist_ok=True)
            (self.directory / path).write_text(text, encoding="utf-8")
        (self.directory / CODEX_PROGRAM).chmod(0o755)
        self.lock.release()


async def test_a_version_that_another_process_was_faster_to_fetch_stays(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    lock_directory(cache).mkdir(parents=True)
    rival = Rival(
        FileLock(lock_directory(cache) / "codex@0.1.0.lock", thread_local=False),
        version_directory(cache, "codex", "0.1.0"),
    )
    fake = fake_npm(tmp_path, packages=packages("0.1.0", "0.2.0"))
    these = replace(lanes(cache, fake.environ, is_discarding=True), report=rival)

    with rival.lock:
        await perform(these, [cell(version="0.1.0"), cell(version="0.2.0")], Heard())

    assert [version for version in VERSIONS if is_there(cache, version)] == ["0.1.0"]
    assert [call[1:] for call in installs(fake)] == [[f"{CODEX}@0.2.0"]]


async def test_a_download_is_let_go_of_when_the_matrix_is_cancelled(tmp_path: Path) -> None:
    heard = Heard()

    with socket.create_server(("127.0.0.1", 0)) as meeting:
        fake = fake_npm(tmp_path, packages=packages("0.1.0"), meet=meeting.getsockname()[1])
        async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
            task = tasks.create_task(lanes(tmp_path / "cache", fake.environ).perform([cell(version="0.1.0")], heard))
            npm, _ = await asyncio.to_thread(meeting.accept)
            task.cancel()
        assert heard.results == {}
        npm.close()  # nobody waits for that thread; here it ends with npm, else with the process


async def test_a_client_that_runs_is_ended_when_the_matrix_is_cancelled(stage: Stage) -> None:
    client = stage.released("claude", TELL, STAY, version="2.1.1")
    heard = Heard()

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        task = tasks.create_task(lanes(stage.cache).perform([cell("claude", "2.1.1")], heard))
        await asyncio.to_thread(client.ear.hear)
        task.cancel()

    client.ear.wait_for_all()
    assert heard.results == {}
