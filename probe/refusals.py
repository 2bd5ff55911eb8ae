"""What is said where the system refuses something that nobody expected: its code, and what to do. It imports little.

What it refuses of a file to be written has sentences of its own, in `probe.writability`.
"""

import errno
from typing import Final

_ADVICE: Final = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EMFILE: "too many files are open; raise the limit (ulimit -n), or use a smaller --jobs",
    errno.ENFILE: "too many files are open on this machine; close some programs",
    errno.EAGAIN: "too many processes run; raise the limit (ulimit -u), or close some programs",
    errno.ENOMEM: "there is too little memory; close some programs, or use a smaller --jobs",
}


def refusal(number: int | None) -> str:
    """One sentence about the system's error number; its text is left out, as it may name anything."""
    advice = _ADVICE.get(number or 0, "run `shape-probe doctor` for what this machine has")
    return f"the system refused ({code_of(number)}): {advice}"


def code_of(number: int | None) -> str:
    """The name of an error number: `ENOSPC`."""
    return errno.errorcode.get(number or 0, "no reason")
