"""Several dialects on one port: each request goes to the provider whose dialect has its path.

Also says which dialects a script is for: one with calls is of one dialect, one without is of all. Pure, and answers
nothing itself.
"""

from dataclasses import dataclass
from typing import Final

from captures.words import JsonValue, Role, Transport
from probe.errors import SetupError
from probe.providers.policy import ReplyPolicy
from probe.providers.replies import ConnectionClosed, Frames, HttpReply, Provider, UpgradeAccepted
from probe.providers.table import PROVIDERS, SCRIPT_CHECKS
from probe.scripts.player import Player
from probe.scripts.rules import ScriptError
from probe.scripts.script import Script

_RESPONSES: Final = "openai-responses"
_MESSAGES: Final = "anthropic-messages"


class UnknownDialectError(SetupError):
    """No dialect of that name."""

    def __init__(self) -> None:
        super().__init__(f"there is no dialect of that name; the dialects are {', '.join(PROVIDERS)}")


class UnplayedScriptError(SetupError):
    """A script beside a reply that leaves it aside."""

    def __init__(self) -> None:
        super().__init__("a script is played with the reply accept only; leave out the one or the other")


@dataclass(frozen=True, slots=True, kw_only=True)
class ByPath:
    """A path that ends in `/responses` is of OpenAI Responses; every other one is answered as Anthropic Messages."""

    responses: Provider
    messages: Provider

    def role_of(self, *, transport: Transport, method: str, path: str, body: JsonValue) -> Role:
        """Ask the dialect."""
        return self._of(path).role_of(transport=transport, method=method, path=path, body=body)

    def reply_to_request(
        self, role: Role, method: str, *, path: str, body: JsonValue, header_names: tuple[str, ...]
    ) -> HttpReply | ConnectionClosed:
        """Ask the dialect."""
        return self._of(path).reply_to_request(role, method, path=path, body=body, header_names=header_names)

    def reply_to_upgrade(self, path: str) -> HttpReply | UpgradeAccepted:
        """Ask the dialect."""
        return self._of(path).reply_to_upgrade(path)

    def reply_to_message(
        self, role: Role, body: JsonValue, *, header_names: tuple[str, ...]
    ) -> Frames | ConnectionClosed:
        """Ask OpenAI Responses: the other dialect has no messages."""
        return self.responses.reply_to_message(role, body, header_names=header_names)

    def _of(self, path: str) -> Provider:
        return self.responses if path.endswith("/responses") else self.messages


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A provider, and the player of its script. None: it has no script."""

    provider: Provider
    player: Player | None

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of the turns that have answered nothing so far; empty without a script."""
        return () if self.player is None else self.player.unused

    @property
    def unscripted(self) -> int:
        """How many model requests no turn was left for. 0 without a script."""
        return 0 if self.player is None else self.player.unscripted

    @property
    def rest(self) -> str | None:
        """What has not gone as the script says, as a clause. None: all has."""
        clauses = []
        if self.unused:
            clauses.append(f"no request came for {_counted(len(self.unused), 'turn')} ({', '.join(self.unused)})")
        if self.unscripted:
            clauses.append(f"no turn was left for {_counted(self.unscripted, 'model request')}")
        return " and ".join(clauses) or None


def ready_provider(dialect: str | None, script: Script | None, *, policy: ReplyPolicy, prompt_marker: str) -> Ready:
    """Make a provider that any client can be pointed at.

    Args:
        dialect: None: all that can play the script.
        script: What answers the model requests.
        policy: What answers them without a script.
        prompt_marker: A text of the prompt, by which a model request is told from others with tools. The empty one is
            in every prompt.

    Raises:
        UnknownDialectError: there is no such dialect.
        UnplayedScriptError: there is a script, and the policy leaves it aside.
        ScriptError: no dialect, or not the one that is named, can play the script.
    """
    if dialect is not None and dialect not in PROVIDERS:
        raise UnknownDialectError
    if script is not None and policy.mode != "accept":
        raise UnplayedScriptError
    names = tuple(PROVIDERS) if dialect is None else (dialect,)
    if script is not None:
        names = _players(script, names)
    player = None if script is None else Player(script)
    providers = {name: PROVIDERS[name](policy, prompt_marker, player=player) for name in names}
    if len(providers) == 1:
        return Ready(provider=providers[names[0]], player=player)
    return Ready(provider=ByPath(responses=providers[_RESPONSES], messages=providers[_MESSAGES]), player=player)


def _players(script: Script, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `names` that can play the script."""
    problems: list[ScriptError] = []
    able: list[str] = []
    for name in names:
        try:
            SCRIPT_CHECKS[name](script)
        except ScriptError as problem:
            problems.append(problem)
        else:
            able.append(name)
    if not able:
        raise problems[0]
    return tuple(able)


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
