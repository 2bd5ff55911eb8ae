"""What a user writes to name a client, as a value: `claude`, `codex@latest`, `claude@2.1.268`, `codex@./codex`.

Pure: it reads no disk and asks no registry, so a path is only a text here, and `~` is still in it. Whatever has the
form of an exact version or of a tag is only those characters, so that no text of a user becomes an option of npm.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from probe.errors import SetupError
from probe.installs.packages import PACKAGES, Package
from probe.installs.versions import is_tag, is_version

Kind = Literal["on PATH", "at a path", "version", "tag"]


class Spec(NamedTuple):
    """A client that somebody names.

    `text` is what followed the `@`: an exact version, a dist-tag, or a path as it was written; empty for the program on
    PATH.
    """

    package: Package
    kind: Kind
    text: str


def spec_in(text: str, *, packages: Mapping[str, Package] = PACKAGES) -> Spec:
    """Read a spec.

    Raises:
        SetupError: The client is unknown, or what follows the `@` is no path, no exact version and no tag.
    """
    client, at, rest = text.partition("@")
    package = packages.get(client)
    if package is None:
        raise SetupError(f"unknown client {shown(client)}; known are {', '.join(sorted(packages))}")
    if not at:
        return Spec(package, "on PATH", "")
    if not rest:
        raise SetupError(f"there is nothing after the @ of {client}@; write {client}@latest or {client}@VERSION")
    if "\0" in rest:
        raise SetupError(f"{shown(rest)} has a NUL character in it")
    if _is_path(rest):
        return Spec(package, "at a path", rest)
    if is_version(rest):
        return Spec(package, "version", rest)
    if is_version(rest.removeprefix("v")):
        raise SetupError(f"write the version without the v: {client}@{rest.removeprefix('v')}")
    if not is_tag(rest):
        raise SetupError(
            f"{shown(rest)} is neither an exact version (2.1.268), nor a tag (latest), nor a path (./{client}); "
            "version ranges are not read"
        )
    return Spec(package, "tag", rest)


def shown(text: str) -> str:
    """A user's own text for a message: quoted, escaped, and cut after 60 characters."""
    return ascii(text) if len(text) <= 60 else f"{text[:60]!a}…"


def _is_path(text: str) -> bool:
    """Neither a version nor a tag has a separator in it, or begins with a dot or a tilde."""
    return text.startswith((".", "~")) or "/" in text or "\\" in text
