"""Finds and reads the settings file. What may stand in it is a matter of `captures.compare.settings`."""

import os
from pathlib import Path
from typing import Final

from captures.compare.settings import Settings, SettingsError, settings_in
from probe.errors import SetupError
from probe.writability import printable

DEFAULT_NAME: Final = "shape-probe.toml"
"""Looked for in the current directory."""

_MAX_BYTES: Final = 1024 * 1024


def settings_from(name: str | None) -> Settings:
    """The settings in the file called `name`; without a name those of `shape-probe.toml`, or the defaults.

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
    return _settings_in(data, called)


def _settings_in(data: bytes, called: str) -> Settings:
    if len(data) > _MAX_BYTES:
        raise SetupError(f"the settings file {called} is larger than {_MAX_BYTES // 1024 // 1024} MiB")
    try:
        return settings_in(data.decode("utf-8-sig"), called)
    except UnicodeDecodeError:
        raise SetupError(f"the settings file {called} is not UTF-8") from None
    except SettingsError as error:
        raise SetupError(str(error)) from None
