"""The settings of a run: `--set KEY=VALUE`, checked against what the client takes."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from probe.errors import SetupError

_VALUE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/-]{0,63}")
"""Values go into the capture, so they are names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One key. `choices` is empty for a free name; `default` holds when the key is not set (None: the client's own).

    One that `is_required` has to be given.
    """

    choices: tuple[str, ...] = ()
    default: str | None = None
    pattern: str = ""  # what a value has to match; empty: any name
    form: str = "a name"  # the pattern in words
    says: str = ""  # one line for the help
    is_required: bool = False


COMMON: Final[Mapping[str, Setting]] = {
    "isolation": Setting(choices=("namespace", "environment"), says="insist on one isolation; else the best to be had"),
}
"""What every client takes."""


class SettingError(SetupError):
    """A `--set` that cannot be used."""


def pairs_in(texts: Iterable[str]) -> dict[str, str]:
    """Read `KEY=VALUE` texts.

    Raises:
        SettingError: One has no `=`, an empty side, a value that is not a name, or a key that came before.
    """
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise SettingError("--set takes KEY=VALUE, for example --set model=unknown-model")
        if not _VALUE.fullmatch(value) or not _is_name(value, "setting"):
            raise SettingError(
                f"the value of --set {_shown(key)} has to be a name: up to 64 letters, digits and . _ : @ / -, "
                "starting with a letter or digit, and nothing that looks like a key, an address or an account"
            )
        if key in found:
            raise SettingError(f"--set {_shown(key)} is given twice; give it once")
        found[key] = value
    return found


def checked(pairs: Mapping[str, str], known: Mapping[str, Setting], *, client: str) -> dict[str, str]:
    """Keep what differs from the defaults, sorted by key.

    A known key that ends in `.*` stands for every key that starts like it (`feature.*`).

    Raises:
        SettingError: A key that the client does not take, a value that is not one of the choices, or none for a key
            that has to be given.
    """
    found: dict[str, str] = {}
    for key, value in sorted(pairs.items()):
        family, _, member = key.partition(".")
        setting = known.get(key) or (known.get(f"{family}.*") if member else None)
        if setting is None or not _is_name(key, "axis"):
            raise SettingError(f"{client} takes no --set {_shown(key)}; it takes {', '.join(sorted(known))}")
        if setting.choices and value not in setting.choices:
            raise SettingError(f"--set {key} takes {' or '.join(setting.choices)} for {client}")
        if setting.pattern and not re.fullmatch(setting.pattern, value, re.ASCII):
            raise SettingError(f"--set {key} takes {setting.form} for {client}")
        if value != setting.default:
            found[key] = value
    missing = next((key for key, setting in sorted(known.items()) if setting.is_required and key not in pairs), None)
    if missing is not None:
        raise SettingError(f"give --set {missing}={'|'.join(known[missing].choices) or 'NAME'}; there is no default")
    return found


def _shown(key: str) -> str:
    return key if _VALUE.fullmatch(key) else "(a key that is no name)"


def _is_name(text: str, kind: Literal["axis", "setting"]) -> bool:
    """Say whether the leak guard would let the text into the file."""
    from captures.names import is_name  # noqa: PLC0415 - 10 ms that a run without --set never needs

    return is_name(text, kind)
