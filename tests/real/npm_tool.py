"""Programs from npm that judge what we make, installed once for this user by the test run itself."""

import shutil
import subprocess
from pathlib import Path

import platformdirs
from filelock import FileLock


def npm_tool(package: str, version: str, *, program: str) -> Path:
    """The program of a package, in the user's cache. Without npm the test fails and says so."""
    tools = platformdirs.user_cache_path("shape-probe", ensure_exists=True) / "test-tools"
    tools.mkdir(exist_ok=True)
    installed = tools / f"{program}-{version}"
    with FileLock(tools / f"{program}.lock"):  # two workers of one test run
        if not installed.exists():
            _install(f"{package}@{version}", installed)
    return installed / "node_modules" / ".bin" / program


def _install(package: str, target: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "this test needs Node.js: install it, with npm in PATH"
    partial = target.with_name(f"{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    quiet = ("--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error")
    done = subprocess.run([npm, "install", *quiet, f"--prefix={partial}", package], check=False, timeout=300)
    assert done.returncode == 0, f"npm could not install {package}: see its message above"
    partial.rename(target)
