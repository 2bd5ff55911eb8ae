import json
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import pytest

from captures.words import Isolation
from probe.clients.claude import Claude
from probe.clients.client import Errand
from probe.sandbox.place import Launch
from probe.sandbox.sandbox import LaunchRefusedError
from probe.scenarios.first_request import FIRST_REQUEST
from probe.start import NotThatClientError, Order, Program, Running, opened, started
from tests.support.isolations import ISOLATIONS
from tests.support.places import CLIENTS, REPOSITORY, Outcome, close, outcome
from tests.support.roll import WAIT_SECONDS
from tests.support.without_namespaces import REFUSED_STEP, told

EVERYWHERE = pytest.mark.parametrize("isolation", ISOLATIONS)


@dataclass(frozen=True, slots=True)
class Broken(Claude):
    """A client whose rules fail."""

    def launch(self, errand: Errand) -> Launch:
        raise ZeroDivisionError


def program(script: str, version: str | None = None) -> Program:
    """A program that plays Claude Code."""
    argv = (sys.executable, "-I", "-S", str(CLIENTS / script))
    return Program(client=Claude(), argv=argv, version=version, keep=(str(REPOSITORY), sys.prefix))


def order(program: Program, settings: Mapping[str, str] = MappingProxyType({})) -> Order:
    return Order(program=program, scenario=FIRST_REQUEST, reply="accept", settings=settings)


def finished(running: Running) -> Outcome:
    running.sandbox.channel.settimeout(WAIT_SECONDS)
    try:
        return outcome(running.sandbox)
    finally:
        close(running.sandbox)


@EVERYWHERE
def test_a_client_is_started_with_the_isolation_asked_for_and_what_its_rules_say(isolation: Isolation) -> None:
    settings = {"isolation": isolation, "model": "some-model"}
    running = started(order(program("told.py", "2.1.332"), settings))
    place = running.sandbox.place
    assert place is not None
    expected = Claude().launch(
        Errand(
            program=running.order.program.argv,
            version="2.1.332",
            place=place,
            alias="shape_probe",
            prompt=f"Answer with the word OK and nothing else. Use no tool. ({running.marker})",
            credential=running.credential,
            settings=settings,
        )
    )
    found = finished(running)

    assert json.loads(found.stdout) == {
        "arguments": list(expected.argv[4:]),
        "cwd": expected.cwd,
        "env": dict(expected.env),
    }
    assert (running.version, place.isolation, found.ended.exit_code) == ("2.1.332", isolation, 0)


@EVERYWHERE
def test_a_version_that_nobody_knows_is_asked_of_the_program(isolation: Isolation) -> None:
    running = started(order(program("told.py"), {"isolation": isolation}))
    found = finished(running)

    assert (running.version, found.ended.exit_code) == ("2.1.268", 0)


def test_every_run_has_canaries_of_its_own() -> None:
    runs = [started(order(program("told.py", "2.1.332"))) for _ in range(2)]
    for running in runs:
        finished(running)
    canaries = [canary for running in runs for canary in running.canaries]

    assert [len(canary) for canary in canaries] == [16, 16, 32, 16, 16, 32]
    assert len(set(canaries)) == 6


def test_a_running_client_does_not_show_its_marker_and_credential() -> None:
    running = started(order(program("told.py", "2.1.332")))
    finished(running)
    shown = repr(running)

    assert (running.marker in shown, running.credential in shown) == (False, False)


@EVERYWHERE
@pytest.mark.parametrize("argv", [("/bin/echo", "2.1.268 (Another Code)"), ("/bin/sh", "-c", "exit 1")])
def test_a_program_that_answers_otherwise_is_not_taken_for_the_client(
    isolation: Isolation, argv: tuple[str, ...]
) -> None:
    other = replace(program("told.py"), argv=argv)
    with pytest.raises(NotThatClientError) as refused:
        started(order(other, {"isolation": isolation}))

    assert (str(refused.value), refused.value.exit_code) == (
        (
            f"{argv[-1]} does not answer --version as claude does; give the path of the client itself, "
            "or a release such as claude@latest"
        ),
        2,
    )


@EVERYWHERE
def test_a_program_that_never_answers_is_not_waited_for(isolation: Isolation) -> None:
    with pytest.raises(NotThatClientError, match="does not answer --version as claude does"):
        started(order(program("deaf.py"), {"isolation": isolation}), version_seconds=0.01)


@EVERYWHERE
def test_a_program_that_cannot_be_executed_is_refused_when_it_is_asked_and_when_it_is_started(
    isolation: Isolation,
) -> None:
    missing = replace(program("told.py"), argv=("/no/such/client",))

    for each in (missing, replace(missing, version="2.1.332")):
        with pytest.raises(LaunchRefusedError, match=r"^/no/such/client could not be started \(ENOENT\): "):
            started(order(each, {"isolation": isolation}))


def test_the_place_is_closed_when_the_rules_of_a_client_fail(capfd: pytest.CaptureFixture[str]) -> None:
    broken = replace(program("told.py", "2.1.332"), client=Broken())
    with pytest.raises(ZeroDivisionError):
        started(order(broken))

    assert capfd.readouterr().err == ""


def test_the_best_isolation_is_opened_where_none_is_asked_for() -> None:
    with opened(None, program("told.py")) as sandbox:
        isolation = sandbox.isolation

    assert isolation == ISOLATIONS[0]


def test_where_the_machine_gives_no_namespaces_the_best_isolation_is_the_other() -> None:
    assert told("best") == "environment"


def test_where_the_machine_gives_no_namespaces_asking_for_them_is_refused_and_the_step_is_named() -> None:
    assert told("namespace") == f"namespace: {REFUSED_STEP}"


@EVERYWHERE
def test_a_program_that_lies_directly_in_tmp_is_kept_there(isolation: Isolation) -> None:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="program-", dir="/tmp") as file:
        file.write("import sys; sys.stdout.write('2.1.268 (Claude Code)')")
        file.flush()
        argv = (sys.executable, "-I", "-S", file.name)
        running = started(order(replace(program("told.py"), argv=argv), {"isolation": isolation}))
        found = finished(running)

    assert (running.version, found.stdout) == ("2.1.268", "2.1.268 (Claude Code)")
