"""What holds for every test: no property test is judged by the clock, structlog starts fresh."""

from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

settings.register_profile("patient", deadline=None)  # a busy machine is no failure
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def _fresh_structlog() -> Iterator[None]:
    yield
    structlog.reset_defaults()
