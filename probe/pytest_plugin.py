"""The pytest plugin: the fixtures `fake_provider`, `synthetic_mcp` and `shape_capture` (docs/pytest.md).

It is loaded in every pytest run of whoever has installed shape-probe. So it imports nothing but pytest until a test
asks for a fixture, uses no fixture by itself, and has no hooks and no options.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest


@pytest.fixture
def fake_provider() -> Iterator[Callable[..., Any]]:
    """Start fake model providers on loopback: `fake_provider(dialect, script=…)`.

    A test whose script does not play whole fails. The type is `probe.testing.provider.FakeProviders`.
    """
    from probe.testing.provider import FakeProvider, fake_provider_served  # noqa: PLC0415 - aiohttp, pydantic

    judged: list[FakeProvider] = []
    with ExitStack() as stack:

        def start(dialect: str | None = None, *, may_differ: bool = False, **options: Any) -> FakeProvider:  # noqa: ANN401 - those of `fake_provider_served`
            provider = stack.enter_context(fake_provider_served(dialect, **options))
            if not may_differ:
                judged.append(provider)
            return provider

        yield start
    rests = [provider.rest for provider in judged if provider.rest is not None]
    if rests:
        pytest.fail("the script was not played whole: " + "; ".join(rests), pytrace=False)


@pytest.fixture
def synthetic_mcp() -> Iterator[Callable[..., Any]]:
    """Start synthetic MCP servers in this process: `synthetic_mcp(catalog)`.

    The type is `probe.testing.synthetic_mcp.SyntheticMcps`.
    """
    from probe.testing.synthetic_mcp import synthetic_mcp_served  # noqa: PLC0415 - asyncio and more

    with ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(synthetic_mcp_served(*arguments, **options))


@pytest.fixture(scope="session")
def shape_capture() -> Callable[..., Any]:
    """Run a released client and give its capture: `shape_capture("claude@2.1.268", reply="refuse")`.

    The type is `probe.testing.shapes.ShapeCapture`.
    """
    from probe.testing.shapes import shape_capture_of  # noqa: PLC0415 - aiohttp, pydantic

    return shape_capture_of
