"""Several runs: of one question, of several clients."""

from typing import Any

from tests.interaction.requirements import covers
from tests.support.stage import Stage, ended
from tests.support.steps import INLINE, LIST, TELL, ask, ask_codex, messages


def only_capture(stage: Stage) -> Any:  # noqa: ANN401 - JSON
    [capture] = stage.shapes()["captures"]
    return capture


@covers("capture.same-bytes", "output.json")
def test_the_same_question_gives_the_same_bytes_wherever_they_go(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    stage.run("run", client.spec)
    written = stage.file.read_text(encoding="utf-8")
    to_stdout = stage.run("run", client.spec, "--out", "-")
    both = stage.run("run", client.spec, "--json", "--out", "other.json")

    assert (to_stdout.stdout, to_stdout.stderr) == (written, "")
    assert (both.stdout, both.stderr) == (written, "written: other.json\n")
    assert (stage.work / "other.json").read_text(encoding="utf-8") == written


@covers("capture.same-bytes")
def test_runs_that_agree_are_one_capture(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    once = stage.run("run", client.spec, "--json")
    often = stage.run("run", client.spec, "--json", "--repeat", "3", "--jobs", "2")

    assert often == once


@covers("capture.unstable")
def test_a_client_that_wavers_is_unstable_at_the_pointer(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask(messages("{heard}", INLINE)))
    process = stage.start("run", client.spec, "--repeat", "3", "--jobs", "1")

    for answer in ({"name": "Read"}, INLINE, {"name": "Read"}):
        client.ear.hear(answer)
    done = ended(process)

    differs = ["$.sightings", "$.tools[0].pointer"]
    assert done.exit_code == 0
    assert only_capture(stage)["verdict"] == {"kind": "unstable", "pointers": differs}
    assert done.stderr.splitlines() == [
        f"shape-probe: claude 2.1.268: unstable: its runs differ at {', '.join(differs)}",
        "written: native-tool-shapes.json",
    ]
    assert done.stdout.splitlines()[1].split()[-1] == "unstable"


@covers("capture.side-by-side")
def test_two_clients_run_at_once_and_come_in_the_order_of_the_file(stage: Stage) -> None:
    """Neither is answered before both are there: one after the other would never end."""
    codex = stage.released("codex", TELL, LIST, ask_codex())
    claude = stage.released("claude", TELL, LIST, ask())
    process = stage.start("run", codex.spec, claude.spec, "--jobs", "2")

    waiting = [client.ear.listen()[1] for client in (claude, codex)]
    for each in waiting:
        each.sendall(b"null\n")
    done = ended(process)

    assert [line.split()[0] for line in done.stdout.splitlines()] == ["CLIENT", "claude", "codex"]
    assert [capture["client"]["name"] for capture in stage.shapes()["captures"]] == ["claude", "codex"]


@covers("capture.side-by-side")
def test_two_versions_stand_in_the_order_of_versions(stage: Stage) -> None:
    newer = stage.released("claude", LIST, ask(), version="2.1.10")
    older = stage.released("claude", LIST, ask(), version="2.1.9")

    stage.run("run", newer.spec, older.spec, "--jobs", "1")

    assert [capture["client"]["version"] for capture in stage.shapes()["captures"]] == ["2.1.9", "2.1.10"]
