"""What a provider answers, as values. The listeners carry them out."""

from dataclasses import dataclass
from typing import Literal, Protocol

from captures.words import JsonValue, Role, Transport
from probe.providers.policy import ReplyPolicy
from probe.scripts.player import Player

Then = Literal["end", "close", "stall"]
"""What follows the last chunk or frame. `end`: the reply is whole. `close`: the connection ends, HTTP in the middle of
the body, a WebSocket with a close frame. `stall`: nothing more, until the client or the listener ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpReply:
    """An HTTP response. `chunks` are written one by one; `is_completion` says that it is a whole model turn."""

    status: int
    content_type: str
    chunks: tuple[bytes, ...]
    is_completion: bool = False
    then: Then = "end"


@dataclass(frozen=True, slots=True)
class Fragments:
    """One text message in several frames (RFC 6455, 5.4), which may cut a character in two."""

    parts: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """Text messages for the WebSocket that the message came over, which stays open but for `then`.

    No texts: the message gets no answer.
    """

    texts: tuple[str | Fragments, ...] = ()
    is_completion: bool = False
    then: Then = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradeAccepted:
    """Answer an upgrade with 101."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionClosed:
    """End the connection (a WebSocket with a close frame, HTTP without a response)."""


class Provider(Protocol):
    """One dialect. Does no I/O, and no reply holds anything that the client sent.

    The same arguments give the same values, unless it has a player: then model requests use up the turns of a script.
    `header_names` are those of the request, or of the upgrade that opened the WebSocket.
    """

    def role_of(self, *, transport: Transport, method: str, path: str, body: JsonValue) -> Role:
        """Say what a request is for. Upgrades are not asked about. A body that could not be read is None."""
        ...

    def reply_to_request(
        self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...]
    ) -> HttpReply | ConnectionClosed:
        """Answer an HTTP request."""
        ...

    def reply_to_upgrade(self, path: str) -> HttpReply | UpgradeAccepted:
        """Answer an HTTP request that asks for a WebSocket."""
        ...

    def reply_to_message(
        self, role: Role, body: JsonValue, *, header_names: tuple[str, ...]
    ) -> Frames | ConnectionClosed:
        """Answer a message of a WebSocket that was accepted."""
        ...


class ProviderFactory(Protocol):
    """How a provider is made. With a player and the policy `accept`, its script answers the model requests."""

    def __call__(self, policy: ReplyPolicy, prompt_marker: str, *, player: Player | None = None) -> Provider:
        """Make one."""
        ...
