"""Serves a provider alone on loopback, and tells of each request in names. Starts no client and keeps nothing raw.

What is answered is decided by the provider, what is told by `sanitize.summaries`.
"""

import asyncio
import errno
import os
import socket
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from typing import Final

from fake_mcp.catalogs import CATALOGS
from probe.errors import SetupError
from probe.listeners.http_listener import http_listener
from probe.providers.replies import Provider
from probe.recording import Recording
from sanitize.events import Event, RequestSeen
from sanitize.planted import Planted
from sanitize.policy import Policy, policy_of
from sanitize.summaries import RequestSummary, request_summary

_HOST: Final = "127.0.0.1"


class PortError(SetupError):
    """A port that cannot be had."""

    def __init__(self, port: int, number: int | None) -> None:
        self.port = port
        reason = "is taken" if number == errno.EADDRINUSE else f"cannot be had ({os.strerror(number or 0)})"
        super().__init__(f"port {port} {reason}; name another, or none, and a free one is found")


@asynccontextmanager
async def serving(
    provider: Provider,
    *,
    on_request: Callable[[RequestSummary], None],
    port: int = 0,
    known_names: Collection[str] = (),
) -> AsyncGenerator[str]:
    """Serve `provider` for the length of the block; gives its base URL, without a path.

    Args:
        provider: Answers.
        on_request: Told of each request, and of each message of a WebSocket, before it is answered. It may not raise.
        port: 0: a free one.
        known_names: Tool names that are shown as they are.

    Raises:
        PortError: the port cannot be had.
        ExceptionGroup: failures of our own, when the block ends.
    """
    policy = _planted_by_catalogs()

    def tell(event: Event) -> None:
        if isinstance(event, RequestSeen):
            on_request(request_summary(event, policy, known_names=known_names))

    try:
        sock = socket.create_server((_HOST, port))
    except OSError as error:
        raise PortError(port, error.errno) from None
    url = f"http://{_HOST}:{sock.getsockname()[1]}"
    async with http_listener(sock, provider, recording=Recording(observer=tell, is_kept=False)):
        yield url


def serve_until_interrupted(
    provider: Provider, *, port: int, on_url: Callable[[str], None], on_request: Callable[[RequestSummary], None]
) -> None:
    """Serve `provider` until KeyboardInterrupt, which is the way to end this and goes no further.

    Args:
        provider: Answers.
        port: 0: a free one.
        on_url: Told the base URL once clients can connect.
        on_request: Told of each request, soon after it came. What it raises, and what `on_url` does, ends the serving.

    Raises:
        PortError: the port cannot be had.
        ExceptionGroup: failures of our own.
    """
    told: asyncio.Queue[RequestSummary] = asyncio.Queue()

    async def serve_on() -> None:
        async with serving(provider, on_request=told.put_nowait, port=port) as url:
            on_url(url)
            while True:
                on_request(await told.get())

    with suppress(KeyboardInterrupt):
        asyncio.run(serve_on())
    while not told.empty():
        on_request(told.get_nowait())


def _planted_by_catalogs() -> Policy:
    """What the synthetic server can offer, in any of its catalogs, before and after their changes."""
    policies = (
        policy_of(Planted(alias=catalog.alias, tools=tools, prompt_marker=""))
        for catalog in CATALOGS.values()
        for tools in (catalog.tools, *(change.tools for change in catalog.changes))
    )
    return Policy(tuple(dict.fromkeys(planted for policy in policies for planted in policy.planted)))
