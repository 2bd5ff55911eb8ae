"""A client that cannot be started is a result; a machine that has no place for it is an error."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from probe.cli.asking import Unstarted, Way, asked
from probe.clients.table import client_named
from probe.start import Order, Program
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import LIST, TELL, ask, ask_codex

WAY = Way(repeat=1, jobs=1, deadline_seconds=WAIT_SECONDS, is_verbose=False)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def test_each_question_is_put_as_often_as_is_wanted(stage: Stage) -> None:
    order = stage.released("claude", LIST, ask()).order()

    observations, unstarted = asked([order, replace(order, reply="refuse")], replace(WAY, repeat=2, jobs=3))

    assert sorted(each.running.order.reply for each in observations) == ["accept", "accept", "refuse", "refuse"]
    assert unstarted == []


def test_a_program_that_cannot_be_executed_is_a_result(stage: Stage) -> None:
    client = stage.released("claude")
    client.program.write_bytes(b"no program")

    observations, [unstarted] = asked([client.order()], WAY)

    assert (observations, unstarted.client, unstarted.version) == ([], "claude", "2.1.268")
    assert unstarted.problem.startswith(f"{client.program} could not be started (ENOEXEC): ")


def test_a_program_that_cannot_say_its_version_is_a_result(stage: Stage) -> None:
    program = stage.at_path("claude", says="Segmentation fault").program
    order = Order(
        program=Program(client=client_named("claude"), argv=(str(program),), version=None, keep=()),
        scenario=stage.released("claude").order().scenario,
        reply="accept",
        settings={},
    )

    assert asked([order], WAY) == (
        [],
        [
            Unstarted(
                client="claude",
                version=None,
                problem=f"{program} does not answer --version as claude does; give the path of the client itself, "
                "or a release such as claude@latest",
            )
        ],
    )


def test_where_a_later_run_cannot_be_started_all_of_them_are_given_up(stage: Stage) -> None:
    """The first one goes on when the program is broken already."""
    client = stage.released("claude", TELL, LIST, ask())

    def break_it() -> None:
        _, held = client.ear.listen()
        client.program.write_bytes(b"no program")
        held.sendall(b"null\n")

    with ThreadPoolExecutor() as threads:
        broken = threads.submit(break_it)
        observations, unstarted = asked([client.order(), client.order()], WAY)
        broken.result()

    assert (observations, [each.client for each in unstarted]) == ([], ["claude"])


def test_where_one_client_cannot_be_started_the_others_are_asked_again(stage: Stage) -> None:
    broken, whole = stage.released("claude"), stage.released("codex", LIST, ask_codex())
    broken.program.write_bytes(b"no program")

    observations, unstarted = asked([whole.order(), broken.order()], replace(WAY, jobs=2))

    assert [each.running.order.program.client.name for each in observations] == ["codex"]
    assert [each.client for each in unstarted] == ["claude"]
