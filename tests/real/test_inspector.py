"""MCP Inspector's command line, built on the TypeScript SDK, lists and calls the tools of `python -m fake_mcp`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import platformdirs
import pytest
from filelock import FileLock

import fake_mcp
from fake_mcp.catalog import LOOKUP
from fake_mcp.catalogs import ODD, PAGED

VERSION: Final = "2.12.0"
"""Speaks both protocol eras. Asks for Node 22.19, and was seen to work with 20.20 too."""

ROOT: Final = Path(fake_mcp.__file__).parents[1]

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def inspector() -> Path:
    """The Inspector's program, installed once for this user."""
    tools = platformdirs.user_cache_path("shape-probe", ensure_exists=True) / "test-tools"
    tools.mkdir(exist_ok=True)
    installed = tools / f"inspector-{VERSION}"
    with FileLock(tools / "inspector.lock"):  # two workers of one test run
        if not installed.exists():
            install(installed)
    return installed / "node_modules" / ".bin" / "mcp-inspector"


def install(target: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "this test needs Node.js: install it, with npm in PATH"
    partial = target.with_name(f"{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    package = f"@modelcontextprotocol/inspector@{VERSION}"
    quiet = ("--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error")
    command = [npm, "install", *quiet, f"--prefix={partial}", package]
    done = subprocess.run(command, check=False, timeout=300)
    assert done.returncode == 0, "npm could not install the Inspector: see its message above"
    partial.rename(target)


def said(inspector: Path, home: Path, catalog: str, *arguments: str) -> dict[str, Any]:
    """What the Inspector writes to standard output, decoded."""
    command = [str(inspector), "--cli", sys.executable, "-m", "fake_mcp", catalog, "--cwd", str(ROOT), *arguments]
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 0
    value: dict[str, Any] = json.loads(done.stdout)
    return value


@pytest.mark.parametrize("era", ["legacy", "modern", "auto"])
def test_the_inspector_lists_the_tools_of_all_pages(inspector: Path, tmp_path: Path, era: str) -> None:
    shown = said(inspector, tmp_path, "paged", "--method", "tools/list", "--protocol-era", era)

    assert shown == {"tools": list(PAGED.tools)}


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_calls_a_tool(inspector: Path, tmp_path: Path, era: str) -> None:
    call = ("--method", "tools/call", "--tool-name", "lookup", "--tool-arg", "query=x")

    shown = said(inspector, tmp_path, "lookup", *call, "--protocol-era", era)

    assert shown["content"] == LOOKUP.result["content"]


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_loses_only_tools_without_a_schema(inspector: Path, tmp_path: Path, era: str) -> None:
    """Observed with 2.12.0: one bad tool does not cost the others."""
    shown = said(inspector, tmp_path, "odd", "--method", "tools/list", "--protocol-era", era)

    assert shown == {"tools": [tool for tool in ODD.tools if tool.get("inputSchema") is not None]}
