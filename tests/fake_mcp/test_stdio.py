import os
from io import BytesIO

from fake_mcp.catalog import LOOKUP
from fake_mcp.responder import Session
from fake_mcp.stdio import serve

LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


class TakesThreeBytes(BytesIO):
    """Takes less than it is given, as an unbuffered stream may."""

    def write(self, data: object, /) -> int:
        return super().write(memoryview(data)[:3])  # type: ignore[arg-type] # bytes-like


def test_each_line_is_answered_with_a_line() -> None:
    writer = BytesIO()
    session = Session(LOOKUP)

    serve(LOOKUP, BytesIO(LIST + b"\r\n\n{\n" + LIST), writer)

    expected = [*session.exchange(LIST).sent, *session.exchange(b"{").sent, *session.exchange(LIST).sent]
    assert writer.getvalue() == b"".join(frame.data + b"\n" for frame in expected)


def test_a_writer_that_takes_a_part_is_given_the_rest() -> None:
    writer = TakesThreeBytes()

    serve(LOOKUP, BytesIO(b"{\n"), writer)

    assert writer.getvalue() == Session(LOOKUP).exchange(b"{").sent[0].data + b"\n"


def test_a_client_that_is_gone_is_an_end_and_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    with os.fdopen(writing, "wb", buffering=0) as writer:
        serve(LOOKUP, BytesIO(b"{\n" * 3), writer)
