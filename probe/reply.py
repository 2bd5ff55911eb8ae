"""The text of `--reply`, read into what the provider is to do."""

import re

from probe.errors import SetupError
from probe.providers.policy import ReplyPolicy


class ReplyError(SetupError):
    """A `--reply` that is none."""

    def __init__(self) -> None:
        super().__init__(
            "--reply takes accept, refuse, close or status:N with N from 400 to 599, for example status:529"
        )


def reply_policy(text: str, *, accepts_websocket: bool = True) -> ReplyPolicy:
    """Read `accept`, `refuse`, `close` or `status:N`.

    Raises:
        ReplyError: It is none of them.
    """
    match text:
        case "accept":
            return ReplyPolicy(mode="accept", accepts_websocket=accepts_websocket)
        case "refuse":
            return ReplyPolicy(mode="refuse", accepts_websocket=accepts_websocket)
        case "close":
            return ReplyPolicy(mode="close", accepts_websocket=accepts_websocket)
        case _:
            found = re.fullmatch(r"status:([45][0-9]{2})", text)
            if not found:
                raise ReplyError
            return ReplyPolicy(mode="status", status=int(found[1]), accepts_websocket=accepts_websocket)
