"""From the bytes of a request's body to a JSON value, or to the fault that stood in the way.

Pure, and never raises for bad input: what a client sends is a value. It does not read from a connection, does not look
at what the JSON says, and keeps nothing. The packages for br and zstd are imported with the first body that needs them.
"""

import importlib
import json
import sys
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from captures.words import JsonValue
from sanitize.events import Fault

CAP_BYTES: Final = 64 * 1024 * 1024
"""The longest body that is read, before and after decoding."""

MAX_LAYERS: Final = 8
"""Content codings on one body. Real clients use one; each layer costs a pass over the whole body."""

MAX_MEMBERS: Final = 4096
"""Members of one gzip or frames of one zstd stream. Empty ones cost time and never reach the cap."""

MAX_DEPTH: Final = 256
"""Arrays and objects inside each other. Deeper JSON would exhaust the stack of whoever walks it."""

_CHUNK_BYTES: Final = 64 * 1024
_ZSTD: Final = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What was read: `value` is None for an empty body, for `null`, and wherever there is a `fault`."""

    value: JsonValue = field(repr=False, default=None)
    fault: Fault | None = None


def body_from(raw: bytes, encodings: Iterable[str] = (), *, cap_bytes: int = CAP_BYTES) -> Body:
    """Decode and parse a body.

    Args:
        raw: As it came over the wire, at most `cap_bytes` long, or else the fault is `body-over-cap`.
        encodings: The values of all `Content-Encoding` fields, in order (RFC 9110, 8.4): each may list several codings.
        cap_bytes: The longest result of any layer.
    """
    if len(raw) > cap_bytes:
        return Body(fault="body-over-cap")
    if not raw:
        return Body()
    try:
        for coding in reversed(_codings(encodings)):
            raw = coding(raw, cap_bytes)
    except _UndecodableError:
        return Body(fault="undecodable-body")
    except _OverCapError:
        return Body(fault="body-over-cap")
    return json_from(raw) if raw else Body()


def json_from(raw: bytes | str) -> Body:
    """Parse JSON as Python does: UTF-8, UTF-16 or UTF-32, `NaN` allowed, the last of equal keys wins."""
    try:
        value: JsonValue = json.loads(raw)
    except (ValueError, RecursionError):  # bad UTF-8 and numbers of too many digits are ValueErrors too
        return Body(fault="body-not-json")
    return Body(value=value) if _is_shallow(value) else Body(fault="body-not-json")


class _UndecodableError(Exception):
    """The bytes are not what the header says, or the header says what we do not know."""


class _OverCapError(Exception):
    """The decoded text is longer than the cap."""


class _Decompressor(Protocol):
    """What zlib and zstd have in common. With `max_length` above what a stream holds, all input is taken in at once."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: memoryview, max_length: int) -> bytes: ...


_Coding = Callable[[bytes, int], bytes]


def _is_shallow(value: JsonValue) -> bool:
    level: list[JsonValue] = [value]
    for _ in range(MAX_DEPTH):
        level = [child for parent in level for child in _children(parent) if isinstance(child, dict | list)]
        if not level:
            return True
    return False


def _children(value: JsonValue) -> Iterable[JsonValue]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()


def _codings(encodings: Iterable[str]) -> list[_Coding]:
    names = [name for value in encodings for item in value.split(",") if (name := item.strip().lower())]
    if len(names) > MAX_LAYERS or not _CODINGS.keys() >= set(names):
        raise _UndecodableError
    return [_CODINGS[name] for name in names]


def _gunzipped(raw: bytes, cap_bytes: int) -> bytes:
    try:
        return _expanded(raw, cap_bytes, partial(zlib.decompressobj, 31), max_members=MAX_MEMBERS)
    except zlib.error as error:
        raise _UndecodableError from error


def _inflated(raw: bytes, cap_bytes: int) -> bytes:
    """Undo `deflate`: a zlib stream (RFC 9110, 8.4.1.2), or a bare deflate stream, which some clients send instead."""
    for wbits in (15, -15):
        try:
            return _expanded(raw, cap_bytes, partial(zlib.decompressobj, wbits), max_members=1)
        except (zlib.error, _UndecodableError):
            continue
    raise _UndecodableError


def _unbrotlied(raw: bytes, cap_bytes: int) -> bytes:
    brotli: Any = importlib.import_module("brotli")  # it has no types
    stream = brotli.Decompressor()
    expanded = bytearray()
    try:
        for start in range(0, len(raw), _CHUNK_BYTES):
            room = cap_bytes - len(expanded)
            expanded += stream.process(raw[start : start + _CHUNK_BYTES], output_buffer_limit=room + 1)
            if len(expanded) > cap_bytes:
                raise _OverCapError
    except brotli.error as error:  # bytes after the end of the stream are one too
        raise _UndecodableError from error
    if not stream.is_finished():
        raise _UndecodableError
    return bytes(expanded)


def _unzstded(raw: bytes, cap_bytes: int) -> bytes:
    zstd: Any = importlib.import_module(_ZSTD)
    try:
        return _expanded(raw, cap_bytes, zstd.ZstdDecompressor, max_members=MAX_MEMBERS)
    except zstd.ZstdError as error:
        raise _UndecodableError from error


def _identical(raw: bytes, _cap_bytes: int) -> bytes:
    return raw


def _expanded(raw: bytes, cap_bytes: int, start: Callable[[], _Decompressor], *, max_members: int) -> bytes:
    """Expand one stream after the other until `raw` is used up."""
    expanded = bytearray()
    rest = memoryview(raw)
    members = 0
    while rest:
        members += 1
        if members > max_members:
            raise _UndecodableError
        rest = _expand_one(rest, start(), into=expanded, cap_bytes=cap_bytes)
    return bytes(expanded)


def _expand_one(rest: memoryview, stream: _Decompressor, *, into: bytearray, cap_bytes: int) -> memoryview:
    """Append what `stream` makes of `rest` to `into`. Return what is left behind the stream's end."""
    used = 0
    while not stream.eof:
        chunk = rest[used : used + _CHUNK_BYTES]  # short chunks: each unused rest of one is copied
        if not chunk:
            raise _UndecodableError
        used += len(chunk)
        into += stream.decompress(chunk, cap_bytes - len(into) + 1)
        if len(into) > cap_bytes:
            raise _OverCapError
    return rest[used - len(stream.unused_data) :]


_CODINGS: Final[dict[str, _Coding]] = {
    "identity": _identical,
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "br": _unbrotlied,
    "zstd": _unzstded,
}
