"""From observations to a shapes file: one capture a question, and the fixture that they share. Writes nothing."""

from collections.abc import Sequence

from captures.model import Fixture, ShapesFile
from captures.words import SCHEMA_VERSION
from fake_mcp.catalog import Catalog
from probe.capture import captured, one_each, tools_of
from probe.observe import Observation


def shapes_file_of(observations: Sequence[Observation]) -> ShapesFile:
    """Draw a capture of each question. `observations` are at least one, and of scenarios with the same catalog."""
    return ShapesFile(
        schema_version=SCHEMA_VERSION,
        fixture=fixture_of(observations[0].running.order.scenario.catalog),
        captures=one_each(captured(observation) for observation in observations),
    )


def fixture_of(catalog: Catalog) -> Fixture:
    """What a shapes file says of a catalog."""
    tool, *more_tools = tools_of(catalog)
    return Fixture(alias=catalog.alias, tool=dict(tool), more_tools=tuple(map(dict, more_tools)))


def canaries_of(observations: Sequence[Observation]) -> list[str]:
    """The random words of all these runs, which may be in no file."""
    return [word for observation in observations for word in observation.running.canaries]
