import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probe.listeners.name_query import Refusal, refusal_of

HEADER = b"\xab\xcd\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00"
NAME = b"\x03aPi\x07ExaMple\x07invalid\x00"
QUESTION = NAME + b"\x00\x01\x00\x01"
OPT = b"\x00\x00\x29\x10\x00\x00\x00\x00\x00\x00\x00"


def query(name: bytes) -> bytes:
    return HEADER + name + b"\x00\x1c\x00\x01"


def test_a_query_is_refused_with_its_own_id_flags_and_question() -> None:
    assert refusal_of(HEADER + QUESTION) == Refusal(
        name=b"\x03api\x07example\x07invalid\x00",
        packet=b"\xab\xcd\x81\x05\x00\x01\x00\x00\x00\x00\x00\x00" + QUESTION,
    )


def test_what_follows_the_question_is_not_answered() -> None:
    with_opt = HEADER[:10] + b"\x00\x01" + QUESTION + OPT

    assert refusal_of(with_opt) == refusal_of(HEADER + QUESTION)


def test_only_the_opcode_and_the_wish_for_recursion_are_taken_over_from_the_flags() -> None:
    refusal = refusal_of(b"\xab\xcd\x7f\xff" + HEADER[4:] + QUESTION)

    assert refusal is not None
    assert refusal.packet[2:4] == b"\xf9\x05"


def test_the_root_is_a_name_too() -> None:
    refusal = refusal_of(query(b"\0"))

    assert refusal is not None
    assert refusal.name == b"\0"


def test_a_name_of_255_bytes_is_refused_and_a_longer_one_ignored() -> None:
    labels = (b"\x3f" + b"x" * 63) * 3

    assert refusal_of(query(labels + b"\x3d" + b"x" * 61 + b"\0")) is not None
    assert refusal_of(query(labels + b"\x3e" + b"x" * 62 + b"\0")) is None


@pytest.mark.parametrize(
    "packet",
    [
        b"",
        HEADER[:-1],
        HEADER,
        b"\xab\xcd\x81\x00" + HEADER[4:] + QUESTION,
        HEADER[:4] + b"\0\0" + HEADER[6:] + QUESTION,
        HEADER[:4] + b"\0\2" + HEADER[6:] + QUESTION + QUESTION,
        HEADER + QUESTION[:-1],
        HEADER + NAME[:-1],
        HEADER + b"\x3fshort",
        query(b"\xc0\x0c"),
        query(b"\x40" + b"x" * 64 + b"\0"),
    ],
    ids=[
        "empty",
        "half a header",
        "no question",
        "an answer",
        "none asked",
        "two asked",
        "half a class",
        "a name without an end",
        "a label without an end",
        "a pointer",
        "a long label",
    ],
)
def test_what_is_no_query_of_one_name_is_ignored(packet: bytes) -> None:
    assert refusal_of(packet) is None


@settings(deadline=None)
@given(rest=st.binary(max_size=300))
def test_no_bytes_raise_and_no_answer_is_longer_than_its_query(rest: bytes) -> None:
    refusal = refusal_of(HEADER + rest)

    assert refusal is None or len(refusal.packet) <= len(HEADER + rest)


def test_names_never_show_in_a_repr() -> None:
    assert repr(refusal_of(HEADER + QUESTION)) == "Refusal()"
