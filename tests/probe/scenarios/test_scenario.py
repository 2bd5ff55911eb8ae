from fake_mcp.catalog import LOOKUP
from fake_mcp.catalogs import CHANGING
from probe.scenarios.scenario import Scenario


def test_the_prompt_of_a_run_is_the_task_with_the_marker_of_the_run() -> None:
    scenario = Scenario(name="some", catalog=LOOKUP, task="Say OK.", says="what is asked")

    assert scenario.prompt("0f") == "Say OK. (0f)"


def test_a_scenario_has_no_script_and_grants_nothing_where_it_does_not_say_so() -> None:
    found = Scenario(name="some", catalog=LOOKUP, task="Say OK.", says="what is asked")

    assert found == Scenario(
        name="some",
        catalog=LOOKUP,
        task="Say OK.",
        says="what is asked",
        script_module=None,
        settings={},
        grants_tool=False,
        has_subagent=False,
        tool_timeout_seconds=None,
        default_deadline_seconds=60.0,
    )


def test_what_is_granted_is_every_tool_that_is_offered_at_any_time() -> None:
    changing = Scenario(name="some", catalog=CHANGING, task="Say OK.", says="what is asked", grants_tool=True)
    asking = Scenario(name="some", catalog=CHANGING, task="Say OK.", says="what is asked")

    assert (changing.granted_tools, asking.granted_tools) == (
        ("lookup", "kept", "removed_later", "changed_later", "added_later"),
        (),
    )
