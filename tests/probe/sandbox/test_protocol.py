import select
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from probe.sandbox.protocol import Receiver, send
from tests.support.roll import WAIT_SECONDS

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    near, far = socket.socketpair()
    with near, far:
        near.settimeout(WAIT_SECONDS)
        far.settimeout(WAIT_SECONDS)
        yield near, far


def test_a_message_arrives_as_it_was_sent(pair: Pair) -> None:
    near, far = pair
    message: dict[str, Any] = {"launch": {"argv": ["a\nb", "ä"], "env": {}, "n": None}}
    send(near, message)

    assert Receiver(far).receive() == message


def test_a_message_that_comes_in_pieces_is_put_together(pair: Pair) -> None:
    near, far = pair
    data = b'\0\0\0\x0f{"started": {}}'
    with ThreadPoolExecutor() as other:
        received = other.submit(Receiver(far).receive)
        for at in range(len(data)):
            near.sendall(data[at : at + 1])

        assert received.result(WAIT_SECONDS) == {"started": {}}


@pytest.mark.parametrize("torn", [b"", b"\0", b"\0\0\0\x0f", b'\0\0\0\x0f{"star'])
def test_messages_that_come_together_are_kept_apart_and_a_torn_one_is_the_end(pair: Pair, torn: bytes) -> None:
    near, far = pair
    send(near, {"one": 1})
    send(near, {"two": 2})
    near.sendall(torn)
    near.close()
    receiver = Receiver(far)

    assert [receiver.receive() for _ in range(3)] == [{"one": 1}, {"two": 2}, None]


def test_a_message_that_has_come_already_keeps_the_channel_readable(pair: Pair) -> None:
    """Else a client that ends at once would be waited for until its deadline."""
    near, far = pair
    send(near, {"started": {}})
    send(near, {"ended": {}})
    message = Receiver(far).receive()

    assert (message, select.select([far], [], [], 0)[0]) == ({"started": {}}, [far])


def test_sockets_are_handed_over_in_order_and_still_listen(pair: Pair) -> None:
    near, far = pair
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
    addresses = [each.getsockname() for each in listening]
    send(near, {"opened": {}}, tuple(listening))
    for each in listening:
        each.close()
    receiver = Receiver(far)
    message = receiver.receive()
    found = [each.getsockname() for each in receiver.sockets]
    with socket.create_connection(addresses[1], WAIT_SECONDS):
        receiver.sockets[1].settimeout(WAIT_SECONDS)
        receiver.sockets[1].accept()[0].close()
    for each in receiver.sockets:
        each.close()

    assert (message, found) == ({"opened": {}}, addresses)


def test_a_message_with_sockets_may_be_larger_than_what_the_kernel_takes_at_once(pair: Pair) -> None:
    near, far = pair
    message = {"text": "x" * (1 << 20)}
    receiver = Receiver(far)
    with ThreadPoolExecutor() as other:
        received = other.submit(receiver.receive)
        send(near, message, (near,))

        assert received.result(WAIT_SECONDS) == message
    assert len(receiver.sockets) == 1
    receiver.sockets[0].close()


def test_the_other_side_is_gone(pair: Pair) -> None:
    near, far = pair
    far.close()

    assert Receiver(near).receive() is None
    with pytest.raises(BrokenPipeError):
        send(near, {"end": {}})
    with pytest.raises(BrokenPipeError):
        send(near, {"end": {}}, (near,))


def test_the_other_side_is_gone_and_had_not_read_everything(pair: Pair) -> None:
    """The kernel tells that apart: connection reset, not the end."""
    near, far = pair
    send(near, {"end": {}})
    far.close()

    assert Receiver(near).receive() is None
