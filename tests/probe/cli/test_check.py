"""`shape-probe check`: green, red, inconclusive, updated, and refused before anything is started."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from captures import canonical
from captures.model import Capture
from tests.probe.checking.commands import checked
from tests.support.stage import Stage, opened_stage
from tests.support.steps import LIST, TELL, TOOL_SEARCH, ask, ask_codex, messages

DEFERRED = messages(TOOL_SEARCH)
ENDS_AT_ONCE = {"do": "end", "code": 7}
BASELINE = "shapes/claude/first-request.json"


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def captures(path: Path) -> tuple[Capture, ...]:
    return canonical.loads(path.read_bytes(), name=path.name).captures


def said(text: str) -> list[str]:
    """What was said, without the advice of warnings."""
    return [re.sub(r"(\(no-model-request\)).*", r"\1", line) for line in text.splitlines()]


def test_an_update_writes_the_baseline_and_a_check_is_green(stage: Stage) -> None:
    """As a user starts it."""
    client = stage.released("claude", LIST, ask())

    updated = stage.run("check", client.spec, "--update")
    written = (stage.work / BASELINE).read_bytes()
    again = stage.run("check", client.spec)

    new = "new in the baseline: claude first-request reply=accept (2.1.268)"
    assert (updated.exit_code, updated.stdout) == (0, "")
    assert said(updated.stderr) == [new, f"written: {BASELINE}"]
    assert (again.exit_code, again.stderr) == (0, "")
    assert "no difference" in again.stdout
    assert (stage.work / BASELINE).read_bytes() == written


def test_a_baseline_that_says_something_else_is_red(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    checked(stage, client.spec, "--update")
    path = stage.work / BASELINE
    path.write_text(path.read_text(encoding="utf-8").replace("mcp__shape_probe__lookup", "lookup"), encoding="utf-8")
    doctored = path.read_bytes()

    done = checked(stage, client.spec)

    assert (done.exit_code, done.stderr, path.read_bytes()) == (1, "", doctored)
    assert "  breaking  " in done.stdout


def test_a_new_release_is_compared_with_the_old_one_and_an_update_takes_it_in(stage: Stage) -> None:
    checked(stage, stage.released("claude", LIST, ask(), version="2.1.1").spec, "--update")
    new = stage.released("claude", LIST, ask(DEFERRED), version="2.1.2").spec

    red = checked(stage, new)
    updated = checked(stage, new, "--update")
    green = checked(stage, new)

    assert [each.exit_code for each in (red, updated, green)] == [1, 0, 0]
    assert red.stdout == updated.stdout
    assert "2.1.1 -> 2.1.2" in red.stdout
    assert [each.client.version for each in captures(stage.work / BASELINE)] == ["2.1.2"]


def test_an_update_without_a_change_touches_nothing(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    checked(stage, client.spec, "--update")
    before = (stage.work / BASELINE).stat()

    done = checked(stage, client.spec, "--update")

    assert (done.exit_code, done.stderr) == (0, f"unchanged: {BASELINE}\n")
    assert (stage.work / BASELINE).stat().st_ino == before.st_ino


def test_a_client_that_shows_nothing_is_inconclusive_and_its_baseline_is_kept(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    checked(stage, client.spec, "--update")
    before = (stage.work / BASELINE).read_bytes()
    stage.replaced(client, LIST, ENDS_AT_ONCE)

    found = checked(stage, client.spec)
    updated = checked(stage, client.spec, "--update")

    warning = "shape-probe: claude 2.1.268: inconclusive (no-model-request)"
    kept = f"shape-probe: {BASELINE} is kept as it is: there are no answers that could replace it"
    assert (found.exit_code, said(found.stderr)) == (3, [warning])
    assert (updated.exit_code, said(updated.stderr)) == (3, [warning, kept])
    assert (stage.work / BASELINE).read_bytes() == before


def test_a_client_that_cannot_be_started_is_inconclusive_and_the_others_are_checked(stage: Stage) -> None:
    """Drift in one client counts more than nothing known of another."""
    claude, codex = stage.released("claude", LIST, ask()), stage.released("codex", LIST, ask_codex())
    checked(stage, claude.spec, codex.spec, "--update")
    claude.program.write_bytes(b"no program")

    inconclusive = checked(stage, claude.spec, codex.spec)
    stage.replaced(codex, LIST, ask_codex({"type": "response.create", "input": ["{prompt}"], "tools": []}))
    red = checked(stage, claude.spec, codex.spec)

    assert [inconclusive.exit_code, red.exit_code] == [3, 1]
    assert inconclusive.stderr.startswith(
        f"shape-probe: claude: inconclusive (it could not be started): {claude.program} could not be started (ENOEXEC)"
    )
    assert "claude first-request reply=accept 2.1.268: the new capture is inconclusive" in inconclusive.stdout
    assert "codex first-request reply=accept" in inconclusive.stdout


def test_a_client_of_no_known_version_that_cannot_be_started_is_told_as_such(stage: Stage) -> None:
    checked(stage, stage.released("claude", LIST, ask()).spec, "--update")

    done = checked(stage, "claude@/bin/false")

    told = "claude first-request reply=accept (could not be started): the new capture is inconclusive"
    assert (done.exit_code, told in done.stdout) == (3, True)


def test_what_is_asked_is_what_the_baseline_answers(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    checked(stage, client.spec, "--update", "--reply", "accept", "--reply", "refuse", "--set", "model=some-model")

    done = checked(stage, client.spec, "--format", "json")

    asked = [each["question"]["requested"] for each in json.loads(done.stdout)["compared"]]
    assert asked == [{"model": "some-model", "reply": "accept"}, {"model": "some-model", "reply": "refuse"}]


def test_an_update_leaves_alone_what_it_does_not_ask(stage: Stage) -> None:
    checked(stage, stage.released("claude", LIST, ask(), version="2.1.1").spec, "--update", "--reply", "refuse")
    new = stage.released("claude", LIST, ask(), version="2.1.2").spec

    done = checked(stage, new, "--update", "--reply", "accept")

    assert done.exit_code == 0
    assert [(each.client.version, each.conditions.requested) for each in captures(stage.work / BASELINE)] == [
        ("2.1.1", {"reply": "refuse"}),
        ("2.1.2", {"reply": "accept"}),
    ]


def test_an_update_names_what_is_new_and_compares_the_rest(stage: Stage) -> None:
    """A program that reads the result gets a whole document where there is nothing to compare, too."""
    client = stage.released("claude", LIST, ask())

    first = checked(stage, client.spec, "--update", "--format", "json")
    second = checked(stage, client.spec, "--update", "--reply", "accept", "--reply", "refuse")

    document = json.loads(first.stdout)
    assert (document["compared"], document["not_compared"]) == ([], [])
    assert second.stderr.splitlines() == [
        "new in the baseline: claude first-request reply=refuse (2.1.268)",
        f"written: {BASELINE}",
    ]
    assert second.stdout == (
        "claude first-request reply=accept  2.1.268 -> 2.1.268: no difference\n\n"
        "0 breaking, 0 notable, 0 cosmetic; 1 question compared\n"
    )


def test_what_a_client_shows_later_is_warned_about_once(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask(DEFERRED), ask())

    updated = checked(stage, client.spec, "--update", "--reply", "refuse")
    again = checked(stage, client.spec)

    assert "it shows lookup otherwise: inline" in updated.stderr
    assert (again.exit_code, again.stderr) == (0, "")


def test_without_a_spec_the_clients_of_the_baseline_are_checked(stage: Stage) -> None:
    """One that is not on PATH is told, and not passed over."""
    stage.at_path("claude", LIST, ask())
    codex = stage.released("codex", LIST, ask_codex())
    checked(stage, "claude", "--update")

    alone = checked(stage)
    checked(stage, codex.spec, "--update")
    both = checked(stage)

    assert (alone.exit_code, alone.stderr) == (0, "")
    assert (both.exit_code, both.stderr.startswith("shape-probe: codex is not on PATH; ")) == (2, True)


def test_without_a_baseline_nothing_is_started(stage: Stage) -> None:
    client = stage.released("claude", TELL)

    none = checked(stage, client.spec)
    checked(stage, stage.released("codex", LIST, ask_codex()).spec, "--update")
    of_another = checked(stage, client.spec)

    assert [(each.exit_code, each.stdout) for each in (none, of_another)] == [(2, ""), (2, "")]
    assert none.stderr.startswith("shape-probe: shapes has no answer of any client to compare with; ")
    assert of_another.stderr.startswith("shape-probe: shapes has no answer of claude to compare with; ")
    assert client.ear.has_heard_nothing()


def test_a_foreign_file_in_the_baseline_is_never_replaced(stage: Stage) -> None:
    client = stage.released("claude", TELL)
    path = stage.work / BASELINE
    path.parent.mkdir(parents=True)
    path.write_text("{}\n", encoding="utf-8")

    done = checked(stage, client.spec, "--update")

    assert (done.exit_code, done.stdout, path.read_text(encoding="utf-8")) == (2, "", "{}\n")
    assert done.stderr.startswith(f"shape-probe: {BASELINE}: ")
    assert client.ear.has_heard_nothing()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--report", "html=x.html"],
        ["--report", "json=shapes/x.json"],
        ["--report", "json=none/x.json"],
        ["--out", "shapes/captures"],
        ["--settings", "none.toml"],
        ["--set", "nothing"],
        ["--reply", "never"],
        ["--scenario", "none"],
        ["--baseline", "a-file"],
        ["--fail-on", "never"],
        ["--format", "html"],
        ["claude@2.1.268"],
        ["claude@./none"],
        ["gemini"],
    ],
)
def test_where_an_argument_is_wrong_nothing_is_started(stage: Stage, arguments: list[str]) -> None:
    client = stage.released("claude", TELL)
    (stage.work / "a-file").touch()

    done = checked(stage, client.spec, "--update", *arguments)

    assert (done.exit_code, done.stdout, stage.left()) == (2, "", ["a-file"])
    assert client.ear.has_heard_nothing()
