"""Groups the requests of a run that look alike: role, method, path, transport, header names, and how many.

It takes no header value, as none is ever recorded, and looks into no body.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from captures.model import RequestGroup
from captures.names import is_name
from captures.words import Role
from sanitize.events import RequestSeen

_ROLES: Final[Sequence[Role]] = ("model", "warm-up", "upgrade", "side")

_SEGMENT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,40}")
_HEX: Final = re.compile(r"[0-9A-Fa-f]{8,}")
_PIECE: Final = re.compile(r"[._-]")
_MIXED: Final = re.compile(r"(?=.*[A-Za-z])(?=(?:.*[0-9]){2}).{10,}")
_TURNS: Final = re.compile(r"[a-z0-9][A-Z]")
"""From small to capital: a word in camel case has few, a random one many."""

_MAX_TURNS: Final = 2


def request_groups(requests: Iterable[RequestSeen], *, is_complete: bool) -> tuple[RequestGroup, ...]:
    """The groups, model requests first, then by method, path, transport and header names.

    `is_complete` is false when the deadline cut the run: counts are null then.
    """
    counts = Counter(
        (
            _ROLES.index(request.role),
            request.method if is_name(request.method, "http-method") else "<name>",
            path_template(request.path),
            request.transport,
            header_names(request.header_names),
        )
        for request in requests
    )
    return tuple(
        RequestGroup(
            role=_ROLES[role],
            method=method,
            path=path,
            transport=transport,
            count=count if is_complete else None,
            header_names=names,
        )
        for (role, method, path, transport, names), count in sorted(counts.items())
    )


def path_template(path: str) -> str:
    """`path` with `<id>` for each segment that is no plain word: numbers, UUIDs, hashes, anything random."""
    template = "/" + "/".join(_word(segment) for segment in path.removeprefix("/").split("/"))
    return template if is_name(template, "path") else "/<id>"


def header_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names in lower case, sorted, each once; `<name>` for one that is no header name."""
    lower = (name.lower() for name in names)
    return tuple(sorted({name if is_name(name, "header") else "<name>" for name in lower}))


def _word(segment: str) -> str:
    is_word = segment == "" or (_SEGMENT.fullmatch(segment) is not None and not _is_random(segment))
    return segment if is_word else "<id>"


def _is_random(segment: str) -> bool:
    pieces = _PIECE.split(segment)
    return any(
        _HEX.fullmatch(piece) is not None
        or _MIXED.fullmatch(piece) is not None
        or len(_TURNS.findall(piece)) > _MAX_TURNS
        for piece in pieces
    )
