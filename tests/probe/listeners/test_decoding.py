import gzip
import json
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from probe.listeners.decoding import MAX_DEPTH, MAX_LAYERS, MAX_MEMBERS, Body, body_from, json_from

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PLAIN = b'{"model": "made-up", "stream": true}'
PARSED = Body(value={"model": "made-up", "stream": True})
UNDECODABLE = Body(fault="undecodable-body")
OVER_CAP = Body(fault="body-over-cap")
NOT_JSON = Body(fault="body-not-json")


def raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()


def brotlied(data: bytes) -> bytes:
    compressed: bytes = import_module("brotli").compress(data, quality=5)  # it has no types
    return compressed


CODECS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotlied,
    "zstd": zstd.compress,
}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=20),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
    max_leaves=10,
)


def test_a_plain_body_is_parsed() -> None:
    assert body_from(PLAIN) == PARSED


def test_an_empty_body_is_none_without_a_fault_whatever_the_header_says() -> None:
    assert body_from(b"", ["gzip"]) == Body()


def test_a_coded_empty_body_is_none_without_a_fault() -> None:
    assert body_from(gzip.compress(b""), ["gzip"]) == Body()


@pytest.mark.parametrize("name", CODECS)
def test_a_coded_body_is_decoded_by_its_header(name: str) -> None:
    assert body_from(CODECS[name](PLAIN), [name]) == PARSED


@pytest.mark.parametrize("name", CODECS)
@settings(deadline=None)
@given(value=JSON_VALUES)
def test_whatever_is_coded_comes_back(name: str, value: JsonValue) -> None:
    assert body_from(CODECS[name](json.dumps(value).encode()), [name]) == Body(value=value)


def test_names_of_codings_are_read_in_any_case_and_identity_says_nothing() -> None:
    assert body_from(gzip.compress(PLAIN), ["identity, , X-GZip"]) == PARSED


def test_deflate_without_its_zlib_frame_is_decoded_too() -> None:
    assert body_from(raw_deflate(PLAIN), ["deflate"]) == PARSED


def test_layers_are_taken_off_from_the_last_to_the_first() -> None:
    twice = zstd.compress(gzip.compress(brotlied(PLAIN)))

    assert body_from(twice, ["br, gzip", "zstd"]) == PARSED


def test_a_layer_too_many_is_undecodable() -> None:
    assert body_from(PLAIN, ["identity, " * MAX_LAYERS]) == PARSED
    assert body_from(PLAIN, ["identity, " * (MAX_LAYERS + 1)]) == UNDECODABLE


def test_several_gzip_members_are_one_body() -> None:
    assert body_from(gzip.compress(PLAIN[:9]) + gzip.compress(PLAIN[9:]), ["gzip"]) == PARSED


def test_several_zstd_frames_are_one_body_and_skippable_ones_say_nothing() -> None:
    skippable = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"note"

    assert body_from(zstd.compress(PLAIN[:9]) + skippable + zstd.compress(PLAIN[9:]), ["zstd"]) == PARSED


def test_members_of_a_body_longer_than_one_chunk_are_all_found() -> None:
    text = json.dumps([f"{number:x}" * 9 for number in range(60_000)]).encode()
    halves = [text[:300_000], text[300_000:]]

    assert body_from(b"".join(gzip.compress(half, 0) for half in halves), ["gzip"]) == Body(value=json.loads(text))


def test_more_members_than_any_client_sends_are_undecodable() -> None:
    assert body_from(gzip.compress(b"") * MAX_MEMBERS, ["gzip"]) == Body()
    assert body_from(gzip.compress(b"") * (MAX_MEMBERS + 1), ["gzip"]) == UNDECODABLE


@pytest.mark.parametrize("name", CODECS)
def test_a_plain_body_under_a_header_that_says_otherwise_is_undecodable(name: str) -> None:
    assert body_from(PLAIN, [name]) == UNDECODABLE


@pytest.mark.parametrize("name", CODECS)
def test_a_truncated_body_is_undecodable(name: str) -> None:
    assert body_from(CODECS[name](PLAIN)[:-5], [name]) == UNDECODABLE


@pytest.mark.parametrize("name", CODECS)
def test_junk_behind_a_coded_body_is_undecodable(name: str) -> None:
    assert body_from(CODECS[name](PLAIN) + b"junk", [name]) == UNDECODABLE


@pytest.mark.parametrize("name", CODECS)
@settings(deadline=None)
@given(raw=st.binary(max_size=200))
def test_no_bytes_under_any_header_raise(name: str, raw: bytes) -> None:
    assert isinstance(body_from(raw, [name], cap_bytes=10_000), Body)


def test_an_unknown_coding_is_undecodable() -> None:
    assert body_from(PLAIN, ["compress"]) == UNDECODABLE


def test_a_coded_body_without_a_header_is_no_json() -> None:
    assert body_from(gzip.compress(PLAIN)) == NOT_JSON


def test_a_body_is_over_the_cap_before_it_is_decoded() -> None:
    assert body_from(PLAIN, cap_bytes=len(PLAIN)) == PARSED
    assert body_from(PLAIN, cap_bytes=len(PLAIN) - 1) == OVER_CAP


@pytest.mark.parametrize("name", CODECS)
def test_the_cap_holds_for_the_decoded_body_to_the_byte(name: str) -> None:
    text = json.dumps("x" * 100_000).encode()
    coded = CODECS[name](text)

    assert body_from(coded, [name], cap_bytes=len(text)) == Body(value="x" * 100_000)
    assert body_from(coded, [name], cap_bytes=len(text) - 1) == OVER_CAP


@pytest.mark.parametrize("name", CODECS)
def test_a_bomb_is_over_the_cap(name: str) -> None:
    bomb = CODECS[name](bytes(50_000_000))

    assert body_from(bomb, [name], cap_bytes=60_000) == OVER_CAP


def test_a_bomb_inside_another_layer_is_over_the_cap() -> None:
    bomb = zstd.compress(zlib.compress(bytes(50_000_000)))

    assert body_from(bomb, ["deflate", "zstd"], cap_bytes=60_000) == OVER_CAP


@pytest.mark.parametrize("raw", [b"made-up", b'{"a": ', b"\xff\xfe\xfa", b"1" * 5000, b"[] []"])
def test_text_that_is_no_json_is_a_fault(raw: bytes) -> None:
    assert body_from(raw) == NOT_JSON


def test_json_nested_as_deep_as_allowed_is_read_and_deeper_is_a_fault() -> None:
    deepest = "[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH

    assert json_from(deepest) == Body(value=json.loads(deepest))
    assert json_from(f'{{"a": {deepest}}}') == NOT_JSON
    assert json_from("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)) == NOT_JSON


def test_json_nested_beyond_the_stack_is_a_fault() -> None:
    assert json_from(b"[" * 1_000_000) == NOT_JSON


def test_json_is_taken_as_python_takes_it() -> None:
    """Equal keys, numbers beyond doubles and a byte order mark are odd, but a client's business."""
    assert json_from(b'\xef\xbb\xbf{"a": 1, "a": [Infinity, "\\ud83d"]}') == Body(value={"a": [float("inf"), "\ud83d"]})


def test_a_body_never_shows_in_its_repr() -> None:
    assert repr(PARSED) == "Body(fault=None)"
