"""How is one tool shown in the first model request?"""

from typing import Final

from fake_mcp.catalog import LOOKUP
from probe.scenarios.scenario import Scenario

FIRST_REQUEST: Final = Scenario(
    name="first-request",
    catalog=LOOKUP,
    task="Answer with the word OK and nothing else. Use no tool.",
    says="how the synthetic tool is shown in the first model request",
)
