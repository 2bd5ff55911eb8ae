"""Runs are made to their end, and signals do afterwards what they did before."""

import signal
import sys
from collections.abc import Iterator

import pytest

from probe.cli.observing import observations_of
from probe.start import started
from tests.support.stage import WAIT_SECONDS, Stage, opened_stage
from tests.support.steps import LIST, ask


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def test_all_runs_are_observed_and_signals_do_what_they_did(stage: Stage) -> None:
    first, *rest = (stage.released("claude", LIST, ask(), version=version).order() for version in ("2.1.2", "2.1.1"))
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]

    found = observations_of(
        [started(first)], rest, deadline_seconds=WAIT_SECONDS, is_verbose=False, next_module="probe.shapes"
    )

    assert [each.running.version for each in found] == ["2.1.2", "2.1.1"]
    assert [signal.getsignal(number) for number in numbers] == before
    assert "probe.shapes" in sys.modules
