"""From releases and axes to cells: every combination, each once, in an order that depends on nothing else. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from probe.campaigns.axes import Axes, check_use, narrowed, taken
from probe.campaigns.cells import Cell
from probe.clients.client import Client
from probe.clients.settings import checked
from probe.scenarios.scenario import Scenario
from probe.scenarios.table import scenario_named

Releases = Mapping[str, Sequence[str]]
"""The versions of each client, by its name, in the order in which they are to be looked at."""


def planned(releases: Releases, axes: Axes, clients: Mapping[str, Client]) -> tuple[Cell, ...]:
    """All cells: by client and version as given, then by scenario, reply and settings in the order of `axes`.

    Raises:
        SetupError: Something in `axes` is taken by none of the clients, or a scenario needs a setting that is missing.
    """
    scenarios = [scenario_named(name) for name in axes.scenarios]
    check_use(axes, [clients[name] for name in releases], scenarios)
    cells = (
        Cell(client=name, version=version, scenario=scenario.name, reply=reply, settings=settings)
        for name, versions in releases.items()
        for version in versions
        for scenario in scenarios
        for reply, settings in _conditions(axes, clients[name], scenario)
    )
    return tuple(dict.fromkeys(cells))


def _conditions(axes: Axes, client: Client, scenario: Scenario) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    kept = narrowed(axes, client, scenario)
    if kept is None:
        return
    keys = [key for key, _ in kept.settings]
    for reply in kept.replies or ("accept",):
        for values in product(*(values for _, values in kept.settings)):
            pairs = {key: value for key, value in zip(keys, values, strict=True) if value}
            settings = checked(pairs, taken(client, scenario), client=client.name)
            yield reply, tuple(sorted(settings.items()))
