from dataclasses import replace

import pytest

from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scripted import NoScriptError, scripted_calls
from probe.scenarios.tool_call import SCRIPTS, TOOL_CALL
from tests.probe.scenarios.occasions import MARKER, occasion


def test_a_scenario_without_a_script_leaves_the_model_to_say_ok() -> None:
    assert scripted_calls(FIRST_REQUEST, "anthropic-messages", occasion=occasion("2.1.268")) is None


@pytest.mark.parametrize("dialect", ["anthropic-messages", "openai-responses"])
def test_the_script_is_that_of_the_dialect_and_made_for_the_occasion(dialect: str) -> None:
    made_for = occasion("2.1.332")

    assert scripted_calls(TOOL_CALL, dialect, occasion=made_for) == SCRIPTS[dialect](made_for)


def test_a_dialect_that_has_no_script_is_refused_with_those_that_have() -> None:
    with pytest.raises(NoScriptError) as refused:
        scripted_calls(replace(TOOL_CALL, name="some"), "chat-completions", occasion=occasion("1.0"))

    assert (str(refused.value), refused.value.exit_code) == (
        "the scenario some has scripts for anthropic-messages, openai-responses only; leave the others out",
        2,
    )


def test_an_occasion_does_not_show_its_marker() -> None:
    assert MARKER not in repr(occasion("2.1.268"))
