"""A script is made for a run and checked, and at its end everything that was not as planned is known."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from probe.clients.codex import Codex
from probe.playing import play_of, scripted_run
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import Occasion
from probe.scenarios.stream_fault import STREAM_FAULT
from probe.scenarios.tool_call import SCRIPTS, TOOL_CALL
from probe.scripts.player import RequestFacts
from probe.scripts.rules import ScriptError
from probe.start import Running, started
from sanitize.events import ScriptEnded
from tests.support.stage import Stage, opened_stage
from tests.support.steps import STAY

ANY = RequestFacts(header_names=(), answered=frozenset(), body=None)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


@pytest.fixture
def running(stage: Stage) -> Iterator[Running]:
    """A client that was started, and does nothing."""
    found = started(stage.released("claude", STAY).order(isolation="environment"))
    yield found
    found.sandbox.close()


def asked(running: Running, scenario: Scenario, **settings: str) -> Running:
    order = replace(running.order, scenario=scenario, settings=settings)
    return replace(running, order=order)


def test_a_scenario_without_a_script_has_no_play(running: Running) -> None:
    assert (play_of(asked(running, FIRST_REQUEST)), scripted_run(asked(running, FIRST_REQUEST))) == (None, None)


def test_a_script_is_made_for_the_run(running: Running) -> None:
    occasion = Occasion(version="2.1.268", alias="shape_probe", settings={"tool-search": "true"}, marker=running.marker)

    assert scripted_run(asked(running, TOOL_CALL, **{"tool-search": "true"})) == SCRIPTS["anthropic-messages"](occasion)


def test_at_the_end_it_is_known_what_was_not_planned(running: Running) -> None:
    play = play_of(asked(running, TOOL_CALL))
    assert play is not None

    taken = [play.player.turn_for(ANY) for _ in range(2)]

    assert [turn and turn.name for turn in taken] == ["shown-name", None]
    assert play.ended(7) == ScriptEnded(at_ns=7, unscripted_requests=1, unused_turns=("raw-name", "other-case", "done"))


def test_a_turn_that_is_optional_was_not_planned_for_certain(running: Running) -> None:
    play = play_of(asked(running, STREAM_FAULT, fault="crlf"))
    assert play is not None
    play.player.turn_for(ANY)

    assert play.ended(7) == ScriptEnded(at_ns=7, unscripted_requests=0, unused_turns=())


SCENARIO_WITH_A_FOREIGN_SCRIPT = replace(TOOL_CALL, script_module="tests.probe.foreign_script")


def test_a_script_that_cannot_be_played_to_the_client_is_refused(running: Running) -> None:
    program = replace(running.order.program, client=Codex())
    order = replace(running.order, program=program, scenario=SCENARIO_WITH_A_FOREIGN_SCRIPT)

    with pytest.raises(ScriptError, match=r"is no call of OpenAI Responses"):
        play_of(replace(running, order=order))
