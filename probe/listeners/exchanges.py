"""The bookkeeping that HTTP requests and WebSocket messages share: what becomes an event, and when. Does no I/O."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from captures.words import JsonValue, Role, Transport
from probe.listeners.decoding import Body
from probe.providers.replies import HttpReply, Provider
from probe.providers.wire import json_reply
from probe.recording import Recording
from sanitize.events import Fault, ReplySent, RequestSeen
from sanitize.roles import is_model_path

_FAULT_STATUS: Final[dict[Fault, int]] = {"body-over-cap": 413, "undecodable-body": 400, "body-not-json": 400}


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A request without its body. Header values are not in it."""

    transport: Transport
    method: str
    path: str
    header_names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request that has been recorded, as the provider sees it. `fault`: it was not understood, and is refused."""

    role: Role
    body: JsonValue = field(repr=False)
    fault: Fault | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What all connections of one listener share."""

    provider: Provider
    recording: Recording
    cap_bytes: int
    ending: asyncio.Event = field(default_factory=asyncio.Event)  # set when the listener is about to end

    def note_request(self, head: Head, body: Body) -> Asked:
        """Record a request or a message that has just been read to its end.

        Only where model requests go is it a fault not to be JSON: a token refresh is a form, telemetry is protobuf.
        """
        role = self.provider.role_of(transport=head.transport, method=head.method, path=head.path, body=body.value)
        must_be_json = is_model_path(head.method, head.path, head.transport)
        fault = None if body.fault == "body-not-json" and not must_be_json else body.fault
        self._append_request(head, Asked(role=role, body=body.value, fault=fault))
        return Asked(role=role, body=body.value, fault=fault)

    def note_upgrade(self, head: Head) -> None:
        """Record a request that asks for a WebSocket."""
        self._append_request(head, Asked(role="upgrade", body=None, fault=None))

    def note_reply(self, role: Role, *, is_completion: bool = False) -> None:
        """Record that an answer has just been sent: a response, frames, none of them, or the end of the connection."""
        self.recording.append(ReplySent(at_ns=self.recording.now_ns(), role=role, is_completion=is_completion))

    def _append_request(self, head: Head, asked: Asked) -> None:
        self.recording.append(
            RequestSeen(
                at_ns=self.recording.now_ns(),
                role=asked.role,
                transport=head.transport,
                method=head.method,
                path=head.path,
                header_names=head.header_names,
                body=asked.body,
                fault=asked.fault,
            )
        )


def header_names_of(raw_headers: Iterable[tuple[bytes, bytes]]) -> tuple[str, ...]:
    """The names, as sent and in order. The values are left where they are."""
    return tuple(name.decode("latin-1") for name, _ in raw_headers)


def refusal_of(fault: Fault) -> HttpReply:
    """An error that the clients of all our dialects can read."""
    status = _FAULT_STATUS[fault]
    kind = "request_too_large" if status == 413 else "invalid_request_error"
    message = f"The probe cannot read this request: {fault}."
    return json_reply({"type": "error", "error": {"type": kind, "message": message, "code": fault}}, status=status)
