"""What a scenario is: what the synthetic server offers, and what the client is told to do."""

from dataclasses import dataclass

from fake_mcp.catalog import Catalog


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One question put to a client."""

    name: str
    catalog: Catalog
    task: str  # what the prompt asks for; the run's random marker is added to it
    says: str  # one line for the help

    def prompt(self, marker: str) -> str:
        """The prompt of one run."""
        return f"{self.task} ({marker})"
