import asyncio

import pytest
from websockets.frames import Frame, Opcode

from probe.listeners.fragments import frames_of, write_fragments
from probe.providers.replies import Fragments


class Transport(asyncio.WriteTransport):
    """Keeps what is written to it."""

    def __init__(self, *, is_closing: bool = False) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self._is_closing = is_closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self._is_closing


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_frames_are_those_of_another_implementation(length: int) -> None:
    """`websockets` is the judge."""
    first, second, third = b"\xc3", b"\xa9", b"x" * length

    assert frames_of(Fragments((first, second, third))) == (
        Frame(Opcode.TEXT, first, fin=False).serialize(mask=False),
        Frame(Opcode.CONT, second, fin=False).serialize(mask=False),
        Frame(Opcode.CONT, third, fin=True).serialize(mask=False),
    )


def test_a_message_in_one_fragment_is_whole() -> None:
    assert frames_of(Fragments((b"x",))) == (Frame(Opcode.TEXT, b"x").serialize(mask=False),)


def test_each_frame_is_written_by_itself() -> None:
    transport = Transport()
    message = Fragments((b"a", b"b"))

    write_fragments(transport, message)

    assert transport.written == list(frames_of(message))


@pytest.mark.parametrize("transport", [None, Transport(is_closing=True)])
def test_nothing_is_written_to_a_client_that_is_gone(transport: Transport | None) -> None:
    with pytest.raises(ConnectionError):
        write_fragments(transport, Fragments((b"a",)))

    assert transport is None or transport.written == []
