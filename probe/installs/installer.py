"""Brings one exact version into the cache, whole or not at all; and asks the registry what a tag means.

npm works in a staging directory of the cache, with its own cache inside, so that nothing is left in the user's. One
rename makes the result visible. Imported only when something has to be fetched.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from probe.errors import SetupError
from probe.installs.cache import cache_errors, version_directory
from probe.installs.npm import Ended, Npm, nothing, npm_here
from probe.installs.npm_errors import UNKNOWN_VERSION, failure
from probe.installs.packages import Package, Platform, platform_package
from probe.installs.programs import program_in, this_platform
from probe.installs.progress import Reporter
from probe.installs.staging import staged, sweep, tree_bytes
from probe.installs.versions import is_tag, is_version, nearest, newest


def install(package: Package, version: str, *, cache: Path, report: Reporter, environ: Mapping[str, str]) -> None:
    """Bring a version into the cache; if it is there already, do nothing.

    Two processes that want the same version make one installation; the other waits. A version directory without a
    program that runs here (half removed, or from another machine) is replaced.

    Raises:
        SetupError: npm is missing or failed, the version does not exist, or the cache cannot be written.
    """
    npm = npm_here(environ)
    name = f"{package.client}@{version}"
    target = version_directory(cache, package.client, version)
    platform = this_platform()
    with cache_errors(cache):
        sweep(cache)
        with staged(cache, name, on_wait=lambda: report.waited(name)) as room:
            if program_in(target, package, platform) is not None:
                return
            wanted = _Wanted(package, version, platform)
            report.started(name, _total_bytes(npm, room, wanted) if report.is_measured else None)
            _fetch(npm, room, wanted, report)
            if target.exists():
                os.rename(target, room / "replaced")  # noqa: PTH104
            target.parent.mkdir(parents=True, exist_ok=True)
            os.rename(room / "prefix", target)  # noqa: PTH104
            report.finished(name, tree_bytes(target))


def tagged_version(package: Package, tag: str, *, cache: Path, report: Reporter, environ: Mapping[str, str]) -> str:
    """Ask the registry which exact version a dist-tag names. The tag's text is not passed to npm.

    Raises:
        SetupError: There is no such tag, npm is missing or failed, or the cache cannot be written.
    """
    npm = npm_here(environ)
    name = f"{package.client}@dist-tags"
    with cache_errors(cache), staged(cache, name, on_wait=lambda: report.waited(name)) as room:
        answer = npm.view(room, package.npm_name, "dist-tags")
    tags = {known: version for known, version in _texts(answer).items() if is_tag(known) and is_version(version)}
    if not tags:
        raise SetupError(
            f"npm did not say which tags {package.npm_name} has; name an exact version of {package.client}"
        )
    if tag not in tags:
        raise SetupError(f"{package.client} has no tag {tag}; the registry knows {', '.join(sorted(tags))}")
    return tags[tag]


def unknown_version(package: Package, version: str, existing: tuple[str, ...]) -> SetupError:
    """Say that a version does not exist, and which ones do."""
    near = nearest(version, existing)
    last = newest(existing)
    if not near or last is None:
        return SetupError(
            f"{package.client} has no version {version}; `npm view {package.npm_name} versions` lists them"
        )
    return SetupError(
        f"{package.client} has no version {version}; near it are {', '.join(near)}, and the newest is {last}"
    )


@dataclass(frozen=True, slots=True)
class _Wanted:
    package: Package
    version: str
    platform: Platform

    @property
    def npm_spec(self) -> str:
        return f"{self.package.npm_name}@{self.version}"


def _fetch(npm: Npm, room: Path, wanted: _Wanted, report: Reporter) -> None:
    """Install into the room's prefix, and make sure that the program is there."""
    package, platform, prefix = wanted.package, wanted.platform, room / "prefix"

    def measure() -> None:
        report.advanced(f"{package.client}@{wanted.version}", tree_bytes(prefix))

    tick = measure if report.is_measured else nothing
    ended = npm.install(room, (wanted.npm_spec,), tick=tick)
    if ended.exit_code != 0:
        raise _why(npm, room, wanted, ended)
    left_out = platform_package(_optional_packages(prefix, package), platform)
    if program_in(prefix, package, platform) is None and left_out is not None:
        # npm leaves out an optional package that it cannot fetch, and says nothing. Asked for by name it says why.
        ended = npm.install(room, (wanted.npm_spec, "@".join(left_out)), tick=tick)
        if ended.exit_code != 0:
            raise failure(ended.code, ended.exit_code)
    if program_in(prefix, package, platform) is None:
        raise SetupError(
            f"{wanted.npm_spec} has no program for {platform} in the places that are known; "
            f"install it yourself and give its path: {package.client}@/path/to/{package.command}"
        )


def _why(npm: Npm, room: Path, wanted: _Wanted, ended: Ended) -> SetupError:
    if ended.code not in UNKNOWN_VERSION:
        return failure(ended.code, ended.exit_code)
    answer = npm.view(room, wanted.package.npm_name, "versions")
    existing = _versions([answer] if isinstance(answer, str) else answer)
    if wanted.version in existing:
        return failure(ended.code, ended.exit_code)
    return unknown_version(wanted.package, wanted.version, existing)


def _total_bytes(npm: Npm, room: Path, wanted: _Wanted) -> int | None:
    """The unpacked sizes of the package and of its platform package together; None where the registry does not say."""
    try:
        answer = npm.view(room, wanted.npm_spec, "dist.unpackedSize", "optionalDependencies")
        if isinstance(answer, int):  # of several fields npm prints the only one there is as its bare value
            return answer
        answer = _mapping(answer)
        sizes = [answer.get("dist.unpackedSize")]
        other = platform_package(_texts(answer.get("optionalDependencies")), wanted.platform)
        if other is not None:
            name, exact = other
            npm_spec = exact.removeprefix("npm:") if exact.startswith("npm:") else f"{name}@{exact}"
            sizes.append(npm.view(room, npm_spec, "dist.unpackedSize"))
    except SetupError:
        return None  # the installation itself will say what is wrong
    known = [size for size in sizes if isinstance(size, int)]
    return sum(known) if len(known) == len(sizes) else None


def _optional_packages(prefix: Path, package: Package) -> dict[str, str]:
    path = prefix / "node_modules" / package.npm_name / "package.json"
    try:
        return _texts(_mapping(json.loads(path.read_text(encoding="utf-8"))).get("optionalDependencies"))
    except (OSError, ValueError):
        return {}


def _mapping(value: object) -> dict[object, object]:
    return cast("dict[object, object]", value) if isinstance(value, dict) else {}


def _texts(value: object) -> dict[str, str]:
    return {key: text for key, text in _mapping(value).items() if isinstance(key, str) and isinstance(text, str)}


def _versions(value: object) -> tuple[str, ...]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return tuple(item for item in items if isinstance(item, str) and is_version(item))
