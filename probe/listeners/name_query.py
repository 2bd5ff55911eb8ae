"""From a DNS query, as bytes, to the refusal that answers it (RFC 1035, 4). Pure: it looks nothing up."""

from dataclasses import dataclass, field
from typing import Final

_HEADER_BYTES: Final = 12
_TYPE_AND_CLASS_BYTES: Final = 4
_MAX_LABEL_BYTES: Final = 63
_MAX_NAME_BYTES: Final = 255
_IS_RESPONSE: Final = 0x80
_OPCODE_AND_RECURSION_DESIRED: Final = 0x79
_REFUSED: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """`name` is what was asked for, in lower case, as on the wire; `packet` is the answer, with RCODE 5 (refused)."""

    name: bytes = field(repr=False)
    packet: bytes = field(repr=False)


def refusal_of(packet: bytes) -> Refusal | None:
    """The refusal of a query with one question. None for everything else: it gets no answer.

    What follows the question (EDNS) is left out of the answer, as a server does that does not know it (RFC 6891, 7).
    """
    if len(packet) < _HEADER_BYTES or packet[2] & _IS_RESPONSE or packet[4:6] != b"\0\1":
        return None
    name_end = _end_of_name(packet)
    if name_end is None or len(packet) < name_end + _TYPE_AND_CLASS_BYTES:
        return None
    flags = bytes((_IS_RESPONSE | packet[2] & _OPCODE_AND_RECURSION_DESIRED, _REFUSED))
    question = packet[_HEADER_BYTES : name_end + _TYPE_AND_CLASS_BYTES]
    counts = b"\0\1" + bytes(6)
    return Refusal(name=packet[_HEADER_BYTES:name_end].lower(), packet=packet[:2] + flags + counts + question)


def _end_of_name(packet: bytes) -> int | None:
    """Where the question's name ends. None where it does not, is too long or is a pointer: nothing stands before it."""
    at = _HEADER_BYTES
    while at < len(packet) and (length := packet[at]):
        if length > _MAX_LABEL_BYTES:
            return None
        at += 1 + length
    end = at + 1
    return end if end <= len(packet) and end - _HEADER_BYTES <= _MAX_NAME_BYTES else None
