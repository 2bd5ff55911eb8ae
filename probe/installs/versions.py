"""Versions as npm writes them: the strict pattern, the order, the neighbours. Pure."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

_NUMBER: Final = r"(?:0|[1-9][0-9]{0,18})"
_VERSION: Final = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?", re.ASCII)
_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,63}", re.ASCII)
_MOST_CHARACTERS: Final = 100

SortKey = tuple[tuple[int, ...], bool, tuple[tuple[int, int, str], ...]]


def is_version(text: str) -> bool:
    """Whether this is an exact version: Semantic Versioning 2.0.0 without build metadata, which npm drops."""
    return len(text) <= _MOST_CHARACTERS and _VERSION.fullmatch(text) is not None


def is_tag(text: str) -> bool:
    """Whether this can be a dist-tag: a plain word. Others, which npm takes, are neither read nor shown here."""
    return _TAG.fullmatch(text) is not None


def sort_key(version: str) -> SortKey:
    """The precedence of an exact version, after Semantic Versioning 2.0.0, item 11."""
    core, _, pre = version.partition("-")
    identifiers = tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in (pre.split(".") if pre else ())
    )
    return tuple(int(number) for number in core.split(".")), not pre, identifiers


def newest(existing: Iterable[str]) -> str | None:
    """The newest release, or the newest of all where there are only pre-releases; None where there is nothing."""
    versions = [version for version in existing if is_version(version)]
    releases = [version for version in versions if "-" not in version]
    return max(releases or versions, key=sort_key, default=None)


def nearest(wanted: str, existing: Iterable[str]) -> tuple[str, ...]:
    """Up to two versions on each side of `wanted`, in order. Pre-releases only if `wanted` is one."""
    fitting = (version for version in existing if is_version(version) and ("-" in wanted or "-" not in version))
    versions = sorted(set(fitting), key=sort_key)
    at = bisect_left(versions, sort_key(wanted), key=sort_key)
    return tuple(versions[max(0, at - 2) : at + 2])
