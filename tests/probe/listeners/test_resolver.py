import asyncio
import socket

from probe.listeners.name_query import refusal_of
from probe.listeners.resolver import resolver
from tests.probe.listeners.test_name_query import NAME, query


async def test_queries_are_refused_and_different_names_counted() -> None:
    sock = socket.socket(type=socket.SOCK_DGRAM)
    sock.bind(("127.0.0.1", 0))
    client = socket.socket(type=socket.SOCK_DGRAM)
    client.settimeout(0)
    client.connect(sock.getsockname())
    loop = asyncio.get_running_loop()
    answers = []
    with client:
        async with asyncio.timeout(5), resolver(sock) as lookups:
            before = lookups.refused_names
            await loop.sock_sendall(client, b"made-up")
            for name in (NAME, NAME.upper(), b"\x05other\x00"):
                await loop.sock_sendall(client, query(name))
                answers.append(await loop.sock_recv(client, 512))

    expected = [refusal_of(query(name)) for name in (NAME, NAME.upper(), b"\x05other\x00")]
    assert (before, lookups.refused_names) == (0, 2)
    assert answers == [refusal.packet for refusal in expected if refusal is not None]
    assert sock.fileno() == -1


async def test_a_client_that_is_gone_harms_nobody() -> None:
    """The kernel reports the port that nobody listens on to who sent there."""
    sock = socket.socket(type=socket.SOCK_DGRAM)
    sock.bind(("127.0.0.1", 0))
    address = sock.getsockname()
    async with asyncio.timeout(5), resolver(sock) as lookups:
        for number in range(5):
            with socket.socket(type=socket.SOCK_DGRAM) as gone:
                gone.sendto(query(b"\x01%d\x00" % number), address)
        with socket.socket(type=socket.SOCK_DGRAM) as client:
            client.settimeout(0)
            client.connect(address)
            client.send(query(NAME))
            await asyncio.get_running_loop().sock_recv(client, 512)

    assert lookups.refused_names == 6
