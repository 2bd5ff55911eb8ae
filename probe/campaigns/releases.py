"""From ranges to exact versions, with the registry's list where it is needed; and which of them the cache has.

It fetches no package: an exact version that is in the cache needs neither npm nor a network.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from probe.campaigns.cells import Cell
from probe.clients.table import client_named
from probe.errors import SetupError
from probe.installs.listing import listed
from probe.installs.locate import cached
from probe.installs.packages import Package
from probe.installs.progress import Reporter
from probe.installs.ranges import Range, chosen
from probe.installs.versions import sort_key


def releases_in(
    ranges: Sequence[Range], *, cache: Path, report: Reporter, environ: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """The versions of each client, the oldest first, each once; clients in the order in which they are named first.

    Raises:
        SetupError: A range is empty, or the registry has to be asked and could not be.
    """
    found: dict[str, tuple[str, ...]] = {}
    for package in dict.fromkeys(each.package for each in ranges):
        mine = [each for each in ranges if each.package == package]
        versions = [
            version
            for version in (each.exact for each in mine)
            if version is not None and is_cached(package, version, cache=cache, environ=environ)
        ]
        others = [each for each in mine if each.exact not in versions]
        if others:
            versions += _looked_up(package, others, cache=cache, report=report, environ=environ)
        found[package.client] = tuple(sorted(dict.fromkeys(versions), key=sort_key))
    return found


def is_cached(package: Package, version: str, *, cache: Path, environ: Mapping[str, str]) -> bool:
    """Say whether nothing has to be fetched for a version. A program that lacks its node is there all the same."""
    try:
        return cached(package, version, cache=cache, environ=environ) is not None
    except SetupError:
        return True


def _looked_up(
    package: Package, ranges: Sequence[Range], *, cache: Path, report: Reporter, environ: Mapping[str, str]
) -> list[str]:
    """The versions in ranges, by the registry's list. Where that cannot be had, exact ones are taken at their word."""
    exact = [each.exact for each in ranges if each.exact is not None]
    try:
        listing = listed(package, cache=cache, report=report, environ=environ)
    except SetupError:
        if len(exact) < len(ranges):
            raise
        return exact  # fetching each will say why
    return [version for each in ranges for version in chosen(each, listing)]


def missing_in(cells: Iterable[Cell], *, cache: Path, environ: Mapping[str, str]) -> frozenset[str]:
    """The releases (`codex@0.154.0`) among those of `cells` that would have to be fetched."""
    releases = {cell.release: cell for cell in cells}
    return frozenset(
        name
        for name, cell in releases.items()
        if not is_cached(client_named(cell.client).package, cell.version, cache=cache, environ=environ)
    )
