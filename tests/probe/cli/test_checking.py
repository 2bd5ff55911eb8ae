"""What becomes of a check's result: reports, settings, an archive of captures, a baseline of another release."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
import xmlschema

from captures import canonical
from tests.probe.checking.baselines import answer, of_another_fixture
from tests.probe.checking.commands import checked
from tests.support.places import REPOSITORY
from tests.support.stage import Stage, ended, opened_stage
from tests.support.steps import INLINE, LIST, TELL, TOOL_SEARCH, ask, ask_codex, messages

DATA = REPOSITORY / "tests" / "data"
DEFERRED = messages(TOOL_SEARCH)
ENDS_AT_ONCE = {"do": "end", "code": 7}
BASELINE = "shapes/claude/first-request.json"


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def drifting(stage: Stage) -> str:
    """A client that was inline in the baseline, and is not now."""
    client = stage.released("claude", LIST, ask())
    checked(stage, client.spec, "--update")
    return stage.replaced(client, LIST, ask(DEFERRED)).spec


def test_one_run_gives_several_reports_and_those_for_machines_have_their_schemas(stage: Stage) -> None:
    spec = drifting(stage)
    names = {"junit": "x.xml", "sarif": "x.sarif", "json": "x.json", "markdown": "x.md", "text": "x.txt"}
    reports = [word for name, file in names.items() for word in ("--report", f"{name}={file}")]

    done = checked(stage, spec, "--format", "github", *reports)

    found = {name: (stage.work / file).read_text(encoding="utf-8") for name, file in names.items()}
    assert (done.exit_code, done.stderr) == (1, "".join(f"written: {file}\n" for file in names.values()))
    assert f"\n::error file={BASELINE},title=claude 2.1.268 -> 2.1.268%3A " in done.stdout
    xmlschema.XMLSchema10(DATA / "junit-10.xsd").validate(found["junit"])
    schema = json.loads((DATA / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema).validate(json.loads(found["sarif"]))
    assert [each["file"] for each in json.loads(found["json"])["compared"]] == [BASELINE]
    assert found["text"] == checked(stage, spec).stdout
    assert found["markdown"] == checked(stage, spec, "--format", "markdown").stdout


def test_the_threshold_and_the_settings_decide_what_is_drift(stage: Stage) -> None:
    spec = drifting(stage)
    rules = {each["rule"] for each in findings(stage, spec)}
    accepted = "".join(f'[[accepted]]\nrule = "{rule}"\nreason = "we know"\n' for rule in sorted(rules))
    (stage.work / "shape-probe.toml").write_text(accepted, encoding="utf-8")

    by_default = checked(stage, spec)
    (stage.work / "other.toml").touch()
    by_others = checked(stage, spec, "--settings", "other.toml")

    assert (by_default.exit_code, by_others.exit_code) == (0, 1)


def test_an_update_says_which_acceptances_are_stale_from_now_on(stage: Stage) -> None:
    spec = drifting(stage)
    first = findings(stage, spec)[0]["rule"]
    text = f'[[accepted]]\nrule = "{first}"\nreason = "we know"\n'
    (stage.work / "shape-probe.toml").write_text(text, encoding="utf-8")

    done = checked(stage, spec, "--update")

    assert done.exit_code == 0
    assert done.stderr.startswith(f"written: {BASELINE}\nshape-probe: shape-probe.toml accepts ")
    assert checked(stage, spec).exit_code == 1


def findings(stage: Stage, spec: str) -> list[dict[str, str]]:
    [comparison] = json.loads(checked(stage, spec, "--format", "json").stdout)["compared"]
    found: list[dict[str, str]] = comparison["findings"]
    return found


def test_what_was_captured_can_be_kept_by_version(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    checked(stage, client.spec, "--update", "--reply", "accept", "--reply", "refuse")
    kept = stage.work / "kept" / "claude" / "2.1.268" / "first-request.json"

    first = checked(stage, client.spec, "--out", "kept")
    before = kept.read_bytes()
    stage.replaced(client, LIST, ENDS_AT_ONCE)
    second = checked(stage, client.spec, "--out", "kept")

    assert (first.exit_code, second.exit_code) == (0, 3)
    assert first.stderr == "written: kept/claude/2.1.268/first-request.json\n"
    assert "written: " not in second.stderr
    assert (before, kept.read_bytes()) == ((stage.work / BASELINE).read_bytes(), before)


def test_a_baseline_of_another_synthetic_tool_does_not_compare_and_is_made_again(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    path = stage.work / BASELINE
    path.parent.mkdir(parents=True)
    path.write_text(canonical.dumps(of_another_fixture(answer())), encoding="utf-8")

    found = checked(stage, client.spec)
    updated = checked(stage, client.spec, "--update")

    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"shape-probe: {BASELINE} was made with another synthetic tool, ")
    assert (updated.exit_code, updated.stderr.splitlines()) == (
        0,
        [f"shape-probe: {BASELINE}: not compared, as it is of another synthetic tool", f"written: {BASELINE}"],
    )
    assert checked(stage, client.spec).exit_code == 0


def test_a_client_that_wavers_is_unstable_in_the_result(stage: Stage) -> None:
    client = stage.released("claude", TELL, LIST, ask(messages("{heard}", TOOL_SEARCH)))
    process = stage.start("check", client.spec, "--update", "--repeat", "2", "--jobs", "1")

    for heard in ({"name": "Read"}, INLINE):
        client.ear.hear(heard)
    done = ended(process)

    assert done.exit_code == 0
    assert "claude 2.1.268: unstable: its runs differ at " in done.stderr


def test_a_signal_ends_a_check_and_nothing_is_written(stage: Stage) -> None:
    """It comes when a first event loop is over: claude could not be started, and codex is asked again."""
    codex, claude = stage.released("codex", TELL, LIST, ask_codex()), stage.released("claude")
    claude.program.write_bytes(b"no program")
    process = stage.start("check", codex.spec, claude.spec, "--update", "--jobs", "1")
    codex.ear.hear()
    codex.ear.listen()

    process.send_signal(signal.SIGTERM)
    done = ended(process)

    assert (done.exit_code, done.stdout, stage.left()) == (128 + signal.SIGTERM, "", [])
    codex.ear.wait_for_latecomers()


def test_a_leak_is_neither_reported_nor_written(stage: Stage) -> None:
    name = {"name": "mcp__{alias}__{tool.name}_{word}", "description": "{tool.description}"}
    client = stage.released("claude", LIST, ask(messages(name)))

    done = checked(stage, client.spec, "--update", "--report", "json=x.json", "--out", "kept")

    assert (done.exit_code, done.stdout, stage.left()) == (4, "", [])
    assert done.stderr.startswith("shape-probe: the leak guard refused ")


def test_a_report_that_nobody_reads_leaves_the_baseline_alone(stage: Stage) -> None:
    spec = drifting(stage)
    before = Path(stage.work / BASELINE).read_bytes()

    done = stage.run("check", spec, "--update", before=["/bin/sh", "-c", 'exec "$@" >&-', "sh"])

    assert done.exit_code == 2
    assert (stage.work / BASELINE).read_bytes() == before
