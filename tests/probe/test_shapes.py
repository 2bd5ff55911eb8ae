"""Observations of several questions become one file, with the fixture that the synthetic server offered."""

import asyncio
from collections.abc import Iterator

import pytest

from captures.model import Fixture
from fake_mcp.catalog import LOOKUP
from probe.capture import captured
from probe.observe import Observation, observed
from probe.shapes import canaries_of, shapes_file_of
from probe.start import started
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import LIST, ask


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def observation(stage: Stage, version: str) -> Observation:
    order = stage.released("claude", LIST, ask(), version=version).order()
    return asyncio.run(observed(started(order), deadline_seconds=WAIT_SECONDS))


def test_there_is_one_capture_a_question(stage: Stage) -> None:
    one, two = observation(stage, "2.1.1"), observation(stage, "2.1.2")

    file = shapes_file_of([one, two, one])

    [tool] = LOOKUP.tools
    assert file.captures == (captured(one), captured(two))
    assert file.fixture == Fixture(alias=LOOKUP.alias, tool=dict(tool))
    assert canaries_of([one, two]) == [*one.running.canaries, *two.running.canaries]
