"""What is in the cache, and taking it out again. Never fetches."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from probe.installs.cache import cache_errors, clients_directory, version_directory
from probe.installs.staging import staged, sweep, tree_bytes
from probe.installs.versions import is_version, sort_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A version in the cache. `size_bytes` is the sum of its files' sizes."""

    client: str
    version: str
    size_bytes: int
    path: str


def stored(cache: Path) -> tuple[Stored, ...]:
    """All versions, sorted by client and by age of the version, the oldest first.

    Raises:
        SetupError: The cache cannot be read.
    """
    with cache_errors(cache):
        root = clients_directory(cache)
        found = [
            (client.name, version.name)
            for client in _directories(root)
            for version in _directories(client)
            if is_version(version.name)
        ]
        found.sort(key=lambda pair: (pair[0], sort_key(pair[1])))
        return tuple(_stored(cache, client, version) for client, version in found)


def surplus(versions: Iterable[Stored], *, keep: int) -> tuple[Stored, ...]:
    """What is more than the `keep` newest versions of each client, in the order given."""
    versions = tuple(versions)
    kept = {
        one
        for client in {stored.client for stored in versions}
        for one in sorted((v for v in versions if v.client == client), key=lambda v: sort_key(v.version), reverse=True)[
            :keep
        ]
    }
    return tuple(one for one in versions if one not in kept)


def remove(version: Stored, *, cache: Path) -> None:
    """Take a version out: gone with one rename, then deleted. Waits for a process that is fetching the same one.

    Raises:
        SetupError: The cache cannot be written.
    """
    name = f"{version.client}@{version.version}"
    with cache_errors(cache), staged(cache, name, on_wait=lambda: None) as room:
        path = version_directory(cache, version.client, version.version)
        if path.exists():  # another process may have been faster
            os.rename(path, room / "removed")  # noqa: PTH104


def remove_stale(cache: Path) -> int:
    """Remove what dead processes left behind. Gives the bytes freed.

    Raises:
        SetupError: The cache cannot be written.
    """
    with cache_errors(cache):
        return sweep(cache) if clients_directory(cache).is_dir() else 0


def _directories(root: Path) -> list[Path]:
    if not root.is_dir():
        return []
    return [entry for entry in root.iterdir() if entry.is_dir() and not entry.name.startswith(".")]


def _stored(cache: Path, client: str, version: str) -> Stored:
    path = version_directory(cache, client, version)
    return Stored(client=client, version=version, size_bytes=tree_bytes(path), path=str(path))
