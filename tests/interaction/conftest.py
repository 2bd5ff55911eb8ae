"""A stage for each test."""

from collections.abc import Iterator

import pytest

from tests.support.isolations import ISOLATIONS
from tests.support.stage import Stage, opened_stage

# Namespaces, and `unshare` to make a machine that refuses them, are Linux's.
collect_ignore = [] if "namespace" in ISOLATIONS else ["test_run_on_linux.py"]


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found
