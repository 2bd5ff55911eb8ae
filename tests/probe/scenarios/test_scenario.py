from fake_mcp.catalog import LOOKUP
from probe.scenarios.scenario import Scenario


def test_the_prompt_of_a_run_is_the_task_with_the_marker_of_the_run() -> None:
    scenario = Scenario(name="some", catalog=LOOKUP, task="Say OK.", says="what is asked")

    assert scenario.prompt("0f") == "Say OK. (0f)"
