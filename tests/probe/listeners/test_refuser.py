import asyncio

from probe.listeners.refuser import refuser
from tests.probe.listeners.scripted import listening


async def test_connections_are_closed_at_once_and_counted() -> None:
    sock, port = listening()
    said = []
    async with asyncio.timeout(5), refuser(sock) as refusals:
        before = refusals.refused_connections
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            said.append(await reader.read())
            writer.close()

    assert (before, refusals.refused_connections) == (0, 3)
    assert said == [b""] * 3
    assert sock.fileno() == -1


async def test_a_client_that_sends_at_once_is_closed_too() -> None:
    sock, port = listening()
    async with asyncio.timeout(5), refuser(sock) as refusals:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"CONNECT example.invalid:443 HTTP/1.1\r\n\r\n")
        try:
            said = await reader.read()
        except ConnectionResetError:
            said = b""
        writer.close()

    assert (said, refusals.refused_connections) == (b"", 1)
