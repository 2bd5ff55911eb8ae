"""Errors of the product, split by what the user can do about them. A client's behaviour is a value, never an error.

ProbeError                    one sentence that says what to do; carries the exit code
├── SetupError        (2)     the command or the set-up is wrong, nothing was started
├── InconclusiveError (3)     nothing can be said about a client, and there is no capture to say it in
└── LeakRefusedError  (4)     the leak guard refused, nothing was written
"""

from typing import ClassVar


class ProbeError(Exception):
    """The base. Not raised itself. `str()` is one sentence for the user: names and numbers, never raw text."""

    exit_code: ClassVar[int]


class SetupError(ProbeError):
    """The command or the set-up is wrong; nothing was started, nothing was written."""

    exit_code = 2


class InconclusiveError(ProbeError):
    """The client could not be observed at all."""

    exit_code = 3


class LeakRefusedError(ProbeError):
    """The text to be written holds something that may not be in it."""

    exit_code = 4
