"""Which releases of a client there are: the registry's own list, asked for through npm. It fetches no package."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from probe.errors import SetupError
from probe.installs.cache import cache_errors
from probe.installs.npm import npm_here
from probe.installs.packages import Package
from probe.installs.progress import Reporter
from probe.installs.staging import staged
from probe.installs.versions import is_tag, is_version, sort_key

_PART: Final = re.compile(r".*-(?:linux|darwin|win32)-(?:x64|arm64)(?:-musl)?")
"""A version that is one platform's program of another version: `0.154.0-linux-x64` (seen in Codex 0.110.0 to 0.171.0).
By precedence it would be a pre-release, and it installs no whole client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The releases of a client: exact versions, the oldest first, and what each dist-tag means."""

    client: str
    versions: tuple[str, ...]
    tags: Mapping[str, str]


def listed(package: Package, *, cache: Path, report: Reporter, environ: Mapping[str, str]) -> Listing:
    """Ask the registry, once.

    Raises:
        SetupError: npm is missing or failed, its answer is no list of versions, or the cache cannot be written.
    """
    npm = npm_here(environ)
    name = f"{package.client}@versions"
    with cache_errors(cache), staged(cache, name, on_wait=lambda: report.waited(name)) as room:
        answer = npm.view(room, package.npm_name, "versions", "dist-tags")
    # Of several fields npm prints the only one that is there as its bare value, and a list of one as its only element.
    about = cast("dict[str, object]", answer) if isinstance(answer, dict) else {"versions": answer}
    versions = sorted(_versions(about.get("versions")), key=sort_key)
    if not versions:
        raise SetupError(
            f"npm did not say which versions {package.npm_name} has; see whether `npm view {package.npm_name}` works"
        )
    tags = {
        tag: version for tag, version in _texts(about.get("dist-tags")).items() if is_tag(tag) and version in versions
    }
    return Listing(client=package.client, versions=tuple(versions), tags=MappingProxyType(tags))


def _versions(value: object) -> frozenset[str]:
    items = [value] if isinstance(value, str) else cast("list[object]", value) if isinstance(value, list) else []
    return frozenset(item for item in items if isinstance(item, str) and is_version(item) and not _PART.fullmatch(item))


def _texts(value: object) -> dict[str, str]:
    items = cast("dict[object, object]", value).items() if isinstance(value, dict) else ()
    return {key: text for key, text in items if isinstance(key, str) and isinstance(text, str)}
