"""Joins standard input and output to a socket of the probe, in which the MCP server lives. Looks at no byte of it.

Run as `python -I -S bridge.py ADDRESS`, from a copy: it imports a few modules of the standard library and nothing else,
as a client leaves out a server that takes a second to answer (measured with Codex 0.154). ADDRESS is the path of a Unix
socket, or HOST:PORT (an IPv6 host in brackets) where there are none; then the one-time token that is in
SHAPE_PROBE_BRIDGE_TOKEN goes first, as a line, since every process of the machine can reach a port.

Ends with 0 when the socket is closed, or when nobody reads what it writes. Ends with 1 and one line on standard error
when the socket cannot be reached.
"""

import os
import signal
import socket
import sys
import threading

TOKEN_VARIABLE = "SHAPE_PROBE_BRIDGE_TOKEN"  # noqa: S105 - a name, not a token
CHUNK_BYTES = 1 << 16


def connected(address: str, token: str | None) -> socket.socket:
    """A socket that is connected to `address`; over TCP, `token` has been sent on it.

    Raises:
        OSError: nobody listens there.
        ValueError: `address` is no address, or the token for a port is missing.
        OverflowError: the port is too large.
    """
    host, _, port = address.rpartition(":")
    if "/" in address or not port.isdecimal():
        unix = socket.socket(socket.AF_UNIX)
        try:
            unix.connect(address)
        except OSError:
            unix.close()
            raise
        return unix
    if not token:
        msg = f"{TOKEN_VARIABLE} is not set"
        raise ValueError(msg)
    tcp = socket.create_connection((host.strip("[]"), int(port)))
    tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    tcp.sendall(f"{token}\n".encode())
    return tcp


def join(probe: socket.socket, stdin: int, stdout: int) -> None:
    """Carry bytes both ways until `probe` ends or `stdout` breaks. An end of `stdin` is passed on, and more is read.

    A thread for each way: a client that writes before it reads must not hold up what the server has to say.
    """
    threading.Thread(target=carry_in, args=(stdin, probe), daemon=True).start()
    carry_out(probe, stdout)


def carry_in(stdin: int, probe: socket.socket) -> None:
    """Carry bytes from the client to the probe until either ends, then tell the probe that no more will come."""
    try:
        while data := os.read(stdin, CHUNK_BYTES):
            probe.sendall(data)
    except OSError:
        pass  # one of them is gone: for the other it is the end as well
    try:
        probe.shutdown(socket.SHUT_WR)
    except OSError:
        return  # the probe is gone, and the other way ends too


def carry_out(probe: socket.socket, stdout: int) -> None:
    """Carry bytes from the probe to the client until either ends."""
    try:
        while data := probe.recv(CHUNK_BYTES):
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(stdout, rest) :]
    except OSError:
        return  # one of them is gone: nobody is left to tell


def main(arguments: list[str], token: str | None, *, stdin: int, stdout: int) -> int:
    """Run the bridge on two file descriptors; the exit code. `arguments` are without the program's name."""
    if len(arguments) != 1:
        sys.stderr.write("shape-probe bridge: give it one argument, the address of a running probe\n")
        return 1
    try:
        probe = connected(arguments[0], token)
    except (OSError, ValueError, OverflowError) as error:
        sys.stderr.write(f"shape-probe bridge: start it from a running probe, none can be reached ({error})\n")
        return 1
    with probe:
        join(probe, stdin, stdout)
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a client that interrupts its servers wants no traceback
    sys.exit(main(sys.argv[1:], os.environ.get(TOKEN_VARIABLE), stdin=0, stdout=1))
