"""One run of a scenario that has a script: what the model says in it, and whether all of that was said.

Imported when the client has been started. It answers nothing itself; `probe.providers` does, with the player.
"""

from dataclasses import dataclass

from probe.providers.table import SCRIPT_CHECKS
from probe.scenarios.scripted import Occasion, ScriptedCalls, scripted_calls
from probe.scripts.player import Player
from probe.start import Running
from sanitize.events import ScriptEnded


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A script that is being played."""

    scripted: ScriptedCalls
    player: Player

    def ended(self, at_ns: int) -> ScriptEnded:
        """What was not as planned, when the client is gone."""
        unused = tuple(name for name in self.player.unused if name not in self.scripted.optional_turns)
        return ScriptEnded(at_ns=at_ns, unscripted_requests=self.player.unscripted, unused_turns=unused)


def play_of(running: Running) -> Play | None:
    """The play of a run, at its beginning. None: its scenario has no script.

    Raises:
        NoScriptError: It has none for this client.
        ScriptError: It cannot be played to it.
    """
    scripted = scripted_run(running)
    if scripted is None:
        return None
    SCRIPT_CHECKS[running.order.program.client.dialect](scripted.script)
    return Play(scripted=scripted, player=Player(scripted.script))


def scripted_run(running: Running) -> ScriptedCalls | None:
    """What the model says in a run: the same each time that it is asked.

    Raises:
        NoScriptError: The scenario has no script for this client.
    """
    order = running.order
    occasion = Occasion(
        version=running.version, alias=order.scenario.catalog.alias, settings=order.settings, marker=running.marker
    )
    return scripted_calls(order.scenario, order.program.client.dialect, occasion=occasion)
