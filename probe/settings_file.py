"""Finds and reads the settings file. What may stand in it is a matter of `captures.compare.settings`.

Names of clients and scenarios are compared here with those that are installed, as only this side knows them.
"""

import difflib
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from captures.compare.one_line import one_line
from captures.compare.settings import Settings, SettingsError, settings_in
from probe.cli.ending import say
from probe.errors import SetupError
from probe.writability import printable

DEFAULT_NAME: Final = "shape-probe.toml"
"""Looked for in the current directory."""

_MAX_BYTES: Final = 1024 * 1024

_LONGEST_SHOWN: Final = 80


def settings_from(name: str | None) -> Settings:
    """The settings in the file called `name`; without a name those of `shape-probe.toml`, or the defaults.

    An acceptance for a client or scenario that is not installed here is told on standard error. It is no error, as both
    can come from other packages.

    Raises:
        SetupError: The file cannot be read, or is no settings file.
    """
    path = Path(DEFAULT_NAME if name is None else name)
    called = printable(path)
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        if name is None:
            return Settings()
        raise SetupError(f"the settings file {called} does not exist; name another one with --settings") from None
    except OSError as error:
        raise SetupError(f"the settings file {called} cannot be read: {os.strerror(error.errno or 0)}") from None
    except ValueError:
        raise SetupError(f"{called} is no name of a file") from None
    settings = _settings_in(data, called)
    for line in _unknown_names(settings):
        say(f"shape-probe: {line}")
    return settings


def _settings_in(data: bytes, called: str) -> Settings:
    if len(data) > _MAX_BYTES:
        raise SetupError(f"the settings file {called} is larger than {_MAX_BYTES // 1024 // 1024} MiB")
    try:
        return settings_in(data.decode("utf-8-sig"), called)
    except UnicodeDecodeError:
        raise SetupError(f"the settings file {called} is not UTF-8") from None
    except SettingsError as error:
        raise SetupError(str(error)) from None


def _unknown_names(settings: Settings) -> Iterator[str]:
    """A line for each acceptance with a name that nothing here has."""
    # The tables bring the clients along, which only an acceptance needs here.
    from probe.clients import table as clients  # noqa: PLC0415
    from probe.scenarios import table as scenarios  # noqa: PLC0415

    for number, each in enumerate(settings.accepted, start=1):
        problems = (
            *_unknown("client", each.client, own=clients.CLIENTS, group=clients.ENTRY_POINTS),
            *_unknown("scenario", each.scenario, own=scenarios.SCENARIOS, group=scenarios.ENTRY_POINTS),
        )
        if problems:
            yield f"{settings.name}: accepted, entry {number}: {'; '.join(problems)}"


def _unknown(kind: str, name: str | None, *, own: Collection[str], group: str) -> Iterator[str]:
    if name is None or name in own:
        return
    from importlib import metadata  # noqa: PLC0415 - 20 ms that our own names never need

    known = sorted({*own, *metadata.entry_points(group=group).names})
    if name not in known:
        word = name[:_LONGEST_SHOWN]
        near = difflib.get_close_matches(word, known, n=1)
        shown = f"{one_line(word)}{'…' if word != name else ''}"
        advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        yield f'there is no {kind} "{shown}" here ({advice})'
