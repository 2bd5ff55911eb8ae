from fake_mcp.catalog import LOOKUP
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scenario import Scenario


def test_the_first_request_is_asked_for_with_one_tool_and_a_task_that_needs_none() -> None:
    expected = Scenario(
        name="first-request",
        catalog=LOOKUP,
        task="Answer with the word OK and nothing else. Use no tool.",
        says="how the synthetic tool is shown in the first model request",
    )

    assert expected == FIRST_REQUEST
