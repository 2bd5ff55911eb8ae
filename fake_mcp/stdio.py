"""Serves a catalog line by line, as the MCP stdio transport wants it. Opens no stream, logs nothing, starts nothing.

For other hosts and by hand (`python -m fake_mcp`): in a run of the probe the bridge stands here, and the probe answers.
"""

from typing import BinaryIO

from fake_mcp.catalog import Catalog
from fake_mcp.responder import Session


def serve(catalog: Catalog, reader: BinaryIO, writer: BinaryIO) -> None:
    """Answer each line of `reader` on `writer` until one of them ends.

    Args:
        catalog: What the server offers.
        reader: JSON-RPC messages, one a line, from the client.
        writer: Where answers go; unbuffered, so that nothing is left over for the interpreter to write at its end.
    """
    session = Session(catalog)
    try:
        for line in reader:
            for frame in session.exchange(line.rstrip(b"\n")).sent:
                _write(frame.data + b"\n", writer)
    except ConnectionError:  # the client is gone (a host may use sockets for both streams); nobody is left to tell
        return


def _write(data: bytes, writer: BinaryIO) -> None:
    """All of `data`: an unbuffered stream may take less than it is given."""
    rest = memoryview(data)
    while rest:
        rest = rest[writer.write(rest) :]
