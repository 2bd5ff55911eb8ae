"""The bridge in process, for its parts, and as clients start it: a copy, run by a bare interpreter."""

import asyncio
import os
import shutil
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import pytest

from fake_mcp import bridge
from fake_mcp.catalogs import RESULTS
from fake_mcp.responder import Session

BIG: Final = b"0123456789abcdef" * (1 << 17) + b"\n"
"""2 MiB and a newline: more than all buffers on the way take together."""

TOKEN: Final = "made-up-token"


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory with a short name: the path of a Unix socket has about 100 bytes."""
    with TemporaryDirectory() as name:
        yield Path(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A running bridge, and the probe's end of it."""

    process: Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @property
    def stdin(self) -> asyncio.StreamWriter:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def stdout(self) -> asyncio.StreamReader:
        assert self.process.stdout is not None
        return self.process.stdout

    async def end(self) -> tuple[int, bytes, bytes]:
        """The exit code, and what is left on standard output and standard error."""
        assert self.process.stderr is not None
        rest = (await self.stdout.read(), await self.process.stderr.read())
        return await self.process.wait(), *rest


async def started(place: Path, *arguments: str, token: str | None = None, stdout: int = PIPE) -> Process:
    copy = shutil.copy(bridge.__file__, place / "bridge.py")
    environment = {} if token is None else {"SHAPE_PROBE_BRIDGE_TOKEN": token}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-S", copy, *arguments, stdin=PIPE, stdout=stdout, stderr=PIPE, env=environment
    )


@asynccontextmanager
async def joined(place: Path, *, stdout: int = PIPE) -> AsyncGenerator[Joined]:
    """A bridge to a Unix socket that accepts once; nothing of it is left at the end."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place / "mcp.sock"))
        listening.listen()
        listening.settimeout(0)
        async with asyncio.timeout(10):
            process = await started(place, str(place / "mcp.sock"), stdout=stdout)
            try:
                connection, _ = await asyncio.get_running_loop().sock_accept(listening)
                reader, writer = await asyncio.open_connection(sock=connection)
                yield Joined(process=process, reader=reader, writer=writer)
                writer.close()
                await process.wait()
            finally:
                with suppress(ProcessLookupError):  # it has ended by itself
                    process.kill()
                await process.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipe:
    """The two ends of a pipe."""

    reading: int
    writing: int


@contextmanager
def pipe(data: bytes | None = None) -> Iterator[Pipe]:
    """A pipe; with `data` in it and closed for writing when data is given."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0), os.fdopen(writing, "wb", buffering=0) as end:
        if data is not None:
            end.write(data)
            end.close()
        yield Pipe(reading=reading, writing=writing)


def answer_once(listening: socket.socket) -> None:
    """A server that reads to the end, and then answers in capitals."""
    connection, _ = listening.accept()
    with connection, connection.makefile("rb") as reader:
        connection.settimeout(5)
        connection.sendall(reader.read().upper())


# As clients start it


async def test_frames_of_any_size_go_both_ways_at_once(place: Path) -> None:
    async with joined(place) as ends, asyncio.TaskGroup() as tasks:
        ends.writer.write(BIG)
        ends.stdin.write(BIG)
        at_probe = tasks.create_task(ends.reader.readexactly(len(BIG)))
        at_client = tasks.create_task(ends.stdout.readexactly(len(BIG)))

        assert (await at_probe, await at_client) == (BIG, BIG)


async def test_the_longest_result_comes_through_whole(place: Path) -> None:
    params = '{"name":"lookup","arguments":{"query":"kind-text-2MB"}}'
    call = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}\n'.encode()
    [frame] = Session(RESULTS).exchange(call).sent
    async with joined(place) as ends:
        ends.stdin.write(call)
        for each in Session(RESULTS).exchange(await ends.reader.readline()).sent:
            ends.writer.write(each.data + b"\n")

        assert len(frame.data) > 2_000_000
        assert await ends.stdout.readexactly(len(frame.data) + 1) == frame.data + b"\n"


async def test_a_client_that_writes_before_it_reads_is_not_held_up_by_what_the_server_says(place: Path) -> None:
    async with joined(place) as ends:
        ends.writer.write(BIG * 2)  # asyncio reads ahead up to 128 KiB; the rest fills the pipe of standard output
        ends.stdin.write(BIG)

        assert await ends.reader.readexactly(len(BIG)) == BIG
        assert await ends.stdout.readexactly(2 * len(BIG)) == BIG * 2


async def test_an_end_of_input_is_passed_on_and_the_answer_still_arrives(place: Path) -> None:
    async with joined(place) as ends:
        ends.stdin.write(b"last words\n")
        ends.stdin.write_eof()
        assert await ends.reader.read() == b"last words\n"

        ends.writer.write(BIG)
        assert await ends.stdout.readexactly(len(BIG)) == BIG
        ends.writer.close()

        assert await ends.end() == (0, b"", b"")


async def test_the_bridge_ends_with_the_server_while_the_client_is_still_there(place: Path) -> None:
    async with joined(place) as ends:
        ends.writer.write(b"last words\n")
        ends.writer.close()

        assert await ends.end() == (0, b"last words\n", b"")


async def test_the_server_sees_the_end_of_a_client_that_is_gone(place: Path) -> None:
    async with joined(place) as ends:
        ends.process.kill()

        assert await ends.reader.read() == b""


async def test_the_bridge_ends_when_nobody_reads_what_the_server_says(place: Path) -> None:
    reading, writing = os.pipe()
    async with joined(place, stdout=writing) as ends:
        os.close(writing)
        os.close(reading)
        ends.writer.write(b"to nobody\n")

        assert await ends.reader.read() == b""
        assert await ends.process.wait() == 0


async def test_an_interrupt_ends_the_bridge_without_a_traceback(place: Path) -> None:
    async with joined(place) as ends:
        ends.writer.write(b"ready\n")
        assert await ends.stdout.readline() == b"ready\n"

        ends.process.send_signal(signal.SIGINT)

        assert await ends.end() == (-signal.SIGINT, b"", b"")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_over_tcp_the_token_goes_first(place: Path, host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0)
        async with asyncio.timeout(10):
            process = await started(place, f"{host}:{listening.getsockname()[1]}", token=TOKEN)
            connection, _ = await asyncio.get_running_loop().sock_accept(listening)
            reader, writer = await asyncio.open_connection(sock=connection)
            writer.write(b"answer\n")

            assert await reader.readline() == b"made-up-token\n"
            writer.close()
            assert await process.communicate() == (b"answer\n", b"")
            assert process.returncode == 0


async def test_a_socket_that_cannot_be_reached_is_one_line_and_an_exit_code(place: Path) -> None:
    async with asyncio.timeout(10):
        process = await started(place, str(place / "none.sock"))
        out, err = await process.communicate()

    assert (process.returncode, out) == (1, b"")
    assert err == (
        b"shape-probe bridge: start it from a running probe, none can be reached "
        b"([Errno 2] No such file or directory)\n"
    )


# Its parts


def test_main_joins_two_descriptors_to_the_probe(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening, pipe(b"question\n") as stdin, pipe() as stdout:
        listening.bind(str(place / "mcp.sock"))
        listening.listen()
        listening.settimeout(5)
        server = Thread(target=answer_once, args=(listening,), daemon=True)
        server.start()

        code = bridge.main([str(place / "mcp.sock")], None, stdin=stdin.reading, stdout=stdout.writing)

        server.join(5)
        assert (code, os.read(stdout.reading, 100)) == (0, b"QUESTION\n")


@pytest.mark.parametrize(
    ("arguments", "token", "why"),
    [
        ([], None, "give it one argument, the address of a running probe"),
        (["a", "b"], None, "give it one argument, the address of a running probe"),
        (["none.sock"], None, "none can be reached ([Errno 2] No such file or directory)"),
        (["./127.0.0.1:80"], TOKEN, "none can be reached ([Errno 2] No such file or directory)"),
        (["/" + "long" * 100], None, "none can be reached (AF_UNIX path too long)"),
        (["127.0.0.1:80"], None, "none can be reached (SHAPE_PROBE_BRIDGE_TOKEN is not set)"),
        (["127.0.0.1:80"], "", "none can be reached (SHAPE_PROBE_BRIDGE_TOKEN is not set)"),
        (["127.0.0.1:" + "9" * 30], TOKEN, "none can be reached ("),
        (["127.0.0.1:" + "9" * 5000], TOKEN, "none can be reached ("),
    ],
)
def test_an_address_that_leads_nowhere_is_one_line_that_says_what_to_do(
    arguments: list[str], token: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = bridge.main(arguments, token, stdin=0, stdout=1)

    said = capsys.readouterr()
    assert (code, said.out, said.err.count("\n")) == (1, "", 1)
    assert why in said.err


def test_a_port_nobody_listens_on_is_an_address_that_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as bound:  # bound and not listening: nobody else can take the port
        bound.bind(("127.0.0.1", 0))

        code = bridge.main([f"127.0.0.1:{bound.getsockname()[1]}"], TOKEN, stdin=0, stdout=1)

    assert (code, "Connection refused" in capsys.readouterr().err) == (1, True)


def test_a_host_in_brackets_is_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(5)
        with bridge.connected(f"[127.0.0.1]:{listening.getsockname()[1]}", TOKEN):
            connection, _ = listening.accept()
            with connection:
                assert connection.recv(100) == b"made-up-token\n"


def test_input_is_carried_to_its_end_and_the_end_is_passed_on() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pipe(b"line\n") as stdin:
        bridge.carry_in(stdin.reading, ours)

        assert (theirs.recv(100), theirs.recv(100)) == (b"line\n", b"")


def test_input_that_cannot_be_read_is_an_end_of_input() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pipe() as stdin:
        bridge.carry_in(stdin.writing, ours)

        assert theirs.recv(100) == b""


def test_input_for_a_probe_that_is_gone_is_dropped() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs, pipe(b"line\n") as stdin:
        bridge.carry_in(stdin.reading, ours)

        assert theirs.recv(100) == b""


def test_output_is_carried_until_the_probe_ends() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pipe() as stdout:
        theirs.sendall(b"line\n")
        theirs.shutdown(socket.SHUT_WR)

        bridge.carry_out(ours, stdout.writing)

        assert os.read(stdout.reading, 100) == b"line\n"


def test_output_that_nobody_reads_is_an_end() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pipe() as stdout:
        theirs.sendall(b"to nobody\n")

        bridge.carry_out(ours, stdout.reading)  # cannot be written to
