"""`shape-probe diff` compares two sides and ends with 0, 1, 2 or 3."""

import json
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from captures import canonical
from captures.compare.words import FormatName
from probe.cli.diff import diff
from tests.captures.samples import ABSENT, INCONCLUSIVE, INLINE, client, shapes_file, small_capture

QUESTION = "codex first-request reply=accept"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(diff, arguments, input=stdin)


def text(version: str, **changes: Any) -> str:  # noqa: ANN401 - any field of a capture
    conditions = {**small_capture()["conditions"], "requested": {"reply": "accept"}}
    capture = small_capture(client=client("codex", version), scenario="first-request", conditions=conditions, **changes)
    return canonical.dumps(shapes_file(capture))


OLD = text("0.120.0", tools=[INLINE])
NEW = text("0.125.0", tools=[ABSENT])
SAME = text("0.125.0", tools=[INLINE])
SILENT = text("0.125.0", verdict=INCONCLUSIVE)


@pytest.fixture(autouse=True)
def here(tmp_path: Path) -> Iterator[Path]:
    with chdir(tmp_path):
        for name, content in (("old", OLD), ("new", NEW), ("same", SAME), ("silent", SILENT)):
            Path(f"{name}.json").write_text(content, encoding="utf-8", newline="\n")
        yield tmp_path


def test_drift_is_1_and_told_line_by_line() -> None:
    result = run("old.json", "new.json")

    first, second, *_ = result.stdout.splitlines()
    assert (result.exit_code, first, second[:12]) == (1, f"{QUESTION}  0.120.0 -> 0.125.0", "  breaking  ")


@pytest.mark.parametrize(("old", "new"), [("old.json", "old.json"), ("old.json", "same.json")])
def test_no_drift_is_0(old: str, new: str) -> None:
    result = run(old, new)

    assert (result.exit_code, "no difference" in result.stdout) == (0, True)


def test_an_inconclusive_new_side_is_3_and_no_drift() -> None:
    result = run("old.json", "silent.json")

    assert result.exit_code == 3
    assert result.stdout == (
        f"not compared: {QUESTION} 0.125.0: the new capture is inconclusive (server-never-listed)\n\n"
        "0 breaking, 0 notable, 0 cosmetic; 0 questions compared, 1 not\n"
    )


def test_either_side_can_be_standard_input() -> None:
    assert run("-", "new.json", stdin=OLD).stdout == run("old.json", "-", stdin=NEW).stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-", "-"), "OLD and NEW cannot both be standard input; name a file for one of them"),
        (("none.json", "new.json"), "none.json cannot be read: No such file or directory"),
        (
            ("old.json", "new.json", "--out", "old.json"),
            "old.json is what is compared, or a part of it; write the result elsewhere",
        ),
        (
            ("old.json", "new.json", "--out", "none/x"),
            "cannot write none/x: its directory does not exist; create it or name another file",
        ),
        (
            ("old.json", "new.json", "--settings", "none"),
            "the settings file none does not exist; name another one with --settings",
        ),
    ],
)
def test_a_wrong_command_is_2_and_one_sentence(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments)

    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"shape-probe: {says}\n")
    assert Path("old.json").read_text(encoding="utf-8") == OLD


@pytest.mark.parametrize("option", ["--format=nonesuch", "--fail-on=cosmetic"])
def test_an_unknown_word_is_2(option: str) -> None:
    assert run("old.json", "new.json", option).exit_code == 2


@pytest.mark.parametrize("name", get_args(FormatName))
def test_a_file_gets_what_stdout_would(name: FormatName) -> None:
    printed = run("old.json", "new.json", "--format", name)
    written = run("old.json", "new.json", "--format", name, "--out", "result")

    assert (printed.exit_code, written.exit_code, written.stdout) == (1, 1, "")
    assert Path("result").read_text(encoding="utf-8") == printed.stdout


def test_the_settings_of_the_user_hold(here: Path) -> None:
    rules = {finding["rule"] for finding in found(run("old.json", "new.json", "--format", "json"))}
    accepted = (f'[[accepted]]\nrule = "{rule}"\nreason = "we know"\nclient = "codex"\n' for rule in sorted(rules))
    (here / "shape-probe.toml").write_text("\n".join(accepted), encoding="utf-8")

    assert run("old.json", "new.json").exit_code == 0
    assert run("old.json", "same.json").exit_code == 1  # they are stale
    (here / "other.toml").write_text("", encoding="utf-8")
    assert run("old.json", "new.json", "--settings", "other.toml").exit_code == 1


def test_the_threshold_of_the_command_goes_before_that_of_the_settings(here: Path) -> None:
    rules = {finding["rule"] for finding in found(run("old.json", "new.json", "--format", "json"))}
    severities = "\n".join(f'"{rule}" = "notable"' for rule in sorted(rules))
    (here / "shape-probe.toml").write_text(f"fail-on = 'breaking'\n[severities]\n{severities}", encoding="utf-8")

    codes = [run("old.json", "new.json", *option).exit_code for option in ((), ("--fail-on", "notable"))]

    assert codes == [0, 1]


def found(result: Result) -> list[dict[str, Any]]:
    return [finding for each in json.loads(result.stdout)["compared"] for finding in each["findings"]]
