"""Observes one started client to its end: serves the fakes and records what they see.

The MCP side is served at once. What needs aiohttp and pydantic is imported on a thread meanwhile: the kernel's
backlog holds the client's first connection.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from time import monotonic_ns
from typing import Final

from captures.words import Isolation
from probe.listeners.mcp_listener import mcp_listener
from probe.listeners.refuser import refuser
from probe.listeners.resolver import resolver
from probe.log import event_notes
from probe.recording import Recording
from probe.reply import reply_policy
from probe.sandbox.sandbox import GRACE_SECONDS, Sandbox
from probe.start import Running
from sanitize.events import ClientEnded

_STDOUT_BYTES: Final = 8 << 20
"""What is kept of a client's output, in memory, to learn whether it reports a completed turn."""

_DRAIN_SECONDS: Final = 1.0
"""How long the rest of a client's output is waited for once it has ended."""

_IMPORTING: Final = Lock()
"""One thread at a time changes the environment for an import."""

_AUTHORITIES: Final = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Where OpenSSL looks for certificate authorities."""

BODY_CAP: Final = 64 << 20
"""Bytes of a request body; more is a result, not a crash."""

_QUIET_TURNS: Final = 100
"""Turns of the event loop without anything new, after which what the client sent has been taken in. A turn reads up to
256 KiB from each connection (Python 3.11 to 3.14)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a run gave: its events, still raw."""

    running: Running
    recording: Recording


async def observed(
    running: Running,
    *,
    deadline_seconds: float,
    is_verbose: bool = False,
    on_serving: Callable[[], None] | None = None,
    body_cap: int = BODY_CAP,
) -> Observation:
    """Serve a client until it ends, or until the deadline, counted from its start. The sandbox is closed on every path.

    Raises:
        ExceptionGroup: Of a WardenLostError, where somebody killed the process that guards the client; or of a failure
            of our own.
        SetupError: The scenario has no script for this client, or one that cannot be played.
    """
    note = event_notes(f"{running.order.program.client.name} {running.version}") if is_verbose else None
    recording = Recording(observer=note)
    try:
        async with _fakes(running, recording, body_cap) as refused:
            if on_serving is not None:
                on_serving()
            await _followed(running, recording, deadline_seconds, refused)
    finally:
        await asyncio.to_thread(running.sandbox.close)
    return Observation(running=running, recording=recording)


@contextlib.asynccontextmanager
async def _fakes(
    running: Running, recording: Recording, body_cap: int
) -> AsyncGenerator[Callable[[], tuple[int, int]]]:
    """Serve everything; gives a function that counts refused look-ups and refused connections so far."""
    sandbox, order = running.sandbox, running.order
    provider_socket, mcp_socket, third_socket = sandbox.sockets
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(mcp_listener(mcp_socket, catalog=order.scenario.catalog, recording=recording))
        refused = await stack.enter_async_context(_refusing(sandbox.isolation, third_socket))
        await asyncio.to_thread(_import_heavy)
        from probe.listeners.http_listener import http_listener
        from probe.playing import play_of
        from probe.providers.table import PROVIDERS

        play = play_of(running)
        player = None if play is None else play.player
        policy = reply_policy(order.reply, accepts_websocket=order.settings.get("transport") != "http")
        provider = PROVIDERS[order.program.client.dialect](policy, running.marker, player=player)
        await stack.enter_async_context(
            http_listener(provider_socket, provider, recording=recording, body_cap_bytes=body_cap)
        )
        yield refused
        if play is not None:
            recording.append(play.ended(recording.now_ns()))


@contextlib.asynccontextmanager
async def _refusing(isolation: Isolation, sock: socket.socket) -> AsyncGenerator[Callable[[], tuple[int, int]]]:
    """Refuse and count what would leave loopback: look-ups in a jail, connections to the proxy port outside."""
    if isolation == "namespace":
        async with resolver(sock) as names:
            yield lambda: (names.refused_names, 0)
    else:
        async with refuser(sock) as connections:
            yield lambda: (0, connections.refused_connections)


def _import_heavy() -> None:
    """Import the HTTP side, with no certificate authorities.

    aiohttp makes a context for TLS clients when it is imported, and fills it with every authority of the machine: half
    of the time of its import, for connections that we never make.
    """
    with _IMPORTING:
        before = {name: os.environ.get(name) for name in _AUTHORITIES}
        os.environ.update(dict.fromkeys(_AUTHORITIES, os.devnull))
        try:
            import_module("probe.listeners.http_listener")
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
    import_module("probe.playing")


async def _followed(
    running: Running, recording: Recording, deadline_seconds: float, refused: Callable[[], tuple[int, int]]
) -> None:
    """Wait for the client's end, and record it."""
    sandbox = running.sandbox
    output = bytearray()
    async with asyncio.TaskGroup() as tasks:
        drains = (
            tasks.create_task(_drained(sandbox.stdout, output, most_bytes=_STDOUT_BYTES), name="client-stdout"),
            tasks.create_task(_drained(sandbox.stderr, bytearray(), most_bytes=0), name="client-stderr"),
        )
        try:
            async with asyncio.timeout(deadline_seconds - (monotonic_ns() - running.started_ns) / 1e9):
                await _readable(sandbox.channel.fileno())
            is_cut = False
        except TimeoutError:
            is_cut = True
            sandbox.cut_short()
            await _answered(sandbox)
        ended = sandbox.ended()
        await _taken_in(recording, refused)
        await asyncio.wait(drains, timeout=_DRAIN_SECONDS)
        for drain in drains:  # what outlived the client may hold its pipes for ever
            drain.cancel()
    lookups, connections = refused()
    recording.append(
        ClientEnded(
            at_ns=recording.now_ns(),
            exit_code=None if is_cut else ended.exit_code,
            said_completed=running.order.program.client.said_completed(bytes(output)),
            refused_lookups=lookups,
            refused_connections=connections + ended.unroutable,
        )
    )


async def _answered(sandbox: Sandbox) -> None:
    """Wait for the warden's word, but not for ever: without it, the warden is killed, and `ended` says so."""
    try:
        async with asyncio.timeout(GRACE_SECONDS):
            await _readable(sandbox.channel.fileno())
    except TimeoutError:
        sandbox.abandon()


async def _taken_in(recording: Recording, refused: Callable[[], tuple[int, int]]) -> None:
    """Let the listeners take in what the client sent before it ended: it may still lie in the kernel's buffers."""
    before: tuple[int, tuple[int, int]] | None = None
    quiet_turns = 0
    while quiet_turns < _QUIET_TURNS:
        now = (len(recording.events), refused())
        quiet_turns = quiet_turns + 1 if now == before else 0
        before = now
        await asyncio.sleep(0)


async def _readable(descriptor: int) -> None:
    """Wait until a descriptor can be read."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(descriptor)


async def _drained(descriptor: int, kept: bytearray, *, most_bytes: int) -> None:
    """Read a pipe to its end, and keep the beginning."""
    os.set_blocking(descriptor, False)
    while True:
        await _readable(descriptor)
        with contextlib.suppress(BlockingIOError):
            data = os.read(descriptor, 65536)
            if not data:
                return
            kept += data[: max(0, most_bytes - len(kept))]
