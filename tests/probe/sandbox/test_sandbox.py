import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from captures.words import Isolation
from probe.sandbox.place import Launch
from probe.sandbox.sandbox import Ended, LaunchRefusedError, Sandbox, SandboxRefusedError
from tests.support.isolations import ISOLATIONS, LEFT_OUT
from tests.support.places import close, opened, outcome, place_of, run, script, start
from tests.support.roll import WAIT_SECONDS, Roll

EVERYWHERE = pytest.mark.parametrize("isolation", ISOLATIONS)

NOT_EXECUTABLE = "it is not executable; run chmod +x on it, or check the permissions of its directories"
NOT_FOR_HERE = "it is built for another architecture or system; install the client's package for this one"
NOT_THERE = "it, or the interpreter or loader that it needs, does not exist; install the client again"


@pytest.fixture
def below_tmp() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="kept-", dir="/tmp") as directory:
        yield Path(directory)


def elf_header(machine: int) -> bytes:
    """The header of a 64-bit little-endian executable without any segment (elf(5))."""
    ident = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
    return ident + struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0, 64, 0, 0, 64, 56, 0, 0, 0, 0)


def test_on_linux_both_isolations_are_tested_and_no_file_is_left_out() -> None:
    everything = (("namespace", "environment"), ())

    assert (everything == (ISOLATIONS, LEFT_OUT)) is (sys.platform == "linux")


@EVERYWHERE
def test_a_client_is_started_in_an_empty_directory_with_exactly_the_environment_that_was_given(
    isolation: Isolation,
) -> None:
    env = {"ONLY": "this", "PWD": "/elsewhere"}

    with opened(isolation) as sandbox:
        found = run(sandbox, "/usr/bin/env", env=env)
        place = place_of(sandbox)

    assert (sorted(found.stdout.splitlines()), found.ended.exit_code) == (["ONLY=this", "PWD=/elsewhere"], 0)
    assert place.isolation == isolation


@EVERYWHERE
def test_a_client_finds_its_directories_and_files_where_the_place_says(isolation: Isolation) -> None:
    look = 'pwd; ls -A; cd ..; cat mcp.json; cat "$HOME/.codex/config.toml"; ls -d "$HOME/.claude" "$TMPDIR"'

    with opened(isolation) as sandbox:
        place = place_of(sandbox)
        sandbox.launch(
            Launch(
                argv=("/bin/sh", "-c", look),
                env={"HOME": place.home, "TMPDIR": place.temporary},
                cwd=place.work,
                files={"mcp.json": "{}\n", f"home-{place.word}/.codex/config.toml": "key = 'ä'\n"},
                directories=(f"home-{place.word}/.claude",),
            )
        )
        found = outcome(sandbox)

    written = [place.work, "{}", "key = 'ä'", f"{place.home}/.claude", place.temporary]
    assert (found.stdout.splitlines(), found.stderr) == (written, "")


@EVERYWHERE
def test_what_is_written_for_a_client_is_for_its_user_alone(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        place = place_of(sandbox)
        sandbox.launch(Launch(argv=("/bin/ls", "-lA", place.root), env={}, cwd=place.work, files={"secret.json": "{}"}))
        found = outcome(sandbox)

    modes = {line.split()[-1]: line.split()[0][:10] for line in found.stdout.splitlines()[1:]}
    private = {f"home-{place.word}": "drwx------", f"work-{place.word}": "drwx------", "tmp": "drwx------"}
    assert {**modes, **private, "secret.json": "-rw-------", "bridge.py": "-rw-------"} == modes


@EVERYWHERE
def test_a_client_has_its_standard_input_at_the_end_and_no_other_descriptor(isolation: Isolation) -> None:
    """An open standard input would hold up print mode and exec mode."""
    look = "import os, sys; sys.stdout.write(repr((sys.stdin.read(), sorted(os.listdir('/dev/fd'))[:-1])))"

    with opened(isolation) as sandbox:
        *python, _bridge, _socket = place_of(sandbox).bridge
        found = run(sandbox, *python, "-c", look)

    assert found.stdout == "('', ['0', '1', '2'])"


@EVERYWHERE
@pytest.mark.parametrize(
    ("ending", "exit_code"),
    [("exit 0", 0), ("exit 3", 3), ("kill -TERM $$", -15), ("kill -9 $$", -9), ("kill -11 $$", -11)],
)
def test_an_exit_code_is_told_and_a_signal_is_a_negative_number(
    isolation: Isolation, ending: str, exit_code: int
) -> None:
    with opened(isolation) as sandbox:
        found = run(sandbox, "/bin/sh", "-c", f"ulimit -c 0; {ending}")

    assert found.ended == Ended(exit_code=exit_code, unroutable=0)


@EVERYWHERE
def test_a_client_that_kills_its_whole_group_has_been_killed_and_nothing_else(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        found = run(sandbox, "/bin/sh", "-c", "kill -9 0")

    assert found.ended == Ended(exit_code=-9, unroutable=0)


@EVERYWHERE
def test_what_a_client_writes_comes_out_of_two_pipes_that_end_with_it(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        start(sandbox, "/bin/sh", "-c", "echo out; echo err >&2")
        sandbox.ended()
        written = []
        for descriptor in (sandbox.stdout, sandbox.stderr):
            with open(descriptor, "rb", closefd=False) as pipe:
                written.append(pipe.read())

    assert written == [b"out\n", b"err\n"]


@EVERYWHERE
def test_a_client_reaches_the_provider_of_its_place(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        provider = sandbox.sockets[0]
        provider.settimeout(WAIT_SECONDS)
        start(sandbox, *script(sandbox, "post.py", f"{place_of(sandbox).provider_url}/v1/messages"))
        connection, _ = provider.accept()
        with connection, connection.makefile("rb") as request:
            first = request.readline()
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}")
        found = outcome(sandbox)

    assert (first, found.stdout) == (b"POST /v1/messages HTTP/1.1\r\n", "200")


@EVERYWHERE
def test_the_bridge_of_a_place_reaches_the_mcp_socket(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        mcp = sandbox.sockets[1]
        mcp.settimeout(WAIT_SECONDS)
        start(sandbox, "/bin/sh", "-c", 'echo ping | "$@"', "sh", *place_of(sandbox).bridge)
        connection, _ = mcp.accept()
        with connection, connection.makefile("rb") as frames:
            ping = frames.readline()
            connection.sendall(b"pong\n")
        found = outcome(sandbox)

    assert (ping, found.stdout, found.stderr) == (b"ping\n", "pong\n", "")


@EVERYWHERE
def test_what_a_client_leaves_behind_is_dead_before_its_end_is_told(
    isolation: Isolation, capfd: pytest.CaptureFixture[str]
) -> None:
    with Roll() as roll:
        with opened(isolation, keep=(roll.directory,)) as sandbox:
            start(sandbox, *script(sandbox, "leave.py", roll.address, "exit"))
            roll.call("own group", "own session", "orphan")
            ended = sandbox.ended()
            dead = roll.dead()
        is_there = Path(place_of(sandbox).root).exists()

    assert (ended.exit_code, dead, is_there) == (0, ["orphan", "own group", "own session"], False)
    assert capfd.readouterr().err == ""


@EVERYWHERE
def test_a_client_that_hangs_is_cut_short_with_all_that_it_started(isolation: Isolation) -> None:
    with Roll() as roll, opened(isolation, keep=(roll.directory,)) as sandbox:
        start(sandbox, *script(sandbox, "leave.py", roll.address, "stay"))
        roll.call("own group", "own session", "orphan", "client")
        sandbox.cut_short()
        ended = sandbox.ended()
        dead = roll.dead()

    assert (ended.exit_code, dead) == (None, ["client", "orphan", "own group", "own session"])


@EVERYWHERE
def test_everything_is_dead_and_gone_when_close_returns(
    isolation: Isolation, capfd: pytest.CaptureFixture[str]
) -> None:
    with Roll() as roll, opened(isolation, keep=(roll.directory,)) as sandbox:
        start(sandbox, *script(sandbox, "leave.py", roll.address, "stay"))
        roll.call("own group", "own session", "orphan", "client")
        close(sandbox)
        dead = roll.dead()
        is_there = Path(place_of(sandbox).root).exists()

    assert (dead, is_there) == (["client", "orphan", "own group", "own session"], False)
    assert capfd.readouterr().err == ""


@EVERYWHERE
def test_a_sandbox_may_be_closed_at_any_time_and_again(isolation: Isolation, capfd: pytest.CaptureFixture[str]) -> None:
    unready = Sandbox(isolation, keep=(), hide=())
    close(unready)
    close(unready)
    with Sandbox(isolation, keep=(), hide=()) as unused:
        root = unused.ready().root

    assert (unready._warden.returncode, unused._warden.returncode, Path(root).exists()) == (0, 0, False)
    assert capfd.readouterr().err == ""


@EVERYWHERE
def test_a_cut_after_the_end_changes_nothing(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        start(sandbox, "/bin/sh", "-c", "exit 4")
        ended = sandbox.ended()
        sandbox.cut_short()
        sandbox.cut_short()

    assert ended == Ended(exit_code=4, unroutable=0)


@EVERYWHERE
@pytest.mark.parametrize(
    ("content", "mode", "code", "advice"),
    [
        pytest.param(b"#!/bin/sh\n", 0o644, "EACCES", NOT_EXECUTABLE, id="not executable"),
        pytest.param(elf_header(0xF00D), 0o755, "ENOEXEC", NOT_FOR_HERE, id="another architecture"),
        pytest.param(b"no program", 0o755, "ENOEXEC", NOT_FOR_HERE, id="no program"),
        pytest.param(b"#!/no/such/interpreter\n", 0o755, "ENOENT", NOT_THERE, id="no interpreter"),
        pytest.param(None, 0, "ENOENT", NOT_THERE, id="no file"),
    ],
)
def test_a_program_that_cannot_be_executed_is_refused_with_advice_and_nothing_is_left(
    isolation: Isolation,
    content: bytes | None,
    mode: int,
    code: str,
    advice: str,
    below_tmp: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    program = below_tmp / "program"
    if content is not None:
        program.write_bytes(content)
        program.chmod(mode)
    with opened(isolation, keep=(str(below_tmp),)) as sandbox:
        with pytest.raises(LaunchRefusedError) as refused:
            start(sandbox, str(program))

        assert (str(refused.value), refused.value.code, refused.value.exit_code) == (
            f"{program} could not be started ({code}): {advice}",
            code,
            2,
        )
        assert (sandbox._warden.returncode, Path(place_of(sandbox).root).exists()) == (0, False)
        assert capfd.readouterr().err == ""


@EVERYWHERE
def test_an_argument_that_no_program_can_take_is_refused_like_a_program(
    isolation: Isolation, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        opened(isolation) as sandbox,
        pytest.raises(LaunchRefusedError, match=r"\(EINVAL\): check the file and the machine's limits"),
    ):
        start(sandbox, "/bin/sh", "a NUL: \0")

    assert (sandbox._warden.returncode, capfd.readouterr().err) == (0, "")


@EVERYWHERE
def test_a_file_that_cannot_be_written_is_refused_like_a_program(
    isolation: Isolation, capfd: pytest.CaptureFixture[str]
) -> None:
    launch = Launch(argv=("/bin/sh",), env={}, cwd="/", files={"mcp.sock": "taken"})
    with opened(isolation) as sandbox, pytest.raises(LaunchRefusedError, match=r"\(EEXIST\)"):
        sandbox.launch(launch)

    assert (sandbox._warden.returncode, capfd.readouterr().err) == (0, "")


def test_a_run_does_not_remove_what_another_one_uses() -> None:
    with opened("environment") as first, opened("environment"):
        is_there = Path(place_of(first).root).is_dir()

    assert is_there


@EVERYWHERE
def test_a_launch_before_the_place_is_ready_is_refused(isolation: Isolation) -> None:
    with (
        Sandbox(isolation, keep=(), hide=()) as sandbox,
        pytest.raises(SandboxRefusedError, match=r"\(launched before it was ready\)"),
    ):
        sandbox.launch(Launch(argv=("/bin/sh",), env={}, cwd="/"))


@EVERYWHERE
def test_only_a_place_without_a_jail_has_a_proxy(isolation: Isolation) -> None:
    with opened(isolation) as sandbox:
        port = sandbox.sockets[2].getsockname()[1]
        found = place_of(sandbox).proxy_url

    assert found == {"namespace": None, "environment": f"http://127.0.0.1:{port}"}[isolation]


def test_a_refusal_says_what_was_refused_and_what_to_do_instead() -> None:
    refusals = [SandboxRefusedError("namespace", "unshare: ENOSPC"), SandboxRefusedError("environment", "some: EROFS")]

    assert [(str(refused), refused.exit_code) for refused in refusals] == [
        (
            (
                "this machine refused the namespace isolation (unshare: ENOSPC); "
                "run `shape-probe doctor` for what to do, or use --set isolation=environment"
            ),
            2,
        ),
        (
            "this machine refused the environment isolation (some: EROFS); run `shape-probe doctor` for what to do",
            2,
        ),
    ]
