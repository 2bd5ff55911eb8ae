"""`shape-probe clients`: released clients by exact version, in a cache.

Stdout holds results, stderr what happens meanwhile.
"""

import os
import shlex
import sys
from collections.abc import Sequence
from typing import Final, TextIO

import click

from probe.cli.ending import ends_well, say, show
from probe.cli.family import Family
from probe.cli.specs import client_spec
from probe.errors import SetupError
from probe.installs.cache import cache_root
from probe.installs.locate import cached, exact_version, located
from probe.installs.progress import Lines, megabytes, reporter
from probe.installs.spec import Spec
from probe.installs.store import Stored, remove, remove_stale, stored, surplus

_RELEASES: Final = ("version", "tag")
"""The kinds of spec that npm can fetch."""


@click.group("clients", cls=Family)
def clients() -> None:
    """Install, list and remove released clients in the cache (SHAPE_PROBE_CACHE moves it)."""


@clients.command("install")
@click.argument("specs", metavar="SPEC…", nargs=-1, required=True, help="claude@2.1.268 or codex@latest.")
@ends_well
def install(*, specs: tuple[str, ...]) -> int:
    """Bring versions into the cache. Prints each one's client, version and command."""
    cache = cache_root(os.environ)
    wanted = [_fetchable(_spec(text)) for text in specs]
    with reporter(sys.stderr) as report:
        for spec in dict.fromkeys(wanted):
            found = located(spec, cache=cache, report=report)
            show(f"{found.client} {found.version} {shlex.join(found.argv)}")
    return 0


@clients.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array; sizes are in bytes.")
@ends_well
def list_(*, as_json: bool) -> int:
    """Show the versions in the cache: client, version, size, path."""
    versions = stored(cache_root(os.environ))
    if as_json:
        import json
        from dataclasses import asdict

        show(json.dumps([asdict(version) for version in versions], indent=2))
        return 0
    for row in _aligned([(v.client, v.version, megabytes(v.size_bytes), v.path) for v in versions]):
        show(row)
    if not versions:
        say(f"no client is in {cache_root(os.environ)}")
    return 0


@clients.command("path")
@click.argument("spec", metavar="SPEC", help="claude, claude@2.1.268, codex@latest or claude@./path.")
@ends_well
def path(*, spec: str) -> int:
    """Print the command that starts a client. Fetches nothing but what a tag means."""
    cache = cache_root(os.environ)
    asked = _spec(spec)
    report = Lines(sys.stderr)
    if asked.kind in _RELEASES:
        version = exact_version(asked, cache=cache, report=report)
        found = cached(asked.package, version, cache=cache)
        if found is None:
            name = f"{asked.package.client}@{version}"
            raise SetupError(f"{name} is not in the cache; run `shape-probe clients install {name}`")
    else:
        found = located(asked, cache=cache, report=report)
    show(shlex.join(found.argv))
    return 0


@clients.command("prune")
@click.argument("specs", metavar="[SPEC…]", nargs=-1, help="Exact versions: claude@2.1.268.")
@click.option("--keep", metavar="N", type=click.IntRange(min=0), help="Keep the N newest versions of each client.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
@ends_well
def prune(*, specs: tuple[str, ...], keep: int | None, yes: bool, dry_run: bool) -> int:
    """Remove versions, and what interrupted installations left behind. Without arguments only the latter."""
    cache = cache_root(os.environ)
    doomed = _doomed(stored(cache), specs, keep)
    if dry_run:
        _say_removed(doomed, "would remove")
        return 0
    if doomed and not yes:
        _ask(doomed, sys.stdin)
    for version in doomed:
        remove(version, cache=cache)
    _say_removed(doomed, "removed")
    freed = remove_stale(cache)
    if freed or not doomed:
        show(f"removed {megabytes(freed)} of interrupted installations")
    return 0


def _spec(text: str) -> Spec:
    return client_spec(text)[1]


def _fetchable(spec: Spec) -> Spec:
    if spec.kind not in _RELEASES:
        client = spec.package.client
        raise SetupError(f"only releases are installed; write {client}@latest or {client}@VERSION")
    return spec


def _doomed(versions: tuple[Stored, ...], texts: Sequence[str], keep: int | None) -> tuple[Stored, ...]:
    if texts and keep is not None:
        raise SetupError("give versions or --keep, not both")
    if keep is not None:
        return surplus(versions, keep=keep)
    named = {_exact(_spec(text)): text for text in texts}
    found = {(version.client, version.version): version for version in versions}
    missing = [text for pair, text in named.items() if pair not in found]
    if missing:
        raise SetupError(f"{', '.join(missing)} is not in the cache; see `shape-probe clients list`")
    return tuple(found[pair] for pair in named)


def _exact(spec: Spec) -> tuple[str, str]:
    client = spec.package.client
    if spec.kind == "version":
        return (client, spec.text)
    raise SetupError(f"prune takes exact versions, {client}@VERSION; see `shape-probe clients list`")


def _ask(doomed: tuple[Stored, ...], stream: TextIO) -> None:
    if not stream.isatty():
        raise SetupError("nobody can be asked here; add --yes to remove, or --dry-run to see what would be removed")
    names = ", ".join(f"{version.client}@{version.version}" for version in doomed)
    say(f"Remove {names}, {megabytes(sum(version.size_bytes for version in doomed))}? [y/N]")
    if stream.readline().strip().lower() not in ("y", "yes"):
        raise SetupError("nothing was removed")


def _say_removed(versions: tuple[Stored, ...], verb: str) -> None:
    for version in versions:
        show(f"{verb} {version.client}@{version.version}, {megabytes(version.size_bytes)}")


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Columns for people; the last one, a path, is not padded."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*map(str.ljust, row[:-1], widths), row[-1]]) for row in rows]
