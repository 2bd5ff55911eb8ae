"""The command `python -m fake_mcp`: the synthetic MCP server over stdio, for any host. Decides no answer itself."""

import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import BinaryIO

from fake_mcp.catalogs import CATALOGS
from fake_mcp.stdio import serve


def main(arguments: Sequence[str], reader: BinaryIO, writer: BinaryIO) -> None:
    """Do what `arguments` (without the program's name) say, on these streams.

    Raises:
        SystemExit: with 2 for a wrong command line, with 0 after `--help`.
    """
    parser = ArgumentParser(
        prog="python -m fake_mcp",
        description="Serves the synthetic MCP tools of shape-probe over stdio, one JSON-RPC message a line.",
        epilog="It ends when its standard input ends.",
    )
    parser.add_argument("catalog", nargs="?", default="lookup", choices=sorted(CATALOGS), help="default: %(default)s")
    parser.add_argument("--list", action="store_true", help="write the names of the catalogs and their tools, and end")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        writer.write(_table().encode("ascii"))
        return
    serve(CATALOGS[chosen.catalog], reader, writer)


def _table() -> str:
    lines = (
        f"{name}: {', '.join(str(tool['name']) for tool in catalog.tools)}\n" for name, catalog in CATALOGS.items()
    )
    return "".join(lines)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a host that interrupts its servers wants no traceback
    with open(1, "wb", buffering=0, closefd=False) as stdout:
        main(sys.argv[1:], sys.stdin.buffer, stdout)
