"""The GitHub Action, the example workflow and the pre-commit hook do what they say: their scripts are run here.

What GitHub itself does between the steps is played: it fills in expressions, gives files for outputs and the summary,
and runs a script with `bash -eo pipefail`. Nothing of this was run by GitHub.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped] # it has no types of its own

from probe.clients.table import CLIENTS
from probe.scenarios.table import SCENARIOS
from tests.support.stage import Stage, opened_stage
from tests.support.steps import LIST, TOOL_SEARCH, ask, messages

ROOT: Final = Path(__file__).parents[1]
ACTION: Final = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
NIGHTLY: Final = yaml.safe_load((ROOT / "docs" / "examples" / "nightly.yml").read_text(encoding="utf-8"))
HOOKS: Final = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))

_EXPRESSION: Final = re.compile(r"\$\{\{ *(.*?) *\}\}")

SAYS_SO: Final = '#!/bin/sh\nprintf "%s\\n" "$0 $*" >> "$CALLS"\n'
"""A program that does nothing but note how it was called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How a step ended: its exit code, its log, its outputs, what it added to the summary."""

    code: int
    log: str
    outputs: Mapping[str, str]
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """Plays what GitHub does around a step. `facts` are the values of expressions."""

    work: Path
    scratch: Path
    facts: dict[str, str] = field(default_factory=dict)
    environ: dict[str, str] = field(default_factory=dict)

    def run(self, step: Mapping[str, Any]) -> Step:
        """Run the script of a step."""
        output, summary = self.scratch / "output", self.scratch / "summary"
        output.write_text("", encoding="utf-8")
        summary.write_text("", encoding="utf-8")
        script = self.scratch / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        env = {
            "PATH": "/usr/bin:/bin",
            "RUNNER_TEMP": str(self.scratch),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_REPOSITORY": "somebody/something",
            **self.environ,
            **{name: self.filled(value) for name, value in step.get("env", {}).items()},
        }
        done = subprocess.run(
            ["/usr/bin/env", "bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.work / self.filled(step.get("working-directory", ".")),
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        lines = output.read_text(encoding="utf-8").splitlines()
        return Step(
            code=done.returncode,
            log=done.stdout,
            outputs=dict(line.split("=", 1) for line in lines),
            summary=summary.read_text(encoding="utf-8"),
        )

    def filled(self, text: str) -> str:
        """A text with the values of its expressions."""
        return _EXPRESSION.sub(lambda found: self.facts[found[1]], text)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


@pytest.fixture
def runner(stage: Stage) -> Runner:
    """A machine on which the action is installed, as a command that is this source tree."""
    command = program(stage.root / "shape-probe", f'#!/bin/sh\nexec "{sys.executable}" -m probe "$@"\n')
    inputs = {f"inputs.{name}": each["default"] for name, each in ACTION["inputs"].items()}
    environ = {
        "PATH": f"{stage.programs}:/usr/bin:/bin",
        "HOME": str(stage.work),
        "PYTHONPATH": str(ROOT),
        "SHAPE_PROBE_CACHE": str(stage.cache),
        "CALLS": str(stage.root / "calls"),
    }
    facts = {**inputs, "steps.install.outputs.command": str(command)}
    return Runner(work=stage.work, scratch=stage.root, facts=facts, environ=environ)


def program(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def step(of: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A step by its name, with the script."""
    steps = of["runs"]["steps"] if "runs" in of else of["jobs"]["check"]["steps"]
    [found] = [each for each in steps if each.get("name") == name]
    return dict(found)


def check(runner: Runner, **inputs: str) -> Step:
    runner.facts.update({f"inputs.{name.replace('_', '-')}": value for name, value in inputs.items()})
    return runner.run(step(ACTION, "Check"))


def concluded(runner: Runner, checked: Step) -> Step:
    runner.facts["steps.check.outputs.exit-code"] = checked.outputs["exit-code"]
    return runner.run(step(ACTION, "Conclude"))


@pytest.mark.parametrize("of", [ACTION, NIGHTLY], ids=["action.yml", "nightly.yml"])
def test_no_value_stands_in_the_text_of_a_script(of: Mapping[str, Any]) -> None:
    steps = of["runs"]["steps"] if "runs" in of else of["jobs"]["check"]["steps"]
    scripts = [each["run"] for each in steps if "run" in each]
    assert scripts != []
    assert [script for script in scripts if "${{" in script] == []


def test_every_input_is_used_and_every_step_of_an_output_is_there() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"inputs\.([a-z-]+)", text))
    steps = {each["id"] for each in ACTION["runs"]["steps"] if "id" in each}
    sources = {_EXPRESSION.fullmatch(each["value"])[1].split(".")[1] for each in ACTION["outputs"].values()}  # type: ignore[index]
    assert used == set(ACTION["inputs"])
    assert sources <= steps


def test_every_input_that_the_example_sets_is_one_and_every_output_that_it_reads() -> None:
    [uses] = [each for each in NIGHTLY["jobs"]["check"]["steps"] if each.get("id") == "shapes"]
    text = (ROOT / "docs" / "examples" / "nightly.yml").read_text(encoding="utf-8")
    assert set(uses["with"]) <= set(ACTION["inputs"])
    assert set(re.findall(r"steps\.shapes\.outputs\.([a-z-]+)", text)) <= set(ACTION["outputs"])


def test_the_action_installs_its_own_source_with_the_python_that_was_asked_for(runner: Runner, stage: Stage) -> None:
    text = f'{SAYS_SO}mkdir -p "$3/bin"\ncat > "$3/bin/python" <<"END"\n{SAYS_SO}END\nchmod +x "$3/bin/python"\n'
    runner.facts["steps.python.outputs.python-path"] = str(program(stage.programs / "python-of-the-action", text))
    program(stage.programs / "npm", "#!/bin/sh\n")

    done = runner.run(step(ACTION, "Install shape-probe"))

    place = stage.root / "shape-probe-venv"
    assert (done.code, done.outputs) == (0, {"command": f"{place}/bin/shape-probe"}), done.log
    assert (stage.root / "calls").read_text(encoding="utf-8").splitlines() == [
        f"{stage.programs}/python-of-the-action -m venv {place}",
        f"{place}/bin/python -m pip install --quiet --disable-pip-version-check {ROOT}",
    ]


def test_a_runner_that_cannot_change_its_kernel_is_used_as_it_is(runner: Runner, stage: Stage) -> None:
    program(stage.programs / "sudo", f"{SAYS_SO}exit 1\n")

    assert runner.run(step(ACTION, "Allow user namespaces")).code == 0
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in (stage.root / "calls").read_text(encoding="utf-8")


def test_a_job_is_green_then_red_and_says_where_the_findings_are(runner: Runner, stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    first = check(runner, clients=client.spec, update="true")
    green = check(runner, update="false")
    stage.replaced(client, LIST, ask(messages(TOOL_SEARCH)))
    red = check(runner)

    reports = stage.work / "shape-probe-reports"
    places = {
        "findings": f"{reports}/findings.json",
        "markdown": f"{reports}/findings.md",
        "junit": f"{reports}/findings.xml",
        "sarif": f"{reports}/findings.sarif",
        "captures": f"{reports}/captures",
    }
    assert [(each.code, each.outputs) for each in (first, green, red)] == [
        (0, {"exit-code": "0", **places}),
        (0, {"exit-code": "0", **places}),
        (0, {"exit-code": "1", **places}),
    ]
    assert red.summary == (reports / "findings.md").read_text(encoding="utf-8")
    assert "\n::error file=shapes/claude/first-request.json," in red.log
    assert [concluded(runner, each).code for each in (green, red)] == [0, 1]
    assert json.loads((reports / "findings.json").read_text(encoding="utf-8"))["compared"] != []


@pytest.mark.parametrize(("inconclusive", "code", "word"), [("fail", 3, "::error "), ("warn", 0, "::warning ")])
def test_what_is_inconclusive_fails_or_warns(
    runner: Runner, stage: Stage, inconclusive: str, code: int, word: str
) -> None:
    client = stage.released("claude", LIST, ask())
    check(runner, clients=client.spec, update="true")
    stage.replaced(client, LIST, {"do": "end", "code": 7})

    checked = check(runner, update="false", inconclusive=inconclusive)
    end = concluded(runner, checked)

    assert (checked.outputs["exit-code"], end.code, end.log.startswith(word)) == ("3", code, True)


def test_where_nothing_was_compared_there_are_no_findings_to_read(runner: Runner, stage: Stage) -> None:
    """Also where an earlier run has left some."""
    client = stage.released("claude", LIST, ask())
    check(runner, clients=client.spec, update="true")

    done = check(runner, update="false", clients="claude@none/such")

    assert (done.outputs["exit-code"], "findings" in done.outputs, done.summary) == ("2", False, "")
    assert concluded(runner, done).code == 2


def test_every_input_reaches_the_command_as_one_word_and_none_as_a_command(runner: Runner, stage: Stage) -> None:
    evil = "$(touch evil) `touch evil` ; touch evil * --update"
    runner.facts["steps.install.outputs.command"] = str(
        program(stage.root / "shape-probe", '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n')
    )

    done = check(
        runner,
        clients=f"claude@latest\n{evil}",
        baseline=evil,
        scenarios="a b",
        replies="accept refuse",
        conditions="model=x",
        fail_on="any",
        settings=evil,
        repeat="2",
        update="no",
    )

    reports = f"{stage.work}/shape-probe-reports"
    assert done.outputs == {"exit-code": "3"}
    assert done.log.splitlines() == [
        "check",
        f"--baseline={evil}",
        "--repeat=2",
        f"--out={reports}/captures",
        "--format=github",
        f"--report=json={reports}/findings.json",
        f"--report=markdown={reports}/findings.md",
        f"--report=junit={reports}/findings.xml",
        f"--report=sarif={reports}/findings.sarif",
        "--scenario=a",
        "--scenario=b",
        "--reply=accept",
        "--reply=refuse",
        "--set=model=x",
        "--fail-on=any",
        f"--settings={evil}",
        "--",
        "claude@latest",
        *evil.split(),
    ]
    assert not (stage.work / "evil").exists()


@pytest.mark.parametrize(
    ("comments", "code", "calls"),
    [
        ("", "1", ["--method POST repos/somebody/something/issues/7/comments"]),
        ("41\\n42\\n", "1", ["--method PATCH repos/somebody/something/issues/comments/41"]),
        ("41\\n", "0", ["--method PATCH repos/somebody/something/issues/comments/41"]),
        ("", "0", []),
    ],
)
def test_a_pull_request_gets_one_comment_where_there_is_something_to_say(
    runner: Runner, stage: Stage, comments: str, code: str, calls: list[str]
) -> None:
    program(stage.programs / "gh", f'{SAYS_SO}[ "$2" = --silent ] || printf "{comments}"\n')
    findings = stage.work / "findings.md"
    findings.write_text("Some findings.\n", encoding="utf-8")
    runner.facts.update(
        {
            "github.token": "made-up",
            "steps.shapes.outputs.exit-code": code,
            "steps.shapes.outputs.markdown": str(findings),
            "github.event.pull_request.number": "7",
        }
    )

    done = runner.run(step(NIGHTLY, "Comment on the pull request"))

    comment = stage.root / "comment.md"
    assert (done.code, done.log) == (0, "" if calls else "There is nothing to say.\n")
    assert comment.read_text(encoding="utf-8") == "<!-- shape-probe check -->\nSome findings.\n"
    _search, *made = (stage.root / "calls").read_text(encoding="utf-8").splitlines()
    assert made == [f"{stage.programs}/gh api --silent {call} --field body=@{comment}" for call in calls]


def test_the_hook_validates_shapes_files_and_no_others() -> None:
    [hook] = HOOKS
    pattern = re.compile(hook["files"])
    names = (
        "shapes/claude/first-request.json",
        "tests/shapes/of-somebody/tool-call.json",
        "native-tool-shapes.json",
        "native-tool-shapes/of-somebody/1.0.0/tool-call.json",
        *(f"captured/{client}/1.0.0/{scenario}.json" for client in CLIENTS for scenario in SCENARIOS),
        *(f"baseline/{client}/{scenario}.json" for client in CLIENTS for scenario in SCENARIOS),
    )
    others = (
        "package.json",
        "shapes/claude.json",
        "shapes/claude/notes.md",
        "old-native-tool-shapes.json",
        "native-tool-shapes/notes.json",
        ".claude/results.json",
        "claude/settings.json",
        "claude/a/b/results.json",
        "results.json",
    )
    assert hook["entry"].split()[0] == "shape-probe"
    assert [name for name in names if not pattern.search(name)] == []
    assert [name for name in others if pattern.search(name)] == []


def test_permissions_are_no_wider_than_what_the_steps_need() -> None:
    assert NIGHTLY["permissions"] == {}
    assert NIGHTLY["jobs"]["check"]["permissions"] == {
        "contents": "read",
        "pull-requests": "write",
        "security-events": "write",
    }


def inputs_table() -> str:
    lines = ["| Input | Is | Default |", "| --- | --- | --- |"]
    for name, each in ACTION["inputs"].items():
        default = f"`{each['default']}`" if each["default"] else "empty"
        lines.append(f"| `{name}` | {each['description']} | {default} |")
    return "\n".join(lines) + "\n"


def outputs_table() -> str:
    lines = ["| Output | Is |", "| --- | --- |"]
    lines += [f"| `{name}` | {each['description']} |" for name, each in ACTION["outputs"].items()]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "table"), [("inputs", inputs_table()), ("outputs", outputs_table())])
def test_the_page_lists_what_the_action_has(name: str, table: str) -> None:
    assert f"<!-- action-{name} -->\n{table}<!-- end -->" in (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")


def test_the_page_has_baseline_and_captures_or_else_the_captures_alone(runner: Runner, stage: Stage) -> None:
    command = program(stage.root / "shape-probe", f'{SAYS_SO}[ "$2" != shapes ]\n')
    runner.facts.update({"steps.shapes.outputs.command": str(command), "steps.shapes.outputs.captures": "kept"})

    done = runner.run(step(NIGHTLY, "Make the page"))

    assert done.code == 0
    assert (stage.root / "calls").read_text(encoding="utf-8").splitlines() == [
        f"{command} report shapes kept --out shape-probe-reports/report.html",
        f"{command} report kept --out shape-probe-reports/report.html",
    ]
