"""`shape-probe run` starts what its arguments name, and nothing where one of them is wrong."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

from probe.cli.run import run
from tests.probe.installs.fake_npm import fake_npm
from tests.support.stage import Stage, opened_stage
from tests.support.steps import LIST, STAY, TELL, ask, ask_codex


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def invoke(stage: Stage, *arguments: str) -> Result:
    """Run the command in this process, with its result on stdout."""
    env = {"PATH": f"{stage.programs}:/usr/bin:/bin", "SHAPE_PROBE_CACHE": str(stage.cache)}
    return CliRunner().invoke(run, [*arguments, "--out", "-"], env=env)


def captures(result: Result) -> Any:  # noqa: ANN401 - JSON
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)["captures"]


def test_every_kind_of_spec_names_a_client(stage: Stage) -> None:
    specs = [
        stage.at_path("claude", LIST, ask()).spec,
        stage.released("codex", LIST, ask_codex(), version="0.154.0").spec,
    ]

    found = captures(invoke(stage, *specs, "claude"))

    assert [(each["client"], each["verdict"]) for each in found] == [
        ({"name": "claude", "version": "7.0.0"}, {"kind": "observed"}),
        ({"name": "codex", "version": "0.154.0"}, {"kind": "observed"}),
    ]


def test_a_client_that_is_named_twice_is_run_once(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask())
    process = stage.start("run", client.spec, client.spec, "--json")

    client.ear.hear()

    assert len(json.loads(process.communicate(timeout=30)[0])["captures"]) == 1


def test_each_client_gets_the_settings_that_it_takes(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())

    [capture] = captures(invoke(stage, client.spec, "--set", "model=some-model", "--set", "transport=http"))

    assert capture["conditions"]["requested"] == {"model": "some-model", "reply": "accept"}


def test_more_runs_than_fit_at_a_time_are_made_one_after_the_other(stage: Stage) -> None:
    specs = [stage.released("claude", LIST, ask(), version=f"2.1.{number}").spec for number in range(3)]

    found = captures(invoke(stage, *specs, "--jobs", "1"))

    assert [each["client"]["version"] for each in found] == ["2.1.0", "2.1.1", "2.1.2"]


def test_where_the_second_cannot_be_started_the_first_is_ended(stage: Stage) -> None:
    first = stage.released("claude", TELL, STAY, version="2.1.1")
    second = stage.released("claude", version="2.1.2")
    second.program.write_bytes(b"no program")

    result = invoke(stage, first.spec, second.spec, "--jobs", "2")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"shape-probe: {second.program} could not be started (ENOEXEC): ")
    first.ear.wait_for_latecomers()


@pytest.mark.parametrize(
    "arguments",
    [["--reply", "never"], ["--scenario", "none"], ["--set", "nothing"], ["--set", "none=1"], ["--deadline", "0"]],
)
def test_where_an_argument_is_wrong_nothing_is_started(stage: Stage, arguments: list[str]) -> None:
    client = stage.released("claude", TELL)

    assert invoke(stage, client.spec, *arguments).exit_code == 2
    assert client.ear.has_heard_nothing()


def test_an_output_that_cannot_be_written_is_found_out_before_anything_is_fetched(stage: Stage) -> None:
    fake = fake_npm(stage.root)

    result = CliRunner().invoke(
        run,
        ["claude@latest", "--out", f"{stage.root}/none/x.json"],
        env={"PATH": str(fake.bin), "SHAPE_PROBE_CACHE": str(stage.cache)},
    )

    assert (result.exit_code, "its directory does not exist" in result.stderr, fake.calls()) == (2, True, [])
