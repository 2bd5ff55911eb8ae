"""The second half of `shape-probe run`: observe what has been started, then write and show what came of it.

Imported once the clients boot, as it brings asyncio, aiohttp and pydantic along.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.cli.observing import observations_of
from probe.start import Order, Running


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How the user wants it: where the file goes (None: stdout), and what is shown meanwhile."""

    target: Path | None
    as_json: bool
    deadline_seconds: float
    is_verbose: bool


def finished(first: Sequence[Running], rest: Sequence[Order], wishes: Wishes) -> int:
    """Observe the runs, write the shapes file, print the result; gives the exit code.

    Raises:
        ProbeError: A run could not be made, the leak guard refused, the file could not be written.
    """
    observations = observations_of(
        first,
        rest,
        deadline_seconds=wishes.deadline_seconds,
        is_verbose=wishes.is_verbose,
        next_module="probe.cli.publish",
    )
    from probe.cli.publish import published

    return published(observations, target=wishes.target, as_json=wishes.as_json)
