"""Fixtures before judges of others: the TypeScript compiler, and captures that are drawn from released clients now."""

import json
import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from captures import canonical
from probe.fixtures.composing import TYPES, Composed, composed
from probe.fixtures.directory import put
from tests.probe.fixtures.judged import entries_of, unknown_to_vendors
from tests.real.conftest import Ask
from tests.real.npm_tool import npm_tool
from tests.support.places import REPOSITORY

VERSION: Final = "5.9.3"

WRONG: Final = (
    '{ client: "claude", presentation: "inline", canonicalName: "x" }',
    '{ client: "claude", presentation: "inline", canonicalName: "x", inputSchema: null, more: 1 }',
    '{ client: "codex", presentation: "inline", canonicalName: 5, inputSchema: null }',
    '{ client: "other", presentation: "inline", canonicalName: "x", inputSchema: null }',
)

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def compiler() -> Path:
    return npm_tool("typescript", VERSION, program="tsc")


@pytest.fixture(scope="module")
def everything() -> Composed:
    paths = [path for folder in ("captures/atlas", "docs/examples") for path in (REPOSITORY / folder).rglob("*.json")]
    return composed(canonical.loads(path.read_bytes(), name=path.name) for path in paths)


def problems(compiler: Path, directory: Path, *more_options: str) -> list[str]:
    """What the compiler says of the modules in a directory, in its strictest way and also of declarations."""
    options = (
        "--noEmit",
        "--strict",
        "--exactOptionalPropertyTypes",
        "--noUncheckedIndexedAccess",
        "--pretty",
        "false",
    )
    modules = sorted(path.name for path in directory.glob("*.ts"))
    done = subprocess.run(
        [str(compiler), *options, *more_options, *modules],
        cwd=directory,
        env={"PATH": os.environ["PATH"], "HOME": str(directory)},
        stdout=subprocess.PIPE,
        check=False,
        timeout=120,
    )
    return done.stdout.decode().splitlines()


def typed_values(values: Iterable[str]) -> str:
    module = f"./{TYPES['typescript'].removesuffix('.d.ts')}"
    lines = [f'import type {{ NativeObservedTool }} from "{module}";']
    lines += [f"export const value{number}: NativeObservedTool = {text};" for number, text in enumerate(values)]
    return "\n".join(lines)


def test_the_compiler_takes_each_fixture_and_refuses_what_is_wrong(
    compiler: Path, everything: Composed, tmp_path: Path
) -> None:
    declarations = tmp_path / TYPES["typescript"]
    declarations.parent.mkdir()
    declarations.write_text(everything.files[TYPES["typescript"]], encoding="utf-8")
    paths = [entry["files"]["native_observed_tool"] for entry in entries_of(everything)]
    values = [json.dumps(json.loads(everything.files[path])) for path in paths]
    (tmp_path / "right.ts").write_text(typed_values(values), encoding="utf-8")
    (tmp_path / "wrong.ts").write_text(typed_values(WRONG), encoding="utf-8")

    found = {line.partition(",")[0] for line in problems(compiler, tmp_path) if not line.startswith(" ")}

    assert len(values) == len(everything.names) > 0
    assert found == {f"wrong.ts({number}" for number in range(2, 2 + len(WRONG))}


def test_the_compiler_takes_the_example_of_the_documentation_which_needs_its_cast(
    compiler: Path, everything: Composed, tmp_path: Path
) -> None:
    put(everything.files, tmp_path / "fixtures")
    page = (REPOSITORY / "docs" / "fixtures.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```typescript\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "right.ts").write_text(example, encoding="utf-8")
    without_cast = example.replace("observed = tool as NativeObservedTool", "observed: NativeObservedTool = tool")
    (tmp_path / "wrong.ts").write_text(without_cast, encoding="utf-8")

    found = problems(compiler, tmp_path, "--resolveJsonModule", "--module", "esnext", "--moduleResolution", "bundler")

    assert [line.partition("(")[0] for line in found if not line.startswith(" ")] == ["wrong.ts"]


QUESTIONS: Final = [
    (release, arguments)
    for release in ("claude@2.1.268", "claude@2.1.332", "codex@0.154.0", "codex@0.171.0")
    for arguments in (("--scenario=tool-call",), ("--scenario=deferred-load",))
]
"""Those that other tests put too, so that they cost nothing more."""


def test_fresh_captures_with_calls_give_fixtures_with_results(ask: Ask) -> None:
    texts = [ask(release, *arguments).text for release, arguments in QUESTIONS]
    texts.append(ask("codex@0.171.0", "--scenario=deferred-load", "--set=model=gpt-5.5").text)

    made = composed(canonical.loads(text, name="an answer") for text in texts)

    assert (made.left_out, unknown_to_vendors(made)) == ((), {})
    with_results = {entry["id"]: sorted(entry["missing"]) for entry in entries_of(made)}
    assert with_results == {
        "claude-deferred-behind-tool-search-tool-named": ["log_records"],
        "claude-inline": ["log_records"],
        "codex-deferred-behind-functions-exec-server-named": ["log_records"],
        "codex-deferred-behind-functions-exec-unnamed-warm-up": ["log_records"],
        "codex-deferred-behind-tool-search-server-named": ["log_records", "next_request"],
    }
