import errno
import json
import os
import select
import signal
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.sandbox.namespaces import JailError
from probe.sandbox.sandbox import LaunchRefusedError
from tests.support.places import REPOSITORY, opened, outcome, place_of, run, script, start
from tests.support.roll import WAIT_SECONDS, Roll
from tests.support.without_namespaces import told

REPLACED = ("/run", "/tmp", "/dev/shm")


@pytest.fixture
def below_tmp() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="kept-", dir="/tmp") as directory:
        yield Path(directory)


@pytest.fixture
def ignored_signal() -> Iterator[signal.Signals]:
    before = signal.signal(signal.SIGUSR2, signal.SIG_IGN)
    yield signal.SIGUSR2
    signal.signal(signal.SIGUSR2, before)


def kept_below(directory: str, *paths: str) -> set[str]:
    """The first names below `directory` on the way to what the jail keeps."""
    kept = (str(REPOSITORY), sys.base_prefix, *paths)
    return {path.removeprefix(f"{directory}/").split("/")[0] for path in kept if path.startswith(f"{directory}/")}


def test_the_jail_has_one_ordinary_user_one_interface_and_nothing_of_the_machine(below_tmp: Path) -> None:
    identity_files = [os.path.realpath(f"/etc/{name}") for name in ("resolv.conf", "hosts", "passwd", "group")]
    looked_at = ("/", "/etc", "/usr", "/var/tmp", *REPLACED)

    with opened("namespace", keep=(str(below_tmp),)) as sandbox:
        found = run(sandbox, *script(sandbox, "look.py", *looked_at, place_of(sandbox).home))
        place = place_of(sandbox)

    facts = json.loads(found.stdout)
    listed = facts.pop("listed")
    assert facts == {
        "interfaces": ["lo"],
        "user": [1000, 1000, place.user],
        "host": "shape-probe",
        "localhost": "127.0.0.1",
        "processes": [1, 2],
        "capabilities": ["0000000000000000"],
        "writable": [*REPLACED, place.home],
    }
    assert {name: set(listed[name]) for name in REPLACED} == {
        "/run": {"shape-probe", "shape-probe-etc"} | kept_below("/run", *identity_files),
        "/tmp": kept_below("/tmp", str(below_tmp)),
        "/dev/shm": set(),
    }


@pytest.mark.parametrize("kind", ["tcp", "udp"])
@pytest.mark.parametrize("host", ["198.51.100.1", "2001:db8::1"])
def test_what_is_sent_to_a_public_address_is_refused_and_counted(kind: str, host: str) -> None:
    """The addresses are set aside for documentation (RFC 5737, RFC 3849): a jail with a hole reaches nobody."""
    with opened("namespace") as sandbox:
        found = run(sandbox, *script(sandbox, "reach.py", kind, host, "80", kind, host, "443"))

    assert (json.loads(found.stdout), found.ended.unroutable) == (["ENETUNREACH", "ENETUNREACH"], 2)


def test_what_stays_on_loopback_is_not_counted() -> None:
    tries = [part for kind in ("tcp", "udp") for host in ("127.0.0.1", "::1") for part in (kind, host, "1")]

    with opened("namespace") as sandbox:
        found = run(sandbox, *script(sandbox, "reach.py", *tries))

    assert (json.loads(found.stdout), found.ended.unroutable) == (["ECONNREFUSED", "ECONNREFUSED", "done", "done"], 0)


def test_a_name_lookup_reaches_the_name_server_of_the_probe() -> None:
    look_up = "import socket, sys; sys.stdout.write(str(socket.getaddrinfo('canary.example', 80)))"

    with opened("namespace") as sandbox:
        *python, _bridge, _socket = place_of(sandbox).bridge
        name_server = sandbox.sockets[2]
        asked = set()
        start(sandbox, *python, "-c", look_up)
        while name_server in select.select([name_server, sandbox.channel], [], [], WAIT_SECONDS)[0]:
            query, client = name_server.recvfrom(4096)
            asked.add(query[12:28])
            name_server.sendto(query[:2] + b"\x80\x05" + query[4:], client)  # RFC 1035, 4.1.1: refused
        found = outcome(sandbox)

    assert asked == {b"\x06canary\x07example\x00"}
    assert (found.stdout, found.ended.exit_code) == ("", 1)


def test_a_program_below_tmp_runs_when_it_is_kept(below_tmp: Path) -> None:
    program = below_tmp / "program"
    program.write_text("#!/bin/sh\necho it runs\n", encoding="utf-8")
    program.chmod(0o755)

    with opened("namespace", keep=(str(below_tmp),)) as sandbox:
        found = run(sandbox, str(program))

    assert (found.stdout, found.ended.exit_code) == ("it runs\n", 0)


def test_what_is_kept_can_be_read_and_not_changed(below_tmp: Path) -> None:
    with opened("namespace", keep=(str(below_tmp),)) as sandbox:
        found = run(sandbox, "/bin/sh", "-c", 'echo changed > "$0"', str(below_tmp / "file"))

    assert (found.ended.exit_code != 0, list(below_tmp.iterdir())) == (True, [])


def test_a_hidden_directory_looks_empty_and_cannot_be_filled() -> None:
    with opened("namespace", hide=("/usr/share", "/no/such/directory")) as sandbox:
        found = run(sandbox, *script(sandbox, "look.py", "/usr/share"))

    facts = json.loads(found.stdout)
    assert (any(Path("/usr/share").iterdir()), facts["listed"], facts["writable"]) == (True, {"/usr/share": []}, [])


def test_two_jails_share_neither_ports_nor_files() -> None:
    with opened("namespace") as one, opened("namespace") as other:
        start(one, "/bin/sh", "-c", "echo mine > /tmp/file; ls /tmp")
        start(other, "/bin/sh", "-c", "ls /tmp/file")
        ports = [sandbox.sockets[2].getsockname() for sandbox in (one, other)]
        found = [outcome(one), outcome(other)]

    assert ports == [("127.0.0.1", 53), ("127.0.0.1", 53)]
    assert [each.ended.exit_code == 0 for each in found] == [True, False]


def test_a_process_in_the_jail_can_end_neither_its_first_process_nor_its_guard() -> None:
    with opened("namespace") as sandbox:
        found = run(sandbox, "/bin/sh", "-c", "kill -9 1; kill -9 -1; kill -9 0")

    assert found.ended.exit_code == -9


def test_a_socket_file_that_is_kept_can_be_reached_from_inside() -> None:
    """The other tests rely on it to learn of a death inside."""
    with Roll() as roll, opened("namespace", keep=(roll.directory,)) as sandbox:
        start(sandbox, *script(sandbox, "hold.py", roll.address, "client"))
        roll.call("client")

        assert roll.dead() == []


def test_a_client_inherits_no_ignored_signal(ignored_signal: signal.Signals) -> None:
    """A probe that was started in the background, or with nohup, has some."""
    with opened("namespace") as sandbox:
        found = run(sandbox, "/bin/grep", "SigIgn", "/proc/self/status")

    name, _, mask = found.stdout.partition("\t")
    own = int(mask, 16) & ~(0b11 << 31)  # 32 and 33 are the C library's, and no program can set them
    assert (signal.getsignal(ignored_signal), name, own) == (signal.SIG_IGN, "SigIgn:", 0)


def test_a_program_whose_loader_is_missing_is_refused_with_advice(below_tmp: Path) -> None:
    """As with a client that was built for another C library."""
    program = below_tmp / "program"
    loader = b"/no/such/loader\0"
    with Path(sys.executable).open("rb") as python:
        header = python.read(64)
    segment = struct.pack("<IIQQQQQQ", 3, 4, 120, 0, 0, len(loader), len(loader), 1)  # PT_INTERP, elf(5)
    counts = struct.pack("<HHHHHH", 64, 56, 1, 0, 0, 0)
    program.write_bytes(header[:32] + struct.pack("<QQI", 64, 0, 0) + counts + segment + loader)
    program.chmod(0o755)

    with opened("namespace", keep=(str(below_tmp),)) as sandbox, pytest.raises(LaunchRefusedError) as refused:
        start(sandbox, str(program))

    assert str(refused.value) == (
        f"{program} could not be started (ENOENT): it, or the interpreter or loader that it needs, does not exist; "
        "install the client again"
    )


def test_of_a_directory_one_file_may_be_kept(below_tmp: Path) -> None:
    for name in ("kept", "left"):
        (below_tmp / name).write_text(name, encoding="utf-8")

    with opened("namespace", keep=(str(below_tmp / "kept"),)) as sandbox:
        found = run(sandbox, "/bin/sh", "-c", 'ls "$0"; cat "$0/kept"', str(below_tmp))

    assert found.stdout == "kept\nkept"


def test_a_directory_and_a_file_in_it_may_both_be_kept(below_tmp: Path) -> None:
    for name in ("one", "other"):
        (below_tmp / name).touch()

    with opened("namespace", keep=(str(below_tmp / "one"), str(below_tmp))) as sandbox:
        found = run(sandbox, "/bin/ls", str(below_tmp))

    assert found.stdout == "one\nother\n"


@pytest.mark.parametrize("path", ["/no/such/path", "/tmp/no-such-path", "/dev/null/path"])
def test_what_is_to_be_kept_and_does_not_exist_does_not_exist_in_the_jail_either(path: str) -> None:
    with opened("namespace", keep=(path,)) as sandbox:
        found = run(sandbox, "/bin/ls", path)

    assert found.ended.exit_code not in (0, None)


def test_a_step_that_the_kernel_refused_is_named_with_its_errno() -> None:
    refused = JailError("unshare", errno.ENOSPC)

    assert (str(refused), refused.step, refused.code, refused.errno) == ("unshare: ENOSPC", "unshare", "ENOSPC", 28)


def test_an_errno_without_a_name_is_told_by_its_number() -> None:
    assert str(JailError("unshare", 9999)) == "unshare: 9999"


def test_a_run_adds_no_mount_and_no_file_to_the_machine() -> None:
    def seen() -> tuple[str, bool]:
        return Path("/proc/self/mountinfo").read_text(encoding="utf-8"), Path("/run/shape-probe").exists()

    before = seen()
    with opened("namespace") as sandbox:
        run(sandbox, "/bin/sh", "-c", "echo text > /run/shape-probe/file")
        during = seen()

    assert (before[1], during) == (False, before)


def test_where_neither_isolation_is_to_be_had_the_first_refusal_is_told() -> None:
    found = [told("best", "read-only"), told("environment", "read-only")]

    assert found == ["namespace: unshare: ENOSPC", "environment: Read-only file system: EROFS"]
