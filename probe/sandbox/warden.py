"""The process between the probe and a client: it makes the place, starts the client, and ends everything on every path.

Started as `python -I -S` with one end of a socket pair, so standard library only. The probe may be killed at any
moment; the kernel then closes its end, and the warden kills the client with all that it started, cleans up and exits.
If the warden is killed, the kernel kills PID 1 of the jail, and with it everything inside.
"""

import contextlib
import errno
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any, Final, NoReturn

from probe.sandbox import descendants, namespaces, protocol, scratch

_EXEC_FAILED: Final = 127
_MCP_SOCKET: Final = "mcp.sock"


def main(arguments: list[str]) -> int:
    """Serve one run. Arguments: the channel's, stdout's and stderr's descriptors, and the settings as JSON."""
    channel_fd, out_fd, err_fd = (int(text) for text in arguments[:3])
    for descriptor in (channel_fd, out_fd, err_fd):
        os.set_inheritable(descriptor, False)  # noqa: FBT003 - the function has no keyword
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    os.umask(0o022)  # whatever the probe was started with
    channel = socket.socket(fileno=channel_fd)
    settings = json.loads(arguments[3])
    place: _Jail | _Host = _Jail(settings) if settings["isolation"] == "namespace" else _Host(settings)
    try:
        try:
            place.open()
        except (namespaces.JailError, OSError) as refused:
            protocol.send(channel, {"refused": _said_by(refused)})
            return 1
        _serve(channel, place, (out_fd, err_fd))
    except (BrokenPipeError, ConnectionResetError):
        pass  # the probe is gone: all that is left to do is to clean up
    finally:
        place.close()
    return 0


def _serve(channel: socket.socket, place: "_Jail | _Host", outputs: tuple[int, int]) -> None:
    protocol.send(channel, {"opened": place.described()}, place.sockets)
    for each in place.sockets:
        each.close()  # the probe has them; ours would keep the ports alive
    receiver = protocol.Receiver(channel)
    launch = receiver.receive()
    if launch is None or "launch" not in launch:
        return
    try:
        process = _Started(place, launch["launch"], outputs)
    except (OSError, ValueError) as refused:  # ValueError: a NUL or a lone surrogate in what is to be started
        code = errno.errorcode.get(_number_of(refused), "unknown")
        protocol.send(channel, {"refused": str(refused), "code": code})
        return
    protocol.send(channel, {"started": {}})
    for descriptor in outputs:
        os.close(descriptor)
    status = process.ended_or_told(channel)
    is_lost = process.is_lost
    process.kill()
    ended = {"status": status, "unroutable": place.unroutable()}
    protocol.send(channel, {"lost": {}} if is_lost else {"ended": ended})
    receiver.receive()  # until the probe has taken the result in and closes


class _Jail:
    """Namespaces around this process; the scratch is a tmpfs that nobody else sees."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self.root = namespaces.ROOT
        self.sockets: tuple[socket.socket, ...] = ()

    def open(self) -> None:
        namespaces.enter(user=self._settings["user"], keep=self._settings["keep"], hide=self._settings["hide"])
        resolver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        resolver.bind(("127.0.0.1", 53))
        self.sockets = (_tcp(), _unix(f"{self.root}/{_MCP_SOCKET}"), resolver)

    def described(self) -> dict[str, Any]:
        return {"root": self.root, "port": self.sockets[0].getsockname()[1], "refuser_port": None}

    def unroutable(self) -> int:
        return namespaces.unroutable_packets()

    def fork(self, pipes: "_Pipes") -> int:
        """Fork PID 1 of the jail, which forks the client: 0 in the client, else PID 1's id here."""
        first = os.fork()
        if first:
            return first
        with _or_exit(pipes.executed[1]):
            namespaces.die_with_parent()
            namespaces.mount_proc()
            client = os.fork()
        if client:
            _reap_until_gone(client, pipes)
        os.setsid()  # a process group spans PID namespaces: the client's `kill 0` would reach PID 1 and the warden
        return 0

    def kill(self, process: int, *, is_reaped: bool) -> None:
        """Kill PID 1; the kernel kills and reaps everything inside before PID 1 counts as dead."""
        if not is_reaped:  # else the number may be another process's by now
            os.kill(process, signal.SIGKILL)

    def status(self, _waited: int, pipes: "_Pipes") -> int | None:
        """Say how the client ended: PID 1 has written it down, unless it was killed first."""
        text = os.read(pipes.status[0], 64)
        return int(text) if text else None

    def close(self) -> None:
        """Nothing stands outside the namespaces."""


class _Host:
    """No namespaces: a scratch directory on disk, a process group, and a search for what left it."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._parent = settings["scratch_parent"]
        self.root = ""
        self._lock = -1
        self.sockets: tuple[socket.socket, ...] = ()

    def open(self) -> None:
        scratch.swept(self._parent)
        namespaces.adopt_orphans()
        self.root, self._lock = scratch.made(self._parent)
        self.sockets = (_tcp(), _unix(f"{self.root}/{_MCP_SOCKET}"), _tcp())

    def described(self) -> dict[str, Any]:
        provider, _mcp, refuser = self.sockets
        return {"root": self.root, "port": provider.getsockname()[1], "refuser_port": refuser.getsockname()[1]}

    def unroutable(self) -> int:
        return 0  # the probe counts at the refusing port

    def fork(self, _pipes: "_Pipes") -> int:
        """Fork the client, in a session of its own: 0 in the client, else its id."""
        client = os.fork()
        if not client:
            os.setsid()
            namespaces.die_with_parent()
        return client

    def kill(self, process: int, *, is_reaped: bool) -> None:
        """Kill the client's group (it outlives its leader), and every descendant, also those in groups of their own."""
        descendants.kill_all(os.getpid(), group=process)

    def status(self, waited: int, _pipes: "_Pipes") -> int | None:
        """Say how the client ended: it is our own child."""
        return os.waitstatus_to_exitcode(waited)

    def close(self) -> None:
        descendants.kill_all(os.getpid(), group=None)
        descendants.reap_all()
        if self.root:
            scratch.removed(self.root)
            os.close(self._lock)


class _Pipes:
    """How a forked process tells the warden: whether the program could be executed, and how it ended."""

    def __init__(self) -> None:
        self.executed = os.pipe()  # closed by a successful exec, else holds the errno
        self.status = os.pipe()  # PID 1 writes the client's exit code here
        self.children = os.pipe()  # the kernel's word that a child has died
        os.set_blocking(self.children[1], False)


class _Started:
    """A client that runs. Made only when its program could be executed."""

    def __init__(self, place: _Jail | _Host, launch: dict[str, Any], outputs: tuple[int, int]) -> None:
        for name, text in launch["files"].items():
            _write_new(os.path.join(place.root, name), text)
        for name in launch["directories"]:
            os.makedirs(os.path.join(place.root, name), mode=0o700, exist_ok=True)
        self._place = place
        self._pipes = _Pipes()
        signal.signal(signal.SIGCHLD, lambda *_arguments: None)
        signal.set_wakeup_fd(self._pipes.children[1], warn_on_full_buffer=False)
        self._process = place.fork(self._pipes)
        if self._process == 0:
            _become(launch, outputs, self._pipes.executed[1])
        os.close(self._pipes.executed[1])
        os.close(self._pipes.status[1])
        self._is_reaped = False
        self._status: int | None = None
        failure = os.read(self._pipes.executed[0], 64)
        if failure:
            self.kill()
            raise OSError(int(failure), os.strerror(int(failure)))

    def ended_or_told(self, channel: socket.socket) -> int | None:
        """Wait for the client's end or for the probe's word: the exit code (negative: a signal), None if cut short."""
        poller = select.poll()
        poller.register(channel, select.POLLIN)
        poller.register(self._pipes.children[0], select.POLLIN)
        while not self._is_over():
            ready = {descriptor for descriptor, _event in poller.poll()}
            if self._pipes.children[0] in ready:
                os.read(self._pipes.children[0], 512)
            if channel.fileno() in ready and not self._is_over():
                return None
        return self._status

    @property
    def is_lost(self) -> bool:
        """Whether all is over and nobody knows how: somebody has killed PID 1 of the jail from outside."""
        return self._is_reaped and self._status is None

    def kill(self) -> None:
        """Kill the client and all that it started, and wait until they are gone."""
        self._place.kill(self._process, is_reaped=self._is_reaped)
        if not self._is_reaped:
            os.waitpid(self._process, 0)
            self._is_reaped = True

    def _is_over(self) -> bool:
        if not self._is_reaped:
            process, waited = os.waitpid(self._process, os.WNOHANG)
            if process:
                self._is_reaped = True
                self._status = self._place.status(waited, self._pipes)
        return self._is_reaped


def _become(launch: dict[str, Any], outputs: tuple[int, int], report: int) -> NoReturn:
    """Turn the forked process into the client; on failure report the errno and exit."""
    with _or_exit(report):
        signal.set_wakeup_fd(-1)
        os.chdir(launch["cwd"])
        null = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((null, 0), (outputs[0], 1), (outputs[1], 2)):
            os.dup2(source, target)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)  # also what the probe's own parent had us ignore
        os.execve(launch["argv"][0], launch["argv"], launch["env"])  # noqa: S606 - without a shell is meant
    os._exit(_EXEC_FAILED)


@contextlib.contextmanager
def _or_exit(report: int) -> Iterator[None]:
    """In a forked process: report the errno and exit. An exception must not unwind into the warden's cleaning up."""
    try:
        yield
    except (namespaces.JailError, OSError, ValueError) as refused:
        os.write(report, str(_number_of(refused)).encode())
        os._exit(_EXEC_FAILED)


def _number_of(refused: Exception) -> int:
    """Give the errno of what the system refused; EINVAL for what did not get as far as the system."""
    return getattr(refused, "errno", None) or errno.EINVAL


def _said_by(refused: namespaces.JailError | OSError) -> str:
    """Say what was refused, without the paths that an OSError's own text may hold."""
    if isinstance(refused, namespaces.JailError):
        return str(refused)
    return f"{refused.strerror}: {errno.errorcode.get(_number_of(refused), 'unknown')}"


def _reap_until_gone(client: int, pipes: _Pipes) -> NoReturn:
    """Be PID 1: reap whatever dies until the client does, write down how; the kernel then ends the rest of the jail."""
    signal.set_wakeup_fd(-1)
    os.close(pipes.executed[1])
    while True:
        process, status = os.wait()
        if process == client:
            os.write(pipes.status[1], str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)


def _tcp() -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    return listening


def _unix(path: str) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(path)
    listening.listen(128)
    return listening


def _write_new(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
