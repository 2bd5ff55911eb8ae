"""What a matrix varies: scenarios, replies and settings, with their alternatives; and which a client takes. Pure.

A comma stands between alternatives and never in one: every value goes into captures, and is a name for that reason. An
empty alternative (`model=,NAME`) leaves a key out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from probe.clients.client import Client
from probe.clients.settings import Setting, SettingError, checked, pairs_in
from probe.errors import SetupError
from probe.reply import reply_policy
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scenario import Scenario
from probe.scenarios.scripted import NoScriptError, script_maker

_REPLY = "reply"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """The alternatives of each axis, in the order given, each once.

    `replies` is empty when none was asked for. `settings` are pairs of a key and its alternatives; an empty text among
    those is the key left out.
    """

    scenarios: tuple[str, ...]
    replies: tuple[str, ...] = ()
    settings: tuple[tuple[str, tuple[str, ...]], ...] = ()


def axes_in(scenarios: Sequence[str], reply: str | None, settings: Sequence[str]) -> Axes:
    """Read what was written after `--scenario`, `--reply` and `--set`; `--set reply=` is the same as `--reply`.

    Raises:
        SetupError: One of them cannot be read, or is given twice.
    """
    found: dict[str, tuple[str, ...]] = {} if reply is None else {_REPLY: _alternatives(reply)}
    for text in settings:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise SettingError("--set takes KEY=VALUE or KEY=VALUE,VALUE, for example --set transport=websocket,http")
        if key in found:
            pairs_in([f"{key}=x", f"{key}=x"])  # says that it is given twice
        found[key] = _alternatives(value)
        for each in filter(None, found[key]):
            pairs_in([f"{key}={each}"])
    replies = found.pop(_REPLY, ())
    for each in replies:
        reply_policy(each)
    names = tuple(dict.fromkeys(each for text in scenarios for each in text.split(",")))
    return Axes(scenarios=names or (FIRST_REQUEST.name,), replies=replies, settings=tuple(found.items()))


def narrowed(axes: Axes, client: Client, scenario: Scenario) -> Axes | None:
    """What of `axes` a client takes in one scenario. None: it cannot be asked that, as nobody wrote it a script.

    What it does not take leaves it as it is: a key with no alternative for it is not among the settings.
    """
    try:
        script_maker(scenario, client.dialect)
    except NoScriptError:
        return None
    known = taken(client, scenario)
    kept = ((key, tuple(value for value in values if _takes(known, key, value))) for key, values in axes.settings)
    return Axes(
        scenarios=(scenario.name,),
        replies=axes.replies if scenario.script_module is None else (),
        settings=tuple((key, values) for key, values in kept if values),
    )


def check_use(axes: Axes, clients: Sequence[Client], scenarios: Iterable[Scenario]) -> None:
    """Refuse what nobody takes: a scenario, a reply, or an alternative of a setting that no cell would have.

    Raises:
        SetupError: There is such a thing.
    """
    kept: list[tuple[Client, Scenario, Axes]] = []
    for scenario in scenarios:
        here = [(client, scenario, mine) for client in clients if (mine := narrowed(axes, client, scenario))]
        if not here:
            script_maker(scenario, clients[0].dialect)  # says why
        kept += here
    if axes.replies and not any(mine.replies for _, _, mine in kept):
        names = ", ".join(axes.scenarios)
        raise SetupError(f"what model requests get is said by the scenario itself ({names}); leave --reply out")
    used = {(key, value) for _, _, mine in kept for key, values in mine.settings for value in values}
    for key, values in axes.settings:
        for value in values:
            if (key, value) not in used:
                raise _nobody_takes(key, value, [(client, scenario) for client, scenario, _ in kept])


def taken(client: Client, scenario: Scenario) -> Mapping[str, Setting]:
    """What `--set` takes for a client in a scenario."""
    return {**client.settings, **scenario.settings}


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.split(",")))


def _takes(known: Mapping[str, Setting], key: str, value: str) -> bool:
    return _refusal(known, key, value, client="") is None


def _refusal(known: Mapping[str, Setting], key: str, value: str, *, client: str) -> SettingError | None:
    """Why a client does not take one alternative. Left out it is taken wherever the key is known."""
    optional = {name: replace(setting, is_required=False) for name, setting in known.items()}
    if not value:
        is_known = key in known or ("." in key and f"{key.partition('.')[0]}.*" in known)
        return None if is_known else _refusal(known, key, "x", client=client)
    try:
        checked({key: value}, optional, client=client)
    except SettingError as error:
        return error
    return None


def _nobody_takes(key: str, value: str, askable: Sequence[tuple[Client, Scenario]]) -> SettingError:
    refusals = (_refusal(taken(client, scenario), key, value, client=client.name) for client, scenario in askable)
    return SettingError("; ".join(dict.fromkeys(str(refusal) for refusal in refusals)))
