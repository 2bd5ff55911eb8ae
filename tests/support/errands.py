"""Valid values of what a client is to do, each with one change."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from probe.clients.client import Errand
from probe.sandbox.place import Place

BRIDGE: Final = ("/usr/bin/python3", "-I", "-S", "/scratch/bridge.py", "/scratch/mcp.sock")
JAILED: Final = Place(
    root="/scratch",
    provider_url="http://127.0.0.1:4242",
    bridge=BRIDGE,
    proxy_url=None,
    word="0f",
    isolation="namespace",
)
UNJAILED: Final = Place(
    root="/scratch",
    provider_url="http://127.0.0.1:4242",
    bridge=BRIDGE,
    proxy_url="http://127.0.0.1:9",
    word="0f",
    isolation="environment",
)


def errand(
    version: str,
    settings: Mapping[str, str] = MappingProxyType({}),
    *,
    place: Place = JAILED,
    alias: str = "some_alias",
    granted_tools: tuple[str, ...] = (),
    tool_timeout_seconds: int | None = None,
) -> Errand:
    """An errand for one version, with the settings that differ from the defaults."""
    return Errand(
        program=("/opt/client",),
        version=version,
        place=place,
        alias=alias,
        prompt="Say OK. (marker)",
        credential="c0ffee",
        settings=settings,
        granted_tools=granted_tools,
        tool_timeout_seconds=tool_timeout_seconds,
    )


def base(**more: str) -> Mapping[str, str]:
    """The environment that every client gets in a jail, and more."""
    return {
        "HOME": "/scratch/home-0f",
        "LANG": "C.UTF-8",
        "LOGNAME": "user-0f",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "SHAPE_PROBE_CANARY": "environment-0f",
        "SHELL": "/bin/sh",
        "TERM": "dumb",
        "TMPDIR": "/scratch/tmp",
        "TZ": "UTC",
        "USER": "user-0f",
        "XDG_CACHE_HOME": "/scratch/home-0f/.cache",
        "XDG_CONFIG_HOME": "/scratch/home-0f/.config",
        "XDG_DATA_HOME": "/scratch/home-0f/.local/share",
        "XDG_RUNTIME_DIR": "/scratch/tmp",
        "XDG_STATE_HOME": "/scratch/home-0f/.local/state",
        **more,
    }
