"""What only Linux can show: the jail, and machines that refuse things, around the whole command."""

import json

from captures import canonical
from captures.model import Fixture, ShapesFile
from captures.words import SCHEMA_VERSION
from tests.interaction.requirements import covers
from tests.support.machines import WITHOUT_NAMESPACES, WITHOUT_PORTS, machine
from tests.support.stage import Done, Stage
from tests.support.steps import LIST, TELL, ask


@covers("isolation.jail")
def test_what_leaves_the_jail_is_refused_counted_and_warned_about(stage: Stage) -> None:
    """The addresses are those for documentation (RFC 5737, RFC 3849)."""
    steps = [{"do": "look_up", "host": f"{name}.invalid"} for name in ("one", "two", "one")]
    steps += [{"do": "reach", "host": host} for host in ("192.0.2.1", "2001:db8::1", "192.0.2.1")]
    client = stage.released("claude", LIST, ask(), *steps)

    done = stage.run("run", client.spec, "--set", "isolation=namespace")

    [capture] = stage.shapes()["captures"]
    assert capture["outcome"] == {
        "exit_code": 0,
        "attempts": 1,
        "turn_completed": True,
        "refused_lookups": 2,
        "refused_connections": 3,
    }
    assert done.stderr.splitlines() == [
        "shape-probe: claude 2.1.268: it tried to leave loopback: 2 host names and 3 connections were refused",
        "written: native-tool-shapes.json",
    ]


@covers("error.refused")
def test_namespaces_that_are_asked_for_and_refused_are_an_error(stage: Stage) -> None:
    client = stage.released("claude", TELL)

    done = stage.run("run", client.spec, "--set", "isolation=namespace", before=WITHOUT_NAMESPACES)

    assert done == Done(
        exit_code=2,
        stdout="",
        stderr="shape-probe: this machine refused the namespace isolation (unshare: ENOSPC); "
        "run `shape-probe doctor` for what to do, or use --set isolation=environment\n",
    )
    assert client.ear.has_heard_nothing()
    assert stage.left() == []


@covers("isolation.fallback")
def test_where_namespaces_are_refused_the_capture_says_so(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    done = stage.run("run", client.spec, "--json", before=WITHOUT_NAMESPACES)

    [capture] = json.loads(done.stdout)["captures"]
    assert (done.exit_code, capture["verdict"], capture["conditions"]) == (
        0,
        {"kind": "observed"},
        {"requested": {"reply": "accept"}, "observed": {"isolation": "environment", "transport": "http"}},
    )


@covers("error.refused")
def test_ports_that_are_refused_are_an_error(stage: Stage) -> None:
    client = stage.released("claude", TELL)

    done = stage.run("run", client.spec, "--set", "isolation=environment", before=WITHOUT_PORTS)

    assert done == Done(
        exit_code=2,
        stdout="",
        stderr="shape-probe: this machine refused the environment isolation (Address already in use: EADDRINUSE); "
        "run `shape-probe doctor` for what to do\n",
    )
    assert client.ear.has_heard_nothing()
    assert stage.left() == []


@covers("error.output")
def test_a_read_only_file_system_is_said_before_anything_is_started(stage: Stage) -> None:
    client = stage.released("claude", TELL)
    disk = stage.root / "disk"
    disk.mkdir()

    done = stage.run(
        "run",
        client.spec,
        "--out",
        disk / "shapes.json",
        before=machine('mount -t tmpfs -o ro none "$0"; exec "$@"', str(disk)),
    )

    assert done == Done(
        exit_code=2,
        stdout="",
        stderr=f"shape-probe: cannot write {disk / 'shapes.json'}: the file system is read-only; "
        "name a file on another one\n",
    )
    assert client.ear.has_heard_nothing()


@covers("error.disk-full")
def test_a_full_disk_is_said_and_the_file_that_was_there_stays(stage: Stage) -> None:
    """A disk of one page, which the file that is there fills."""
    client = stage.released("claude", LIST, ask())
    disk = stage.root / "disk"
    disk.mkdir()
    fixture = Fixture.model_validate({"alias": "other", "tool": {"name": "lookup"}})
    before = canonical.dumps(ShapesFile(schema_version=SCHEMA_VERSION, fixture=fixture, captures=()))
    (stage.root / "before.json").write_text(before, encoding="utf-8")
    script = (
        f'mount -t tmpfs -o size=4k none "$0"; cp {stage.root}/before.json "$0/shapes.json"; code=0; "$@" || code=$?; '
        'ls -A "$0"; cat "$0/shapes.json"; exit $code'
    )

    done = stage.run("run", client.spec, "--out", disk / "shapes.json", before=machine(script, str(disk)))

    assert done == Done(
        exit_code=2,
        stdout=f"shapes.json\n{before}",
        stderr=f"shape-probe: cannot write {disk / 'shapes.json'}: the disk is full; "
        "free some space or name a file on another disk\n",
    )


@covers("doctor.says-why")
def test_the_doctor_says_what_is_refused_and_what_to_do(stage: Stage) -> None:
    done = stage.run("doctor", before=WITHOUT_NAMESPACES)

    assert done.exit_code == 0
    assert done.stdout.splitlines()[1:4] == [
        "--  isolation namespace: refused (unshare: ENOSPC)",
        "      the limit of user namespaces is reached or 0: sysctl user.max_user_namespaces=10000",
        "ok  isolation environment: scratch directory, environment allow-list, refusing proxy",
    ]


@covers("doctor.says-why")
def test_where_no_client_can_run_the_doctor_ends_with_an_error(stage: Stage) -> None:
    read_only = "mount --bind /var/tmp /var/tmp; mount -o remount,bind,ro /var/tmp"
    without_both = machine(f'echo 0 > /proc/sys/user/max_user_namespaces; {read_only}; exec "$@"')

    done = stage.run("doctor", "--json", before=without_both)

    findings = [finding for finding in json.loads(done.stdout) if finding["topic"].startswith("isolation")]
    assert done.exit_code == 2
    assert findings[1] == {
        "topic": "isolation environment",
        "is_well": False,
        "found": "refused (Read-only file system: EROFS)",
        "advice": "loopback ports and a writable /var/tmp are needed; check the disk and the machine's limits",
    }
