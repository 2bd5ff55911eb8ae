import asyncio
import socket

import aiohttp
import pytest

from probe.providers.by_path import ready_provider
from probe.providers.policy import ReplyPolicy
from probe.providers.replies import Provider
from probe.serving import PortError, serve_until_interrupted, serving
from sanitize.summaries import RequestSummary


def provider() -> Provider:
    return ready_provider(None, None, policy=ReplyPolicy(mode="accept"), prompt_marker="").provider


def unheard(_summary: RequestSummary) -> None:
    """For what nobody is to ask."""
    raise AssertionError


async def test_a_provider_is_served_on_loopback_and_each_request_is_told_before_it_is_answered() -> None:
    told: list[RequestSummary] = []
    body = {"messages": ["made up"], "tools": [{"name": "mcp__shape_probe_paged__first_page"}, {"name": "a__b"}]}

    async with (
        asyncio.timeout(5),
        serving(provider(), on_request=told.append, known_names=("a__b",)) as url,
        aiohttp.ClientSession() as client,
        client.post(f"{url}/v1/messages", json=body) as answer,
    ):
        seen = [(request.role, request.tools) for request in told]
        assert (url.rpartition(":")[0], answer.status) == ("http://127.0.0.1", 200)
    assert seen == [("model", ("mcp__shape_probe_paged__first_page", "a__b"))]


async def test_a_port_can_be_chosen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async with serving(provider(), on_request=unheard, port=port) as url:
        assert url == f"http://127.0.0.1:{port}"


async def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortError) as raised:
            await serving(provider(), on_request=unheard, port=port).__aenter__()

    assert str(raised.value) == f"port {port} is taken; name another, or none, and a free one is found"


def test_any_other_refusal_is_said_in_the_words_of_the_system() -> None:
    assert str(PortError(80, 13)) == (
        "port 80 cannot be had (Permission denied); name another, or none, and a free one is found"
    )


def test_what_an_observer_raises_ends_the_serving() -> None:
    def gone(_url: str) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        serve_until_interrupted(provider(), port=0, on_url=gone, on_request=unheard)


def test_an_interrupt_ends_the_serving_and_goes_no_further() -> None:
    urls: list[str] = []

    def interrupt(url: str) -> None:
        urls.append(url)
        raise KeyboardInterrupt

    serve_until_interrupted(provider(), port=0, on_url=interrupt, on_request=unheard)

    assert [url.rpartition(":")[0] for url in urls] == ["http://127.0.0.1"]
