"""What a user writes to name several releases, as a value: `claude@>=2.1.260,<2.1.300`, `codex@0.154.0..latest`.

Pure: it asks no registry, so a bound may still be a tag here; `chosen` gets the listing that says what the tag means.
Versions are compared by the precedence of Semantic Versioning 2.0.0, and pre-releases are let in as npm does it.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

from probe.errors import SetupError
from probe.installs.listing import Listing
from probe.installs.packages import PACKAGES, Package
from probe.installs.spec import shown
from probe.installs.versions import is_version, nearest, newest, sort_key

_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9_-]+)*", re.ASCII)
"""As in `probe.installs.spec`, but for two dots in a row, which stand between two bounds."""

_BOTH_ENDS: Final = ".."

_CLAUSE: Final = re.compile(r"(>=|<=|>|<|=)?\s*(\S+)")

Operator = Literal[">=", ">", "<=", "<", "="]


class Bound(NamedTuple):
    """One condition: a version is newer than, or the same as, `at`, an exact version or a dist-tag."""

    operator: Operator
    at: str


class Range(NamedTuple):
    """The releases of a client that fulfil all `bounds`. `text` is what followed the `@`, as it was written."""

    package: Package
    text: str
    bounds: tuple[Bound, ...]

    @property
    def exact(self) -> str | None:
        """The version, where only one is named and no registry has to be asked which it is."""
        match self.bounds:
            case (Bound(operator="=", at=at),) if is_version(at):
                return at
            case _:
                return None

    def __str__(self) -> str:
        """Say it as it was written."""
        return f"{self.package.client}@{self.text}"


class NoRangeError(SetupError):
    """The text is no range that is read here."""

    def __init__(self, client: str, text: str) -> None:
        super().__init__(
            f"{shown(text)} is no range of releases; what is read is {client}@1.2.3, {client}@latest, "
            f"{client}@1.2.3..latest (both ends are in), and {client}@>=1.2.3,<2.0.0"
        )


def range_in(text: str, *, packages: Mapping[str, Package] = PACKAGES) -> Range:
    """Read a range: an exact version, a tag, `A..B` with both ends in, or comparisons with commas between them.

    Raises:
        SetupError: The client is unknown, it names no release, or it is written in another way.
    """
    client, at, rest = text.partition("@")
    package = packages.get(client)
    if package is None:
        raise SetupError(f"unknown client {shown(client)}; known are {', '.join(sorted(packages))}")
    if not at or not rest:
        raise SetupError(f"this needs releases of {client}; write {client}@latest, {client}@1.2.3..latest or so")
    if _BOTH_ENDS in rest:
        first, _, last = rest.partition(_BOTH_ENDS)
        clauses = [f">={first}", f"<={last}"]
    else:
        clauses = rest.split(",")
    return Range(package, rest, tuple(_bound(client, rest, clause.strip()) for clause in clauses))


def chosen(asked: Range, listing: Listing) -> tuple[str, ...]:
    """The versions of `listing` that `asked` names, the oldest first; never none.

    A pre-release is among them only where a bound is a pre-release of the same numbers (`0.154.0-alpha.2` lets in
    those of 0.154.0), as npm has it.

    Raises:
        SetupError: No version is in the range, an end of `A..B` does not exist, or a bound is a tag that the registry
            does not know.
    """
    bounds = tuple(Bound(bound.operator, _version(asked, bound.at, listing)) for bound in asked.bounds)
    _check_order(asked, bounds)
    _check_ends(asked, bounds, listing)
    early = frozenset(sort_key(bound.at)[0] for bound in bounds if "-" in bound.at)
    found = tuple(
        version
        for version in listing.versions
        if ("-" not in version or sort_key(version)[0] in early) and all(_holds(bound, version) for bound in bounds)
    )
    if not found:
        raise _nothing(asked, bounds, listing)
    return found


def _bound(client: str, rest: str, clause: str) -> Bound:
    found = _CLAUSE.fullmatch(clause)
    at = found[2] if found else ""
    if is_version(at.removeprefix("v")) and not is_version(at):
        raise SetupError(f"write versions without the v: {at.removeprefix('v')}")
    if found is None or not (is_version(at) or _TAG.fullmatch(at)):
        raise NoRangeError(client, rest)
    return Bound(cast("Operator", found[1] or "="), at)


def _version(asked: Range, at: str, listing: Listing) -> str:
    if is_version(at):
        return at
    if at not in listing.tags:
        known = ", ".join(sorted(listing.tags)) or "none"
        raise SetupError(f"{asked.package.client} has no tag {at}; the registry knows {known}")
    return listing.tags[at]


def _check_order(asked: Range, bounds: tuple[Bound, ...]) -> None:
    """Refuse bounds that no version whatever can fulfil because they stand the wrong way round."""
    floors = [bound.at for bound in bounds if bound.operator in (">=", ">")]
    ceilings = [bound.at for bound in bounds if bound.operator in ("<=", "<")]
    if floors and ceilings:
        floor, ceiling = max(floors, key=sort_key), min(ceilings, key=sort_key)
        if sort_key(floor) > sort_key(ceiling):
            raise SetupError(
                f"the bounds of {asked} are reversed: {floor} is newer than {ceiling}; write the older one first"
            )


def _check_ends(asked: Range, bounds: tuple[Bound, ...], listing: Listing) -> None:
    """Refuse an end that does not exist: it is most likely a slip, and what is fetched instead is large."""
    if _BOTH_ENDS not in asked.text or not listing.versions:
        return
    for bound in bounds:
        if bound.at not in listing.versions:
            near = ", ".join(nearest(bound.at, listing.versions))
            client = asked.package.client
            raise SetupError(
                f"{client} has no version {bound.at}, and {asked} has it as an end; near it are {near}. "
                f"For a bound that need not exist write {client}@>={bounds[0].at},<={bounds[-1].at}"
            )


def _holds(bound: Bound, version: str) -> bool:
    here, there = sort_key(version), sort_key(bound.at)
    return {">=": here >= there, ">": here > there, "<=": here <= there, "<": here < there, "=": here == there}[
        bound.operator
    ]


def _nothing(asked: Range, bounds: tuple[Bound, ...], listing: Listing) -> SetupError:
    client = asked.package.client
    near = dict.fromkeys(version for bound in bounds for version in nearest(bound.at, listing.versions))
    last = newest(listing.versions)
    if last is None:
        return SetupError(f"npm lists no version of {client}; look with `npm view {asked.package.npm_name} versions`")
    says = f"no version of {client} is in {asked}" if asked.exact is None else f"{client} has no version {asked.exact}"
    names = ", ".join(sorted(near, key=sort_key))
    return SetupError(f"{says}; near it are {names}, and the newest is {last}")
