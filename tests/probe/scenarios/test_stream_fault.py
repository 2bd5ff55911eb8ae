from typing import get_args

import pytest

from probe.scenarios.stream_fault import FAULTS, STREAM_FAULT, claude_script, codex_script
from probe.scenarios.turns import CLAUDE, CODEX
from probe.scripts.script import Fault, Say
from tests.probe.scenarios.occasions import checked, occasion, turn


def test_every_fault_can_be_asked_for_and_one_has_to_be() -> None:
    setting = STREAM_FAULT.settings["fault"]

    assert (set(setting.choices), setting.is_required) == (set(get_args(Fault)), True)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_first_answer_is_faulty_and_every_other_is_ok(fault: Fault) -> None:
    for make, dialect, version in ((claude_script, CLAUDE, "2.1.332"), (codex_script, CODEX, "0.171.0")):
        scripted = checked(make(occasion(version, {"fault": fault})), dialect)

        faulty, done = turn(scripted, "faulty"), turn(scripted, "done")
        assert (faulty.fault, faulty.repeats, len(faulty.items)) == (fault, False, 2)
        assert (done.items, done.fault, done.repeats) == ((Say("OK"),), None, True)
        assert [asked.query for asked in scripted.calls] == ["route-call"]


def test_a_client_may_give_up() -> None:
    assert claude_script(occasion("2.1.332", {"fault": "stalled"})).optional_turns == {"done"}
