"""From a spec to a program on this machine. For a version in the cache it only looks at directory entries.

On the way to every run: what needs npm, locks or Rich is imported only when something has to be fetched. It starts no
client, so that the version of a program on PATH or at a path stays unknown here.
"""

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, assert_never

from probe.errors import SetupError
from probe.installs.cache import cache_errors, version_directory
from probe.installs.packages import Package
from probe.installs.programs import argv_of, needs, program_in, this_platform
from probe.installs.progress import Reporter
from probe.installs.spec import Spec, shown


class Located(NamedTuple):
    """A client's program on this machine.

    `version` is exact, or None where only the program itself can say. `argv` is what starts it, absolute real paths.
    `keep` are the directories that it needs, for a jail that hides others.
    """

    client: str
    version: str | None
    argv: tuple[str, ...]
    keep: tuple[str, ...]


def located(spec: Spec, *, cache: Path, report: Reporter, environ: Mapping[str, str] = os.environ) -> Located:
    """Find the program; fetch it where the spec is a version or a tag and the cache has it not.

    A tag is asked of the registry each time. An exact version that is in the cache needs neither npm nor a network.

    Raises:
        SetupError: There is no such program, or it could not be fetched; the sentence says what to do.
    """
    match spec.kind:
        case "on PATH":
            return _on_path(spec.package, environ)
        case "at a path":
            return _at_path(spec.package, spec.text, environ)
        case "version" | "tag":
            version = exact_version(spec, cache=cache, report=report, environ=environ)
            return _released(spec.package, version, cache=cache, report=report, environ=environ)
        case _:
            assert_never(spec.kind)


def exact_version(spec: Spec, *, cache: Path, report: Reporter, environ: Mapping[str, str] = os.environ) -> str:
    """The version that a spec names; for a tag the registry is asked, and nothing else is fetched.

    Raises:
        SetupError: There is no such tag, the registry could not be asked, or the spec names a program and no version.
    """
    match spec.kind:
        case "version":
            return spec.text
        case "tag":
            from probe.installs.installer import tagged_version  # noqa: PLC0415 - npm, locks

            return tagged_version(spec.package, spec.text, cache=cache, report=report, environ=environ)
        case "on PATH" | "at a path":
            client = spec.package.client
            raise SetupError(f"this needs a release of {client}; write {client}@latest or {client}@VERSION")
        case _:
            assert_never(spec.kind)


def cached(package: Package, version: str, *, cache: Path, environ: Mapping[str, str] = os.environ) -> Located | None:
    """The program of an exact version, or None where the cache has none that runs here. Never fetches.

    Raises:
        SetupError: It is a script of Node.js and there is no node, or the cache cannot be read.
    """
    with cache_errors(cache):
        program = program_in(version_directory(cache, package.client, version), package, this_platform())
        if program is None:
            return None
        argv = argv_of(program, environ)
    return Located(client=package.client, version=version, argv=argv, keep=needs(argv))


def _released(package: Package, version: str, *, cache: Path, report: Reporter, environ: Mapping[str, str]) -> Located:
    found = cached(package, version, cache=cache, environ=environ)
    if found is not None:
        return found
    from probe.installs.installer import install  # noqa: PLC0415 - npm, locks

    install(package, version, cache=cache, report=report, environ=environ)
    found = cached(package, version, cache=cache, environ=environ)
    if found is None:
        raise SetupError(f"{package.client}@{version} was removed from the cache meanwhile; try again")
    return found


def _on_path(package: Package, environ: Mapping[str, str]) -> Located:
    found = shutil.which(package.command, path=environ.get("PATH", ""))
    if found is None:
        raise SetupError(
            f"{package.command} is not on PATH; name a release, for example {package.client}@latest, "
            f"or a path, {package.client}@/path/to/{package.command}"
        )
    return _at_path(package, found, environ)


def _at_path(package: Package, text: str, environ: Mapping[str, str]) -> Located:
    path = os.path.expanduser(text)  # noqa: PTH111 - pathlib's raises for an unknown ~user
    name = shown(text)
    try:
        trouble = _trouble(path)
        if trouble is not None:
            raise SetupError(f"{name} {trouble}")
        argv = argv_of(Path(path), environ)
    except (FileNotFoundError, NotADirectoryError):
        raise SetupError(f"{name} does not exist; give the path of the {package.client} program") from None
    except OSError as error:
        raise SetupError(f"{name} cannot be read: {error.strerror}") from None
    return Located(client=package.client, version=None, argv=argv, keep=needs(argv))


def _trouble(path: str) -> str | None:
    """Why what is at a path is no program, or None."""
    mode = os.stat(path).st_mode  # noqa: PTH116 - a text of the user's, kept as it is
    if stat.S_ISDIR(mode):
        return "is a directory; give the path of the program in it"
    if not stat.S_ISREG(mode):
        return "is not a file; give the path of the program"
    if not os.access(path, os.X_OK):
        return "is not executable; run chmod +x on it"
    return None
