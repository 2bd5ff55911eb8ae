"""How model requests are answered where no script says it: `--reply` as a value. Imported before a client starts."""

from dataclasses import dataclass
from typing import Literal

ReplyMode = Literal["accept", "refuse", "close", "status"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyPolicy:
    """How model requests are answered: `--reply`. `status` is the HTTP status of `refuse` (400) and of `status:N`."""

    mode: ReplyMode
    status: int = 400
    accepts_websocket: bool = True  # False: upgrades are answered 426 (`--set transport=http`)
