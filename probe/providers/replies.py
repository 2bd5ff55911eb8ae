"""What a provider answers, as values. The listeners carry them out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from captures.words import JsonValue, Role, Transport


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpReply:
    """A whole HTTP response. `chunks` are written one by one; `is_completion` says that it is a whole model turn."""

    status: int
    content_type: str
    chunks: tuple[bytes, ...]
    is_completion: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """Text frames for the WebSocket that the message came over; it stays open. No texts: the message gets no answer."""

    texts: tuple[str, ...] = ()
    is_completion: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradeAccepted:
    """Answer an upgrade with 101."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionClosed:
    """End the connection (a WebSocket with a close frame, HTTP without a response)."""


ReplyMode = Literal["accept", "refuse", "close", "status"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyPolicy:
    """How model requests are answered: `--reply`. `status` is the HTTP status of `refuse` (400) and of `status:N`."""

    mode: ReplyMode
    status: int = 400
    accepts_websocket: bool = True  # False: upgrades are answered 426 (`--set transport=http`)


class Provider(Protocol):
    """One dialect. Pure: the same arguments give the same values. No reply holds anything that the client sent."""

    def role_of(self, *, transport: Transport, method: str, path: str, body: JsonValue) -> Role:
        """Say what a request is for. Upgrades are not asked about. A body that could not be read is None."""
        ...

    def reply_to_request(self, role: Role, method: str, *, path: str, body: JsonValue) -> HttpReply | ConnectionClosed:
        """Answer an HTTP request."""
        ...

    def reply_to_upgrade(self, path: str) -> HttpReply | UpgradeAccepted:
        """Answer an HTTP request that asks for a WebSocket."""
        ...

    def reply_to_message(self, role: Role, body: JsonValue) -> Frames | ConnectionClosed:
        """Answer a message of a WebSocket that was accepted."""
        ...


ProviderFactory = Callable[[ReplyPolicy, str], Provider]
"""From the policy and the prompt marker."""
