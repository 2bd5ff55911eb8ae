"""A bisect of scripted clients that the fake npm fetches."""

import asyncio
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from captures.compare.findings import Finding
from probe.campaigns.bisect_answer import Step
from probe.campaigns.bisect_lanes import Bisection
from probe.campaigns.bisect_wanted import Wanted
from probe.campaigns.cells import Cell
from probe.installs.cache import lock_directory
from probe.installs.store import stored
from tests.probe.campaigns.fetchable import codex_packages
from tests.probe.campaigns.made_up import Terminal, cell
from tests.probe.installs.fake_npm import CODEX, FakeNpm, fake_npm
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import FUNCTION, LIST, STAY, TELL, ask_codex, responses

OLD = (LIST, ask_codex(responses(FUNCTION)))
NEW = (LIST, ask_codex())
VERSIONS = ("0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0")
CELLS = tuple(cell(version=version) for version in VERSIONS)


class Said:
    """What was told on the way."""

    def __init__(self) -> None:
        self.sought: list[Wanted] = []
        self.steps: list[Step] = []

    def begun(self, sought: Wanted, _between: tuple[Finding, ...]) -> None:
        self.sought.append(sought)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def bisection(fake: FakeNpm, cache: Path, said: Said, stream: io.StringIO, *, is_discarding: bool) -> Bisection:
    return Bisection(
        {},
        None,
        checks=0,
        jobs=2,
        is_discarding=is_discarding,
        cache=cache,
        environ=fake.environ,
        stream=stream,
        begun=said.begun,
        told=said.steps.append,
    )


async def perform(this: Bisection, cells: tuple[Cell, ...] = CELLS) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        await this.perform(cells, this)


@pytest.mark.parametrize("is_discarding", [False, True])
async def test_versions_are_fetched_run_and_counted_and_taken_out_again_where_that_is_wanted(
    stage: Stage, *, is_discarding: bool
) -> None:
    said, stream = Said(), io.StringIO()
    stage.released("codex", *OLD, version="0.1.0")
    stage.released("codex", *NEW, version="0.5.0")
    fake = fake_npm(stage.root, packages=codex_packages({"0.2.0": OLD, "0.3.0": NEW, "0.4.0": NEW}))

    this = bisection(fake, stage.cache, said, stream, is_discarding=is_discarding)
    await perform(this)

    assert this.answer is not None
    assert this.answer.change is not None
    assert (this.answer.change.without, this.answer.change.having) == ("0.2.0", "0.3.0")
    assert said.sought == [Wanted(severity="breaking")]
    assert this.last == said.steps[-1]
    assert [(each.version, each.side) for each in said.steps] == [
        ("0.1.0", "old"),
        ("0.5.0", "new"),
        ("0.3.0", "new"),
        ("0.2.0", "old"),
    ]
    assert this.fetched == ["codex@0.3.0", "codex@0.2.0"]
    left = {each.version for each in stored(stage.cache)}
    assert left == {"0.1.0", "0.5.0"} | (set() if is_discarding else {"0.2.0", "0.3.0"})
    assert [line.partition(":")[0] for line in stream.getvalue().splitlines()] == [
        "codex@0.3.0",
        "codex@0.3.0",
        "codex@0.2.0",
        "codex@0.2.0",
    ]


async def test_on_a_terminal_what_is_fetched_has_a_bar(tmp_path: Path) -> None:
    terminal = Terminal()
    fake = fake_npm(tmp_path, packages=codex_packages({"0.1.0": OLD, "0.2.0": NEW}))
    this = bisection(fake, tmp_path / "cache", Said(), terminal, is_discarding=True)

    await perform(this, CELLS[:2])

    assert sorted(this.fetched) == ["codex@0.1.0", "codex@0.2.0"]
    assert "codex@0.1.0: installed, " in terminal.getvalue()


async def test_a_version_that_cannot_be_had_is_unknown(tmp_path: Path) -> None:
    fake = fake_npm(
        tmp_path, packages=codex_packages({"0.1.0": OLD, "0.3.0": NEW}), view={CODEX: {"versions": list(VERSIONS)}}
    )
    said = Said()
    this = bisection(fake, tmp_path / "cache", said, io.StringIO(), is_discarding=False)

    await perform(this, CELLS[:3])

    assert this.answer is not None
    assert this.answer.change is not None
    assert [version for version, _ in this.answer.change.silent] == ["0.2.0"]


class Tripwire(io.StringIO):
    """A stream that calls back when a line that ends like this is written."""

    def __init__(self, text: str, call: Callable[[], None]) -> None:
        super().__init__()
        self._text = text
        self._call = call

    def write(self, text: str, /) -> int:
        if self._text in text:
            self._call()
        return super().write(text)


@pytest.mark.parametrize("is_discarding", [False, True])
async def test_when_it_is_cancelled_what_it_fetched_is_taken_out_again_where_that_is_wanted(
    tmp_path: Path, *, is_discarding: bool
) -> None:
    cache = tmp_path / "cache"
    loop, fetched = asyncio.get_running_loop(), asyncio.Event()

    def tell() -> None:
        loop.call_soon_threadsafe(fetched.set)

    stream = Tripwire("codex@0.1.0: installed", tell)
    fake = fake_npm(tmp_path, packages=codex_packages({"0.1.0": (LIST, STAY)}))
    this = bisection(fake, cache, Said(), stream, is_discarding=is_discarding)

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        task = tasks.create_task(this.perform(CELLS[:1], this))
        await fetched.wait()
        task.cancel()

    assert this.fetched == ["codex@0.1.0"]
    assert this.answer is None
    assert [each.version for each in stored(cache)] == ([] if is_discarding else ["0.1.0"])


async def test_a_version_that_another_process_works_on_is_waited_for(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    lock_directory(cache).mkdir(parents=True)
    other = FileLock(lock_directory(cache) / "codex@0.1.0.lock", thread_local=False)
    stream = Tripwire("codex@0.1.0: waiting for another process", other.release)
    fake = fake_npm(tmp_path, packages=codex_packages({"0.1.0": OLD, "0.2.0": NEW}))
    this = bisection(fake, cache, Said(), stream, is_discarding=False)

    with other:
        await perform(this, CELLS[:2])

    assert sorted(this.fetched) == ["codex@0.1.0", "codex@0.2.0"]


async def test_a_version_that_another_process_was_faster_to_fetch_is_neither_counted_nor_taken_out(
    stage: Stage,
) -> None:
    lock_directory(stage.cache).mkdir(parents=True, exist_ok=True)
    other = FileLock(lock_directory(stage.cache) / "codex@0.1.0.lock", thread_local=False)

    def bring() -> None:
        stage.released("codex", *OLD, version="0.1.0")
        other.release()

    stream = Tripwire("codex@0.1.0: waiting for another process", bring)
    fake = fake_npm(stage.root, packages=codex_packages({"0.2.0": NEW}))
    this = bisection(fake, stage.cache, Said(), stream, is_discarding=True)

    with other:
        await perform(this, CELLS[:2])

    assert this.fetched == ["codex@0.2.0"]
    assert [each.version for each in stored(stage.cache)] == ["0.1.0"]


async def test_a_client_that_runs_is_ended_when_it_is_cancelled(stage: Stage) -> None:
    """Both ends run at once, and both are still there."""
    clients = [stage.released("codex", TELL, STAY, version=version) for version in VERSIONS[:2]]
    this = bisection(fake_npm(stage.root), stage.cache, Said(), io.StringIO(), is_discarding=True)

    async with asyncio.timeout(WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        task = tasks.create_task(this.perform(CELLS[:2], this))
        for client in clients:
            await asyncio.to_thread(client.ear.hear)
        task.cancel()

    for client in clients:
        client.ear.wait_for_all()
    assert (this.answer, this.last) == (None, None)
    assert [each.version for each in stored(stage.cache)] == ["0.1.0", "0.2.0"]
