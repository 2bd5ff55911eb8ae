"""What a scenario is: what the synthetic server offers, what the client is told to do, and where its script is.

It imports no script: a scenario without one is all that is needed before the client starts, and imports are time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fake_mcp.catalog import Catalog
from probe.clients.settings import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One question put to a client."""

    name: str
    catalog: Catalog
    task: str  # what the prompt asks for; the run's random marker is added to it
    says: str  # one line for the help

    script_module: str | None = None
    """The full name of a module whose `SCRIPTS` say, by dialect, what the model says (`probe.scenarios.scripted`).

    None: the model says OK.
    """

    settings: Mapping[str, Setting] = field(default_factory=dict)
    """What `--set` takes beside the settings of the client."""

    grants_tool: bool = False
    """The client is told, by a switch of its own, that the model may call the synthetic tools."""

    has_subagent: bool = False
    """The script starts a sub-agent."""

    tool_timeout_seconds: int | None = None
    """What the client gives a call of a synthetic tool. None: the client's own."""

    default_deadline_seconds: float = 60.0

    @property
    def granted_tools(self) -> tuple[str, ...]:
        """The names of the tools that the model may call unasked: none, or all that are offered at any time."""
        if not self.grants_tool:
            return ()
        offered = (self.catalog.tools, *(change.tools for change in self.catalog.changes))
        names = (tool.get("name") for tools in offered for tool in tools)
        return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))

    def prompt(self, marker: str) -> str:
        """The prompt of one run."""
        return f"{self.task} ({marker})"
