"""`shape-probe history` shows the releases of a client in which something changed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner, Result

from captures import canonical
from captures.compare.history import History, histories_of, narrowed
from captures.compare.rules import RULES
from captures.model import Capture, ShapesFile
from captures.report.timeline import FORMATS
from probe.cli.history import history
from probe.gathering import gathered
from tests.captures.report.series import version
from tests.captures.samples import DEFERRED, INLINE, NAMESPACED, document, shapes_file

CAPTURES = (
    version("1.0.0", tools=[INLINE]),
    version("1.1.0", tools=[{**INLINE, "pointer": "$.tools[3]"}]),
    version("1.2.0", tools=[NAMESPACED]),
    version("1.0.0", reply="refuse", tools=[INLINE]),
    version("1.1.0", reply="refuse", tools=[{**INLINE, "pointer": "$.tools[4]"}]),
    version("1.2.0", reply="refuse", tools=[DEFERRED]),
    version("1.2.0", scenario="results", tools=[DEFERRED]),
)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(history, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    file = shapes_file().model_copy(update={"captures": CAPTURES})
    (tmp_path / "shapes.json").write_text(canonical.dumps(file), encoding="utf-8", newline="\n")
    return tmp_path


def whole(captures: Sequence[Capture]) -> History:
    (found,) = histories_of(captures)
    return found


def notable(found: History) -> History:
    return narrowed(found, lambda finding: finding.severity != "cosmetic")


@pytest.mark.parametrize("format_name", ["text", "markdown", "json"])
def test_what_is_notable_and_graver_is_shown_in_each_format(
    folder: Path, format_name: Literal["text", "markdown", "json"]
) -> None:
    result = run("codex", folder, "--format", format_name)

    assert (result.exit_code, result.stdout) == (0, FORMATS[format_name]([notable(whole(CAPTURES))]))


def test_what_is_cosmetic_is_counted_and_shown_on_request(folder: Path) -> None:
    hidden = whole(CAPTURES).count() - notable(whole(CAPTURES)).count()
    by_default, everything = run("codex", folder), run("codex", folder, "--all")

    assert hidden > 1
    assert by_default.stderr == f"{hidden} cosmetic findings are not shown; --all shows everything\n"
    assert (everything.stdout, everything.stderr) == (FORMATS["text"]([whole(CAPTURES)]), "")


def test_a_scenario_a_reply_and_a_condition_narrow_it(folder: Path) -> None:
    accepted = whole(CAPTURES[:3])
    result = run("codex", folder, "--scenario", "first-request", "--reply", "accept", "--all")

    assert result.stdout == FORMATS["text"]([accepted])
    assert run("codex", folder, "--scenario", "first-request", "--set", "reply=accept", "--all").stdout == result.stdout


def test_one_rule_is_shown_whatever_its_severity(folder: Path) -> None:
    rules = {change.finding.rule for release in whole(CAPTURES).releases for change in release.changes}

    assert {rule: run("codex", folder, "--rule", rule).stdout for rule in rules} == {
        rule: FORMATS["text"]([of_rule(rule)]) for rule in rules
    }


def of_rule(rule: str) -> History:
    return narrowed(whole(CAPTURES), lambda finding: finding.rule == rule)


def test_a_rule_that_is_not_there_is_a_wrong_command(folder: Path) -> None:
    near, far = run("codex", folder, "--rule", "tool-vanish"), run("codex", folder, "--rule", "@")

    says = "shape-probe: --rule names no rule; docs/rules.md has them all, among them "
    assert (near.exit_code, near.stdout, far.exit_code) == (2, "", 2)
    assert near.stderr.startswith(f"{says}tool-vanished, ")
    assert far.stderr == f"{says}{', '.join(sorted(RULES)[:3])}\n"


def test_a_client_without_captures_is_a_wrong_command(folder: Path) -> None:
    result = run("claude", folder)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "shape-probe: no capture fits; there are: codex first-request reply=accept; codex first-request reply=refuse; "
        "codex results reply=accept\n"
    )


@pytest.mark.parametrize("arguments", [("captures", "codex"), ("captures", "other", "codex")])
def test_arguments_the_wrong_way_round_are_told_the_right_way(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "shape-probe: the client comes first; write: shape-probe history codex captures\n"


def test_a_directory_alone_is_told_that_a_client_is_missing(folder: Path) -> None:
    result = run(folder)

    assert result.exit_code == 2
    assert result.stderr == f"shape-probe: the client comes first; write: shape-probe history claude {folder}\n"


@pytest.mark.parametrize("name", ["nobody", "no\0body", "n" * 5000])
def test_a_client_that_nobody_knows_is_told_what_there_is(name: str) -> None:
    result = run(name)

    assert result.exit_code == 2
    assert result.stderr.startswith("shape-probe: no capture fits; there are: claude ")


def test_a_client_with_a_version_is_told_to_leave_it_out(folder: Path) -> None:
    result = run("codex@0.171.0", folder)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == ("shape-probe: a history has all versions of a client; write: shape-probe history codex\n")


@pytest.mark.parametrize("format_name", ["text", "markdown", "json"])
def test_a_name_that_is_no_unicode_text_is_shown_escaped(tmp_path: Path, format_name: str) -> None:
    name = "lone\ud800x"
    tools = ([INLINE], [{**INLINE, "shown_as": name}])
    odd = [version(f"1.{place}.0", tools=each).model_dump() for place, each in enumerate(tools)]
    file = ShapesFile.model_validate(document(*odd, more_tools=[{"name": name}]))
    (tmp_path / "shapes.json").write_text(canonical.dumps(file), encoding="utf-8")
    result = run("codex", tmp_path, "--format", format_name)

    assert (result.exit_code, result.stderr) == (0, "")
    assert "ud800x" in result.stdout


def test_without_a_directory_it_tells_of_the_captures_that_come_along() -> None:
    result = run("codex", "--format", "json", "--all")

    codex = [capture for capture in gathered([]) if capture.client.name == "codex"]
    assert json.loads(result.stdout) == json.loads(FORMATS["json"]([whole(codex)]))
